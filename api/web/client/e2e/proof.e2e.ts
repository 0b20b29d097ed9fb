import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import type { Event } from "../src/api/types";
import { canonical } from "../src/finished/canonical";
import { apiOf, playOut } from "./lib/api";
import { useBrowser, visitor, type Visitor } from "./lib/browser";

useBrowser();

const solo = { ruleset: "femlika", seats: [{ kind: "me" as const }] } as const;

async function finishedGame(v: Visitor): Promise<string> {
  await v.go("account");
  const api = apiOf(v.url, v.page);
  const game = await api.make({ ...solo, seats: [...solo.seats] });
  await playOut(api, game.id);
  return game.id;
}

// tamper has the server's log of games arrive otherwise.
async function tamper(v: Visitor, how: (log: Event[]) => void): Promise<void> {
  await v.context.route(/\/v1\/games\/[^/]+\/events/, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { items: Event[] };
    how(body.items);
    await route.fulfill({ response: answer, json: body });
  });
}

// chained hashes a log anew, as somebody would who changes it and wants nobody to see.
function chained(log: Event[]): void {
  let before = "0".repeat(64);
  for (const event of log) {
    event.prev = before;
    const { hash: _, ...rest } = event;
    before = event.hash = createHash("sha256").update(canonical(rest)).digest("hex");
  }
}

// turnDie shows another face on a die of the fourth roll.
function turnDie(log: Event[]): void {
  const roll = log.filter((e) => e.type === "rolled")[3]!;
  roll.dice![2] = (roll.dice![2]! % 6) + 1;
}

test("the dice of a game are proved in the browser", async () => {
  const v = await visitor();
  const id = await finishedGame(v);
  await v.go(`games/${id}/fairness`);
  await v.page.getByRole("heading", { name: "The dice are verified" }).waitFor();
  await v.page.getByText("13 rolls computed anew").waitFor();
});

test.each([
  ["a die that was turned", turnDie],
  [
    "a die that was turned, all hashes made to fit",
    (log: Event[]) => {
      turnDie(log);
      chained(log);
    },
  ],
  [
    "another seed than was promised, all hashes made to fit",
    (log: Event[]) => {
      log.at(-1)!.serverSeed = "00".repeat(32);
      chained(log);
    },
  ],
  ["an event that is left out", (log: Event[]) => void log.splice(5, 1)],
])("of %s there is no proof", async (_, how) => {
  const v = await visitor();
  const id = await finishedGame(v);
  await tamper(v, how);
  await v.go(`games/${id}/fairness`);
  await v.page.getByRole("heading", { name: "The proof fails" }).waitFor();
  expect(await v.page.getByRole("heading", { name: "The dice are verified" }).count()).toBe(0);
});
