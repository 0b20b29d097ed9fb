import type { tables as english } from "./tables.en";

export const tables: typeof english = {};
