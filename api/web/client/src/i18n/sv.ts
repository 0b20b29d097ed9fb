import type { Texts } from "./en";
import { finished } from "./finished.sv";
import { offline } from "./offline.sv";
import { own } from "./own.sv";
import { play } from "./play.sv";
import { tables } from "./tables.sv";

export const sv: Texts = { ...play, ...tables, ...offline, ...finished, ...own };
