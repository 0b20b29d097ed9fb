import type { finished as english } from "./finished.en";

export const finished: typeof english = {};
