import { finished } from "./finished.en";
import { offline } from "./offline.en";
import { own } from "./own.en";
import { play } from "./play.en";
import { tables } from "./tables.en";

// en is all that the page says, in English; sv has the same. Each part of the page has a file of its own.
export const en = { ...play, ...tables, ...offline, ...finished, ...own };

export type Texts = typeof en;
