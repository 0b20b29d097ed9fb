import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import type { Advice, Entry, Game, Ruleset } from "../../src/api/types";
import type { Api } from "./api";
import type { Visitor } from "./browser";
import { agrees, moved } from "./shown";

export interface Player {
  v: Visitor;
  api: Api;
  id: string;
  rules: Ruleset;
}

// player is a visitor at the table that the page shows.
export async function player(v: Visitor, api: Api): Promise<Player> {
  await v.page.locator("[data-game]").waitFor();
  const id = (await v.page.locator("[data-game]").getAttribute("data-game"))!;
  const game = await api.game(id);
  return { v, api, id, rules: await api.call<Ruleset>("GET", `/v1/rulesets/${game.ruleset}`) };
}

export const rollButton = (page: Page): Locator => page.getByRole("button", { name: /^Roll/ });

// worth is the box to enter: the one with the most points, of equal ones the first.
export function worth(game: Game): Entry {
  return [...game.turn!.boxes!].sort((a, b) => b.points + b.bonus - a.points - a.bonus)[0]!;
}

// boxButton is the button of a box on the card, by what it is called; it begins with the question once that is asked.
export function boxButton(p: Player, box: string): Locator {
  const name = p.rules.scorecard!.boxes.find((b) => b.id === box)!.label.en;
  return p.v.page.getByRole("button", { name: new RegExp(`^((Enter|Strike)\\? )?${name}: `) }).first();
}

// cardTurn plays a turn of a game of boxes: rolls, holds what there is most of, rolls again, and enters; after each step the
// page shows what the API has.
export async function cardTurn(p: Player): Promise<Game> {
  const roll = rollButton(p.v.page);
  let game = await moved(p.v, p.api, p.id, () => roll.click());
  const dice = game.turn!.dice;
  const most = [...dice].sort((a, b) => dice.filter((d) => d === b).length - dice.filter((d) => d === a).length)[0]!;
  if (game.turn!.round % 3 === 1 && dice.some((d) => d !== most)) {
    const at = dice.findIndex((d) => d === most);
    await moved(p.v, p.api, p.id, () => p.v.page.getByRole("button", { name: `Die ${at + 1}:` }).click());
    game = await moved(p.v, p.api, p.id, () => roll.click());
  }
  const entry = worth(game);
  const button = boxButton(p, entry.box);
  return moved(p.v, p.api, p.id, async () => {
    await button.click();
    if (entry.confirm !== undefined) await p.v.page.getByRole("button", { name: /^(Enter|Strike)\? / }).first().click();
  });
}

// whole plays a game to its end.
export async function whole(p: Player, turn: (p: Player) => Promise<Game>): Promise<Game> {
  let game = await agrees(p.v, p.api, p.id);
  while (game.status === "playing") game = await turn(p);
  return game;
}

// potTurn plays a turn of tiotusen as the advice says, by the keys of the dice and the buttons.
export async function potTurn(p: Player): Promise<Game> {
  const { page } = p.v;
  let game = await p.api.game(p.id);
  const { seat, round } = game.turn!;
  const same = () => game.status === "playing" && game.turn!.seat === seat && game.turn!.round === round;
  while (same()) {
    if (game.turn!.roll > 0 && game.turn!.may.includes("hold")) {
      const held = await advised(p.api, p.id);
      if (held !== undefined) {
        await hold(p, held.held);
        const then = page.getByRole("button", { name: held.then === "bank" ? /^Stop with/ : /^Roll/ });
        game = await moved(p.v, p.api, p.id, () => then.click());
        continue;
      }
    }
    game = await moved(p.v, p.api, p.id, () => page.getByRole("button", { name: /^Roll/ }).click());
  }
  return game;
}

// hold picks dice by their keys, those that are not picked yet: of three alike the first brings the others along.
async function hold(p: Player, wanted: readonly number[]): Promise<void> {
  const settled = p.v.page.locator(".dice:not([data-pending])");
  for (const position of wanted) {
    const die = `[data-die="${position + 1}"]`;
    if ((await settled.locator(die).getAttribute("aria-pressed")) === "true") continue;
    await p.v.page.keyboard.press(String(position + 1));
    await settled.locator(`${die}[aria-pressed="true"]`).waitFor();
  }
  const game = await agrees(p.v, p.api, p.id);
  expect(game.turn!.held).toEqual([...wanted].sort((a, b) => a - b));
}

async function advised(api: Api, id: string): Promise<{ held: number[]; then: "roll" | "bank" } | undefined> {
  const { actions } = await api.call<Advice>("GET", `/v1/games/${id}/advice`);
  const best = actions[0]!;
  return best.do === "hold" && best.held !== undefined ? { held: [...best.held], then: best.then ?? "roll" } : undefined;
}

// potAhead plays tiotusen without a page, as the advice says, until somebody is near the end.
export async function potAhead(api: Api, id: string, near: number): Promise<void> {
  for (;;) {
    const game = await api.game(id);
    if (game.status !== "playing" || game.seats.some((s) => s.total >= near)) return;
    const held = game.turn!.roll > 0 && game.turn!.may.includes("hold") ? await advised(api, id) : undefined;
    if (held?.then === "bank") await api.call("POST", `/v1/games/${id}/banks`, { held: held.held });
    else await api.call("POST", `/v1/games/${id}/rolls`, held === undefined ? {} : { held: held.held });
  }
}
