import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, inject, test } from "vitest";
import type { Locator, Page } from "playwright-core";
import type { Game, NewGame } from "../src/api/types";
import { newGuest, playOut, type Guest } from "./lib/api";
import { flaws } from "./lib/axe";
import { refused, useBrowser, visitor, type Visitor } from "./lib/browser";

useBrowser();

// Each page is looked at by axe, small and wide, in the light and in the dark, and must not scroll sideways. With KAST_SHOTS
// pictures of all are put into e2e/shots.
const SHOTS = process.env["KAST_SHOTS"] === undefined ? undefined : join(import.meta.dirname, "shots");
if (SHOTS !== undefined) mkdirSync(SHOTS, { recursive: true });

async function look(v: Visitor, name: string): Promise<void> {
  const found: string[] = [];
  const sizes = [320, 1280] as const;
  for (const width of sizes) {
    await v.page.setViewportSize({ width, height: 800 });
    for (const colorScheme of ["light", "dark"] as const) {
      await v.page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      found.push(...(await flaws(v.page, colorScheme === "dark" ? "colours" : undefined)).map((f) => `${width} ${colorScheme} ${f}`));
    }
    const wide = await v.page.evaluate(() => document.documentElement.scrollWidth);
    if (wide > width) found.push(`${width}: scrolls sideways to ${wide}`);
  }
  if (SHOTS !== undefined) {
    for (const [width, colorScheme] of [[390, "light"], [390, "dark"], [1280, "light"], [1280, "dark"]] as const) {
      await v.page.setViewportSize({ width, height: 800 });
      await v.page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await v.page.screenshot({ path: join(SHOTS, `${name}-${width}-${colorScheme}.png`), fullPage: width === 390 });
    }
  }
  expect(found).toEqual([]);
}

// Ada has a history: games finished, going on and open, at a server that others use too.
let ada: Guest;
const games: Record<string, Game> = {};
let lobby: Game;

beforeAll(async () => {
  const url = inject("url");
  ada = await newGuest(url, "Ada");
  const { api } = ada;
  const make = async (name: string, game: NewGame) => (games[name] = await api.make(game));
  const computer = { kind: "bot", level: "casual" } as const;
  for (const ruleset of ["penta", "femlika", "bonanza"] as const) {
    const game = await make(ruleset, {
      ruleset,
      seats: [{ kind: "me" }, computer],
      options: { autoEnterSeconds: 0, turnSeconds: ruleset === "bonanza" ? 90 : 0 },
    });
    await api.call("POST", `/v1/games/${game.id}/rolls`, {});
  }
  await make("solo", { ruleset: "femlika", seats: [{ kind: "me" }] });
  await make("tiotusen", { ruleset: "tiotusen", seats: [{ kind: "me" }, computer, { kind: "guest", name: "Cia" }] });
  await make("over", { ruleset: "femlika", seats: [{ kind: "me" }, { kind: "guest", name: "Bo" }] });
  await playOut(api, games["over"]!.id);
  await make("waiting", { ruleset: "penta", seats: [{ kind: "me" }, { kind: "open" }] });
  lobby = await (await newGuest(url, "Bo")).api.make({ ruleset: "femlika", visibility: "public", seats: [{ kind: "me" }, { kind: "open" }] });
});

const heading = (name: string | RegExp) => (page: Page) => page.getByRole("heading", { level: 1, name });
const dice = (page: Page) => page.getByRole("group", { name: "Dice" }).or(page.getByRole("img", { name: "Not rolled yet" }));
const place = (name: string, after = "") => `games/${games[name]!.id}${after}`;

// Each page: where it is, and what is there once it has come.
const pages: Record<string, { at: () => string; ready: (page: Page) => Locator; allow?: RegExp[] }> = {
  home: { at: () => "", ready: (page) => page.locator(`[data-game="${games["penta"]!.id}"]`) },
  new: { at: () => "new", ready: (page) => page.getByRole("radio", { name: "Penta" }) },
  lobby: { at: () => "lobby", ready: (page) => page.getByRole("link", { name: /Bo/ }).or(page.getByRole("button", { name: /Bo/ })).first() },
  join: { at: () => `join/${games["waiting"]!.inviteCode}`, ready: heading(/./) },
  watch: { at: () => "watch/ABCDEFGH", ready: heading(/./), allow: [refused(404)] },
  waiting: { at: () => place("waiting"), ready: (page) => page.getByText(games["waiting"]!.inviteCode!).first() },
  "waiting-guest": { at: () => `games/${lobby.id}`, ready: heading(/./) },
  penta: { at: () => place("penta"), ready: dice },
  femlika: { at: () => place("femlika"), ready: dice },
  bonanza: { at: () => place("bonanza"), ready: dice },
  tiotusen: { at: () => place("tiotusen"), ready: dice },
  solo: { at: () => place("solo"), ready: dice },
  over: { at: () => place("over"), ready: heading(/./) },
  replay: { at: () => place("over", "/replay"), ready: (page) => page.getByRole("button", { name: "Play", exact: true }) },
  review: { at: () => place("over", "/review"), ready: (page) => page.getByText("Luck of the dice").first() },
  fairness: { at: () => place("over", "/fairness"), ready: (page) => page.getByRole("heading", { name: "The dice are verified" }) },
  finished: { at: () => "finished", ready: (page) => page.getByRole("link", { name: /Replay/ }).first() },
  statistics: { at: () => "statistics", ready: heading(/./) },
  account: { at: () => "account", ready: (page) => page.getByText("You play as Ada") },
  rules: { at: () => "rules/tiotusen", ready: heading("Tiotusen") },
};

test.each(Object.keys(pages))("%s is for everybody", async (name) => {
  const { at, ready, allow = [] } = pages[name]!;
  const v = await visitor({ session: ada.session, allow });
  await v.go(at());
  await ready(v.page).waitFor();
  await look(v, name);
});
