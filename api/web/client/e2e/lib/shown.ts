import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Game } from "../../src/api/types";
import type { Api } from "./api";
import type { Visitor } from "./browser";

// Shown is what somebody sees of a state of a game: which one it is, the dice by their pips, the totals as they stand there.
export interface Shown {
  game: string;
  seq: number;
  dice: number[];
  totals: number[];
}

// WATCH reads that off the page, again whenever the page changes, and keeps all that was ever shown.
const WATCH = `(() => {
  const number = (e) => Number(e.textContent.replace(/\\u2212/g, "-").replace(/[^0-9-]/g, ""));
  const totals = (root) => {
    for (const where of [".sheet tfoot td", "[data-seat] .points", ".card .total dd"]) {
      const found = [...root.querySelectorAll(where)];
      if (found.length > 0) return found.map(number);
    }
    return [];
  };
  window.kastNow = () => {
    const root = document.querySelector("[data-seq]");
    if (root === null || root.dataset.status !== "playing") return undefined;
    const dice = [...root.querySelectorAll("[data-die]")].map((d) => d.querySelectorAll("circle").length);
    return { game: root.dataset.game, seq: Number(root.dataset.seq), dice, totals: totals(root) };
  };
  window.kastShown = [];
  let last = "";
  new MutationObserver(() => {
    const now = window.kastNow();
    const text = JSON.stringify(now);
    if (now === undefined || text === last) return;
    last = text;
    window.kastShown.push(now);
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
})()`;

declare global {
  interface Window {
    kastNow: () => Shown | undefined;
    kastShown: Shown[];
  }
}

// watchStates has all states noted that a visitor is shown from the next page on.
export async function watchStates(v: Visitor): Promise<void> {
  await v.context.addInitScript(WATCH);
}

// stateOf is what there is to see of a game, as the API has it.
function stateOf(game: Game): Shown {
  return { game: game.id, seq: game.seq, dice: [...(game.turn?.dice ?? [])], totals: game.seats.map((s) => s.total) };
}

// agrees waits until the page has come to the state that the API has, and compares them.
export async function agrees(v: Visitor, api: Api, id: string): Promise<Game> {
  const game = await api.game(id);
  await v.page.locator(`[data-game="${id}"][data-seq="${game.seq}"]`).waitFor();
  if (game.status === "playing") expect(await v.page.evaluate(() => window.kastNow())).toEqual(stateOf(game));
  return game;
}

// moved does something that changes the game, waits until the page shows the change, and compares it with the API.
export async function moved(v: Visitor, api: Api, id: string, act: () => Promise<void>): Promise<Game> {
  const state = v.page.locator(`[data-game="${id}"]`);
  const before = await state.getAttribute("data-seq");
  await act();
  await v.page.locator(`[data-game="${id}"]:not([data-seq="${before}"])`).waitFor();
  return agrees(v, api, id);
}

// neverOther fails if the page has ever shown a state that the API did not have: each that was noted is compared with the
// game as it was then.
export async function neverOther(page: Page, api: Api, id: string): Promise<number> {
  const noted = (await page.evaluate(() => window.kastShown)).filter((s) => s.game === id);
  const known = new Map<number, Shown>();
  for (const s of noted) {
    let then = known.get(s.seq);
    if (then === undefined) {
      then = stateOf(await api.call<Game>("GET", `/v1/games/${id}?seq=${s.seq}`));
      known.set(s.seq, then);
    }
    expect(s).toEqual(then);
  }
  return known.size;
}
