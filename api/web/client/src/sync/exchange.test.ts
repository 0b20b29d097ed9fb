import { beforeEach, describe, expect, test } from "vitest";
import { Unreachable } from "../api/problem";
import type { Event, Game } from "../api/types";
import { waits } from "../local/games";
import { keepAsAnother, takeServers } from "./choose";
import { exchanged, type Exchange } from "./exchange";
import { dropDeleted, noteGuest } from "./release";
import { fake, memory, refusal, type FakeServer } from "./fakes";

const event = (seq: number, id: string) => ({ seq, id, type: seq === 1 ? "created" : "rolled", gameId: "g" }) as unknown as Event;
const log = (...ids: string[]) => ids.map((id, i) => event(i + 1, id));
const fold = async (events: readonly Event[]) => ({ seq: events.length, status: "playing" }) as Game;

let games: ReturnType<typeof memory>;
let server: FakeServer;
let x: Exchange;

async function keep(id: string, ...ids: string[]): Promise<void> {
  const events = log(...ids);
  await games.add({ id, game: await fold(events), names: ["", "Bo"], changedAt: "", sent: 0 }, events);
}

async function play(id: string, event: string): Promise<void> {
  const events = await games.events(id);
  const added = log(...events.map((e) => e.id), event);
  await games.append(id, events.length, added.slice(-1), await fold(added));
}

beforeEach(() => {
  games = memory();
  server = fake();
  x = { games, server, me: () => "me", fold, newId: () => "another" };
});

const stored = (id: string) => server.logs.get(id)?.map((e) => e.id);
const own = async (id: string) => (await games.events(id)).map((e) => e.id);

describe("exchange", () => {
  test("brings what is new to the server, once", async () => {
    await keep("g", "a", "b");
    await exchanged(x);
    expect(stored("g")).toEqual(["a", "b"]);
    expect(waits((await games.get("g"))!)).toBe(false);
    const before = server.calls;
    await exchanged(x);
    expect(server.calls - before).toBe(1); // what changed there is all that it asks
  });

  test("sends again what was lost, and a move that was made meanwhile", async () => {
    await keep("g", "a", "b");
    for (const lost of ["before", "after"] as const) {
      server.lose = [lost];
      await expect(exchanged(x)).rejects.toBeInstanceOf(Unreachable);
      expect(waits((await games.get("g"))!)).toBe(true);
      await play("g", `after ${lost}`);
    }
    await exchanged(x);
    expect(stored("g")).toEqual(["a", "b", "after before", "after after"]);
    expect(waits((await games.get("g"))!)).toBe(false);
  });

  test("a log that another device went on with is left to a person, and holds up no other", async () => {
    await keep("g", "a", "b", "mine");
    server.put("g", log("a", "b", "theirs", "theirs2"));
    await keep("h", "a2");
    await exchanged(x);
    expect((await games.get("g"))!.trouble).toMatchObject({ kind: "diverged", seq: 3 });
    expect(await own("g")).toEqual(["a", "b", "mine"]);
    expect(stored("h")).toEqual(["a2"]);
  });

  test("a person takes what the server has", async () => {
    await keep("g", "a", "b", "mine");
    server.put("g", log("a", "b", "theirs", "theirs2"));
    await exchanged(x);
    expect(await takeServers(games, "g", fold)).toBe(true);
    expect(await own("g")).toEqual(["a", "b", "theirs", "theirs2"]);
    const after = (await games.get("g"))!;
    expect([after.trouble, waits(after)]).toEqual([undefined, false]);
  });

  test("a person keeps both", async () => {
    await keep("g", "a", "b", "mine");
    server.put("g", log("a", "b", "theirs"));
    await exchanged(x);
    expect(await keepAsAnother(games, "g", "g2", fold)).toBe(true);
    await exchanged(x);
    expect(await own("g")).toEqual(["a", "b", "theirs"]);
    expect(stored("g")).toEqual(["a", "b", "theirs"]);
    expect(stored("g2")).toEqual(["a", "b", "mine"]);
    const [first] = await games.events("g2");
    expect(first).toMatchObject({ gameId: "g2" });
    expect(first).not.toHaveProperty("hash");
  });

  test("a log that the server does not take stays here, is not sent again, and holds up no other", async () => {
    await keep("g", "a");
    await keep("h", "b");
    const upload = server.upload;
    server.upload = async (id, events, names, as) => {
      if (id === "g") throw refusal({ code: "badLog", status: 422, seq: 1, cause: "badDice" });
      return upload(id, events, names, as);
    };
    await exchanged(x);
    await exchanged(x);
    expect((await games.get("g"))!.trouble).toMatchObject({ kind: "refused", problem: { cause: "badDice" } });
    expect(await own("g")).toEqual(["a"]);
    expect(stored("h")).toEqual(["b"]);
  });

  test.each([
    ["rateLimited", 429],
    ["registrationClosed", 403],
    ["unauthenticated", 401],
    ["unavailable", 503],
  ] as const)("%s holds up all, and nothing is noted of the game", async (code, status) => {
    await keep("g", "a");
    server.upload = async () => {
      throw refusal({ code, status });
    };
    await expect(exchanged(x)).rejects.toMatchObject({ code });
    expect((await games.get("g"))!.trouble).toBeUndefined();
  });

  test("takes over what another device has done", async () => {
    await keep("g", "a", "b");
    await exchanged(x);
    server.put("g", log("a", "b", "c", "d"));
    server.lose = [undefined, "before"];
    await expect(exchanged(x)).rejects.toBeInstanceOf(Unreachable);
    await exchanged(x);
    expect(await own("g")).toEqual(["a", "b", "c", "d"]);
    expect(waits((await games.get("g"))!)).toBe(false);
  });

  test("a server that lost what it had gets it again", async () => {
    await keep("g", "a", "b", "c");
    await exchanged(x);
    server.put("g", log("a"));
    await exchanged(x);
    await exchanged(x);
    expect(stored("g")).toEqual(["a", "b", "c"]);
  });

  test("a cursor from before an older database begins anew, and all is sent again", async () => {
    await keep("g", "a");
    await exchanged(x);
    await games.note("changes me", "1000");
    server.logs.clear();
    server.order = [];
    await exchanged(x);
    await exchanged(x);
    expect(stored("g")).toEqual(["a"]);
  });

  describe("who comes and leaves", () => {
    let me: string | undefined;
    beforeEach(() => {
      me = "bob";
      x = { ...x, me: () => me };
    });

    test("what a player leaves unsent waits for them, and makes no guest", async () => {
      await keep("g", "a");
      await games.change("g", (g) => ({ ...g, account: "bob" }));
      me = undefined;
      await exchanged(x);
      expect(server.calls).toBe(0);
      me = "bob";
      await exchanged(x);
      expect(stored("g")).toEqual(["a"]);
    });

    test("a game that nobody made is sent by a new guest, whose it is by the answer", async () => {
      me = undefined;
      await keep("g", "a");
      const upload = server.upload;
      server.upload = async (id, events, names, as) => {
        expect(as).toBeUndefined();
        me = "guest";
        return { ...(await upload(id, events, names, as)), host: "guest" };
      };
      await exchanged(x);
      expect((await games.get("g"))!.account).toBe("guest");
    });

    test("who signs out during an upload keeps the game", async () => {
      await keep("g", "a");
      const upload = server.upload;
      server.upload = async (id, events, names, as) => {
        me = "another";
        return { ...(await upload(id, events, names, as)), host: "bob" };
      };
      await exchanged(x);
      expect((await games.get("g"))!.account).toBe("bob");
    });

    test("who signs out just before an upload sends nothing", async () => {
      await keep("g", "a");
      await games.change("g", (g) => ({ ...g, account: "bob" }));
      const events = games.events;
      games.events = async (id) => {
        me = "another";
        return events(id);
      };
      await exchanged(x);
      expect(stored("g")).toBeUndefined();
    });

    test("a guest's game goes to who comes next, but makes no guest by itself", async () => {
      await noteGuest(games, "guest", true);
      await keep("g", "a");
      await games.change("g", (g) => ({ ...g, account: "guest" }));
      me = undefined;
      await exchanged(x);
      expect(server.calls).toBe(0);
      expect((await games.get("g"))!.account).toBeUndefined();
      me = "bob";
      await exchanged(x);
      expect(stored("g")).toEqual(["a"]);
      expect(await games.get("g")).toMatchObject({ account: "bob", sent: 1 });
      expect((await games.get("g"))!.released).toBeUndefined();
    });

    test.each([["notFound", 404], ["idInUse", 409]] as const)("what the server has of a guest that is gone goes on as another game: %s", async (code, status) => {
      await noteGuest(games, "guest", true);
      await keep("g", "a", "b");
      await games.change("g", (g) => ({ ...g, account: "guest", sent: 1 }));
      const upload = server.upload;
      server.upload = async (id, ...rest) => {
        if (id === "g") throw refusal({ code, status });
        return upload(id, ...rest);
      };
      await exchanged(x);
      await exchanged(x);
      const [only, ...none] = await games.all();
      expect(none).toEqual([]);
      expect(only!.id).not.toBe("g");
      expect(only).toMatchObject({ account: "bob", sent: 2 });
      expect(stored(only!.id)).toEqual(["a", "b"]);
    });

    test("the games of a registered account stay its own", async () => {
      await noteGuest(games, "ada", true);
      await noteGuest(games, "ada", false);
      await keep("g", "a");
      await games.change("g", (g) => ({ ...g, account: "ada" }));
      await exchanged(x);
      expect((await games.get("g"))!.account).toBe("ada");
      expect(server.calls).toBe(0);
    });

    test("a deleted account's games go, but for what only this device has", async () => {
      await keep("g", "a");
      await keep("h", "b");
      await games.change("g", (g) => ({ ...g, account: "ada", sent: 1 }));
      await games.change("h", (g) => ({ ...g, account: "ada" }));
      await dropDeleted(games, "ada");
      await exchanged(x);
      expect((await games.all()).map((g) => [g.id, g.account])).toEqual([["h", "bob"]]);
    });
  });

  test("another account's games are left alone", async () => {
    await keep("g", "a");
    await exchanged(x);
    await play("g", "b");
    await exchanged({ ...x, me: () => "another" });
    expect(stored("g")).toEqual(["a"]);
  });
});
