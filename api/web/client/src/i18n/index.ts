import { computed, signal } from "@preact/signals";
import type { Label } from "../api/types";
import { readText, writeText } from "../kept";
import { en, type Texts } from "./en";
import { sv } from "./sv";

export type Language = "sv" | "en";

const KEY = "kast-language";

function first(): Language {
  const kept = readText(KEY);
  if (kept === "sv" || kept === "en") return kept;
  const known = navigator.languages.map((l) => l.slice(0, 2)).find((l) => l === "sv" || l === "en");
  return known === "sv" ? "sv" : "en";
}

// language is that of the page: what the browser asks for, unless somebody chose.
export const language = signal<Language>(first());
language.subscribe((l) => {
  document.documentElement.lang = l;
});

// speak changes the language, for good.
export function speak(l: Language): void {
  writeText(KEY, l);
  language.value = l;
}

const texts = computed<Texts>(() => (language.value === "sv" ? sv : en));

// t is all that the page says, in its language: t().roll, t().seats(3).
export function t(): Texts {
  return texts.value;
}

// label is a label of the API in the language of the page.
export function label(l: Label | undefined): string {
  return l?.[language.value] ?? "";
}

// figure is a number as people write it; digits after the comma as asked.
export function figure(n: number, digits = 0): string {
  return new Intl.NumberFormat(language.value, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(n);
}

// datesLike is whose dates are written: those of the first language of the browser that is a kind of the page's. Bare English
// would be American, so it is British where the browser does not say which.
const datesLike = computed(() => {
  const kinds = navigator.languages.filter((l) => l.slice(0, 2) === language.value);
  return language.value === "en" ? (kinds.find((l) => l.includes("-")) ?? "en-GB") : (kinds[0] ?? language.value);
});

// when is a time in few words.
export function when(at: string): string {
  return new Intl.DateTimeFormat(datesLike.value, { dateStyle: "medium", timeStyle: "short" }).format(new Date(at));
}
