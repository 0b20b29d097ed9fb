import type { play as english } from "./play.en";

export const play: typeof english = {};
