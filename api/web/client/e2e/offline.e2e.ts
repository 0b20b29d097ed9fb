import { expect, test } from "vitest";
import type { Game } from "../src/api/types";
import { apiOf, type Api } from "./lib/api";
import { CUT, useBrowser, visitor, type Visitor } from "./lib/browser";
import { agrees, watchStates } from "./lib/shown";

useBrowser();

// ready waits until the browser has the page and the engine for when there is no network.
async function ready(v: Visitor): Promise<void> {
  const kept = () =>
    v.page.evaluate(async () => navigator.serviceWorker.controller !== null && (await (await caches.open("kast-engine")).keys()).length > 0);
  await expect.poll(kept, { timeout: 60_000, interval: 250 }).toBe(true);
}

// seqOf is which state of a game is shown.
const seqOf = async (v: Visitor) => Number(await v.page.locator("[data-seq]").getAttribute("data-seq"));

// done presses a key that changes the game, and waits until the change is shown.
async function done(v: Visitor, key: string): Promise<void> {
  const before = await seqOf(v);
  await v.page.keyboard.press(key);
  await v.page.locator(`[data-seq]:not([data-seq="${before}"])`).waitFor();
}

test("without the network the page comes, a game is played to its end, and is at the server afterwards", async () => {
  const v = await visitor({ offline: true, allow: [CUT] });
  await v.go("account"); // to have an account; without one the page makes it when it is needed
  const api = apiOf(v.url, v.page);
  await api.games();
  await v.page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await v.page.reload();
  await ready(v);

  await v.context.setOffline(true);
  await v.page.reload();
  await v.go("new");
  await v.page.getByRole("radio", { name: "Fem lika" }).check();
  await v.page.getByRole("button", { name: "Only me" }).click();
  await v.page.getByRole("radio", { name: /^This device/ }).check();
  await v.page.getByRole("button", { name: "Begin", exact: true }).click();
  await v.page.locator('[data-status="playing"]').waitFor();
  const id = (await v.page.locator("[data-game]").getAttribute("data-game"))!;
  for (let round = 1; round <= 13; round++) {
    await done(v, "r");
    const before = await seqOf(v);
    await v.page.keyboard.press("ArrowDown");
    await v.page.keyboard.press("Enter"); // rolls are left, so it asks
    await v.page.getByRole("button", { name: /^(Enter|Strike)\? / }).first().waitFor();
    await v.page.keyboard.press("Enter");
    await v.page.locator(`[data-seq]:not([data-seq="${before}"])`).waitFor();
    if (round === 6) {
      await v.page.reload(); // it is on the disk
      await v.page.locator(`[data-game="${id}"][data-status="playing"]`).waitFor();
    }
  }
  await v.page.locator('[data-status="finished"]').waitFor();
  const last = await seqOf(v);
  expect((await api.games()).map((g) => g.id)).not.toContain(id);

  await v.context.setOffline(false);
  await expect.poll(async () => (await api.games()).find((g) => g.id === id)?.status, { timeout: 30_000 }).toBe("finished");
  const game = await api.game(id);
  expect(game).toMatchObject({ seq: last, dice: "client", ruleset: "femlika" });
  await v.page.getByText(String(game.seats[0]!.total)).first().waitFor();
});

// apart has this browser and another device go on from the same state: here a roll, there another one.
async function apart(v: Visitor, api: Api): Promise<{ id: string; theirs: Game }> {
  const { id } = await api.make({ ruleset: "femlika", dice: "client", seats: [{ kind: "me" }, { kind: "guest", name: "Bo" }] });
  await v.go(`games/${id}`);
  await v.page.locator('[data-link="local"]').waitFor();
  await v.context.setOffline(true);
  await done(v, "r");
  const { game: theirs } = await api.call<{ game: Game }>("POST", `/v1/games/${id}/rolls`, { dice: [1, 2, 3, 4, 6] });
  await v.context.setOffline(false);
  await v.page.getByText("This game went on elsewhere too").first().waitFor({ timeout: 60_000 });
  return { id, theirs };
}

test("where two devices went on, one chooses: on as there, or both", async () => {
  const v = await visitor({ offline: true, allow: [CUT, /status of 409/] });
  await watchStates(v);
  await v.go("account");
  const api = apiOf(v.url, v.page);
  await api.games();
  await v.page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await v.page.reload();
  await ready(v);

  const first = await apart(v, api);
  await v.page.getByRole("button", { name: "Go on as there" }).click();
  await v.page.getByRole("button", { name: "Go on as there" }).waitFor({ state: "detached" });
  expect((await agrees(v, api, first.id)).head).toBe(first.theirs.head);

  const second = await apart(v, api);
  await v.page.getByRole("button", { name: "Keep this as a game of its own" }).click();
  await expect.poll(async () => (await api.games()).length, { timeout: 30_000 }).toBe(3);
  const other = (await api.games()).find((g) => g.id !== first.id && g.id !== second.id)!;
  expect((await api.game(other.id)).turn?.roll).toBe(1);
  expect((await api.game(other.id)).seats[1]?.name).toBe("Bo");
  expect((await api.game(second.id)).head).toBe(second.theirs.head);
});
