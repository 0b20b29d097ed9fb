import { expect, test } from "vitest";
import { apiOf } from "./lib/api";
import { useBrowser, visitor } from "./lib/browser";
import { player, whole } from "./lib/play";
import { moved, neverOther, watchStates } from "./lib/shown";

useBrowser();

test("a whole game of penta is begun and played with the keyboard alone", async () => {
  const v = await visitor();
  await watchStates(v);
  await v.go("");
  await v.page.getByRole("button", { name: "Penta" }).waitFor();
  const { keyboard } = v.page;
  const focused = () => v.page.evaluate(() => document.activeElement?.getAttribute("data-ruleset"));
  for (let i = 0; i < 20 && (await focused()) !== "penta"; i++) await keyboard.press("Tab");
  expect(await focused()).toBe("penta");
  await keyboard.press("Enter");

  const p = await player(v, apiOf(v.url, v.page));
  const game = await whole(p, async () => {
    let now = await moved(v, p.api, p.id, () => keyboard.press("r"));
    if (now.turn!.round % 4 === 1) {
      now = await moved(v, p.api, p.id, () => keyboard.press("2"));
      expect(now.turn!.held).toEqual([1]);
      now = await moved(v, p.api, p.id, () => keyboard.press("r"));
    }
    return moved(v, p.api, p.id, async () => {
      await keyboard.press("ArrowDown");
      const box = await v.page.evaluate(() => document.activeElement?.getAttribute("data-box"));
      const entry = now.turn!.boxes!.find((b) => b.box === box);
      expect(entry).toBeDefined();
      await keyboard.press("Enter");
      if (entry!.confirm === undefined) return;
      await v.page.getByRole("button", { name: /^(Enter|Strike)\? / }).first().waitFor();
      await keyboard.press("Escape");
      await v.page.getByRole("button", { name: /^(Enter|Strike)\? / }).first().waitFor({ state: "detached" });
      await keyboard.press("Enter");
      await keyboard.press("Enter");
    });
  });
  expect(game).toMatchObject({ ruleset: "penta", status: "finished" });
  expect(await neverOther(v.page, p.api, p.id)).toBeGreaterThan(26);
});
