import { expect, test } from "vitest";
import { apiOf } from "./lib/api";
import { refused, useBrowser, visitor } from "./lib/browser";
import { cardTurn, player, potAhead, potTurn, rollButton, whole } from "./lib/play";
import { neverOther, watchStates } from "./lib/shown";

useBrowser();

test("one tap begins a game alone, and it is played to its end", async () => {
  const v = await visitor({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true });
  await watchStates(v);
  await v.go("");
  await v.page.getByRole("button", { name: "Fem lika" }).tap();
  const p = await player(v, apiOf(v.url, v.page));
  await rollButton(v.page).waitFor();
  expect(await v.page.getByRole("button", { name: "Keys" }).count()).toBe(0); // a phone has none
  const game = await whole(p, cardTurn);
  expect(game).toMatchObject({ ruleset: "femlika", status: "finished" });
  expect(await neverOther(v.page, p.api, p.id)).toBeGreaterThan(26);
});

test("two at one phone play penta to its end, the cards beside each other", async () => {
  const v = await visitor();
  await watchStates(v);
  await v.go("new");
  await v.page.getByRole("radio", { name: "Penta" }).check();
  await v.page.getByRole("button", { name: "On this device" }).click();
  await v.page.getByRole("textbox", { name: "Name, seat 2" }).fill("Bo");
  await v.page.getByRole("spinbutton").first().fill("0");
  await v.page.getByRole("button", { name: "Begin", exact: true }).dispatchEvent("click"); // a tap need not take the focus
  const p = await player(v, apiOf(v.url, v.page));
  const game = await whole(p, cardTurn);
  expect(game).toMatchObject({ ruleset: "penta", status: "finished", options: { autoEnterSeconds: 0 } });
  expect(game.seats.map((s) => s.name)[1]).toBe("Bo");
  expect(await neverOther(v.page, p.api, p.id)).toBeGreaterThan(52);
});

test("bonanza is played to its end against the computer, against the clock", async () => {
  const v = await visitor();
  await watchStates(v);
  await v.go("new");
  await v.page.getByRole("radio", { name: "Bonanza" }).check();
  await v.page.getByRole("button", { name: "Against the computer" }).click();
  await v.page.getByRole("combobox", { name: "Clock for each turn" }).selectOption("90");
  await v.page.getByRole("button", { name: "Begin", exact: true }).click();
  const p = await player(v, apiOf(v.url, v.page));
  await v.page.getByRole("timer").or(v.page.getByText(/Time left/)).first().waitFor();
  const game = await whole(p, cardTurn);
  expect(game).toMatchObject({ ruleset: "bonanza", status: "finished", options: { turnSeconds: 90 } });
  await neverOther(v.page, p.api, p.id);
});

test("tiotusen is played to its end, final round and all", async () => {
  // Dice are picked one by one, and the first of a group alone is refused.
  const v = await visitor({ viewport: { width: 390, height: 800 }, allow: [refused(422)] });
  await watchStates(v);
  await v.go("account");
  const api = apiOf(v.url, v.page);
  const { id } = await api.make({ ruleset: "tiotusen", seats: [{ kind: "me" }, { kind: "guest", name: "Bo" }] });
  await potAhead(api, id, 8000);
  await v.go(`games/${id}`);
  const p = await player(v, api);
  const game = await whole(p, potTurn);
  expect(game).toMatchObject({ ruleset: "tiotusen", status: "finished" });
  expect(Math.max(...game.seats.map((s) => s.total))).toBeGreaterThanOrEqual(10_000);
  expect(await neverOther(v.page, p.api, p.id)).toBeGreaterThan(0);
});
