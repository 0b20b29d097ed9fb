import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { apiOf } from "./lib/api";
import { CUT, useBrowser, visitor, type Visitor } from "./lib/browser";
import { boxButton, player, rollButton, worth, type Player } from "./lib/play";
import { startServer } from "./lib/server";
import { agrees, moved, neverOther, watchStates } from "./lib/shown";

useBrowser();

// enter enters what is worth most, without waiting for what comes of it.
async function enter(p: Player): Promise<void> {
  const entry = worth(await p.api.game(p.id));
  await boxButton(p, entry.box).click();
  if (entry.confirm !== undefined) await p.v.page.getByRole("button", { name: /^(Enter|Strike)\? / }).first().click();
}

const link = (v: Visitor) => v.page.locator("[data-link]");

test("two browsers at one table end alike, whatever the network and the server do between", async () => {
  const server = await startServer(inject("binary"), join(inject("folder"), "two.db"));
  try {
    const options = { url: server.url, allow: [CUT] };
    const [ada, bo] = [await visitor(options), await visitor({ ...options, viewport: { width: 390, height: 800 }, locale: "sv" })];
    for (const v of [ada, bo]) {
      await watchStates(v);
      await v.go("account");
      await v.page.getByRole("heading", { level: 1 }).waitFor();
    }
    const host = apiOf(server.url, ada.page);
    const guest = apiOf(server.url, bo.page);
    const made = await host.make({ ruleset: "femlika", visibility: "public", seats: [{ kind: "me" }, { kind: "open" }] });
    await guest.call("POST", `/v1/games/${made.id}/seats`, {});
    for (const v of [ada, bo]) await v.go(`games/${made.id}`);
    const a = await player(ada, host);
    const b = await player(bo, guest);
    const both = async () => {
      await agrees(ada, host, a.id);
      return agrees(bo, guest, b.id);
    };
    await both();

    // Bo sees Ada's dice without asking.
    await moved(ada, host, a.id, () => rollButton(ada.page).click());
    await both();

    // Bo's network is cut; Ada plays on, and Bo sees it all once it is back.
    await bo.context.setOffline(true);
    await moved(ada, host, a.id, () => ada.page.getByRole("button", { name: "Die 1:" }).click());
    await moved(ada, host, a.id, () => enter(a));
    await bo.context.setOffline(false);
    await both();

    // Bo's move waits for the network, and is made once.
    await bo.context.setOffline(true);
    await bo.page.getByRole("button", { name: /^Slå/ }).click();
    await expect.poll(() => link(bo).getAttribute("data-link")).toBe("waiting");
    expect((await host.game(a.id)).turn?.roll).toBe(0);
    await bo.context.setOffline(false);
    await expect.poll(async () => (await host.game(a.id)).turn?.roll).toBe(1);
    await both();
    const entry = worth(await guest.game(b.id));
    const name = b.rules.scorecard!.boxes.find((x) => x.id === entry.box)!.label.sv;
    const box = bo.page.getByRole("button", { name: new RegExp(`${name}: `) }).first();
    await moved(bo, guest, b.id, async () => {
      await box.click();
      if (entry.confirm !== undefined) await box.click();
    });
    await both();

    // The server dies in the middle of a turn, and comes back; Ada rolled meanwhile.
    await server.kill();
    await rollButton(ada.page).click();
    await expect.poll(() => link(ada).getAttribute("data-link")).toBe("waiting");
    await server.again();
    await expect.poll(async () => (await host.game(a.id)).turn).toMatchObject({ seat: 0, roll: 1 });
    const game = await both();
    await expect.poll(() => link(ada).getAttribute("data-link")).toBe("live");
    await expect.poll(() => link(bo).getAttribute("data-link")).toBe("live");
    await moved(ada, host, a.id, () => enter(a));
    await both();

    // Every move was made once.
    const events = await host.events(a.id);
    expect(events.filter((e) => e.type === "rolled")).toHaveLength(3);
    expect(events.filter((e) => e.type === "entered")).toHaveLength(3);
    expect(game.seats.map((s) => s.status)).toEqual(["playing", "playing"]);
    expect(await neverOther(ada.page, host, a.id)).toBeGreaterThan(3);
    expect(await neverOther(bo.page, guest, b.id)).toBeGreaterThan(3);
  } finally {
    await server.stop();
  }
});
