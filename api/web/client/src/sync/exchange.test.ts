import { beforeEach, describe, expect, test } from "vitest";
import { Unreachable } from "../api/problem";
import type { Event, Game } from "../api/types";
import { waits } from "../local/games";
import { keepAsAnother, takeServers } from "./choose";
import { exchanged, type Exchange } from "./exchange";
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
  x = { games, server, me: () => "me", fold };
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
    server.upload = async (id, events, names) => {
      if (id === "g") throw refusal({ code: "badLog", status: 422, seq: 1, cause: "badDice" });
      return upload(id, events, names);
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

  test("another account's games are left alone", async () => {
    await keep("g", "a");
    await exchanged(x);
    await play("g", "b");
    await exchanged({ ...x, me: () => "another" });
    expect(stored("g")).toEqual(["a"]);
  });
});
