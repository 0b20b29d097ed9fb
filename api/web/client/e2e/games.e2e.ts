import { expect, test } from "vitest";
import { apiOf } from "./lib/api";
import { useBrowser, visitor } from "./lib/browser";
import { cardTurn, player, whole } from "./lib/play";
import { neverOther, watchStates } from "./lib/shown";

useBrowser();

test("one tap begins a game alone, and it is played to its end", async () => {
  const v = await visitor({ viewport: { width: 390, height: 800 } });
  await watchStates(v);
  await v.go("");
  await v.page.getByRole("button", { name: "Fem lika" }).click();
  const p = await player(v, apiOf(v.url, v.page));
  const game = await whole(p, cardTurn);
  expect(game).toMatchObject({ ruleset: "femlika", status: "finished" });
  expect(await neverOther(v.page, p.api, p.id)).toBeGreaterThan(26);
});
