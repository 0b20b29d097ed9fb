import type { offline as english } from "./offline.en";

export const offline: typeof english = {};
