import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { newGuest } from "./lib/api";
import { useBrowser, visitor } from "./lib/browser";
import { startServer } from "./lib/server";

useBrowser();

test("of many open tables all can be seen", async () => {
  const server = await startServer(inject("binary"), join(inject("folder"), "lobby.db"));
  try {
    const { api } = await newGuest(server.url, "Bo");
    const made: string[] = [];
    for (let i = 0; i < 60; i++) {
      made.push((await api.make({ ruleset: "penta", visibility: "public", seats: [{ kind: "me" }, { kind: "open" }] })).id);
    }
    const v = await visitor({ url: server.url });
    await v.go("lobby");
    const tables = v.page.locator("[data-game]");
    const more = v.page.getByRole("button", { name: "Show more" });
    await more.waitFor();
    const first = await tables.count();
    expect(first).toBeLessThan(made.length);
    await more.click();
    await expect.poll(() => tables.count()).toBe(made.length);
    expect(await more.isVisible()).toBe(false);
    const shown = await tables.evaluateAll((all) => all.map((e) => e.getAttribute("data-game")));
    expect(shown.toSorted()).toEqual(made.toSorted());
    await v.context.close();
  } finally {
    await server.stop();
  }
});
