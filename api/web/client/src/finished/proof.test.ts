import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Event } from "../api/types";
import { canonical } from "./canonical";
import { fromHex, hex, hmac, hmacKey, sha256, text } from "./hashes";
import { checkChain as chainOf, prove as proofOf } from "./proof";
import { drawn, message } from "./rolls";

// The kit that all clients check themselves with.
const KIT = new URL("../../../../../openapi/conformance/", import.meta.url);
const read = (file: string) => readFileSync(new URL(file, KIT), "utf8");
const log = (name: string) =>
  read(`logs/${name}.jsonl`)
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Event);

const idOf = (events: Event[]) => events[0]?.gameId ?? "";
const prove = (events: Event[]) => proofOf(idOf(events), events);
const checkChain = (events: Event[]) => chainOf(idOf(events), events);

// chained gives events the hashes that a forger would give them.
async function chained(events: Event[]): Promise<Event[]> {
  let prev = "0".repeat(64);
  const all: Event[] = [];
  for (const event of events) {
    const { hash: _, ...body } = { ...event, prev };
    prev = await sha256(text(canonical(body)));
    all.push({ ...body, hash: prev } as Event);
  }
  return all;
}

const changed = (events: Event[], type: Event["type"], change: (e: Event) => Partial<Event>): Event[] => {
  const at = events.findIndex((e) => e.type === type);
  return events.with(at, { ...events[at]!, ...change(events[at]!) });
};
const otherDie = (e: Event) => ({ dice: e.dice!.map((d, i) => (i === 0 ? (d % 6) + 1 : d)) });
const swapped = (events: Event[], a: number, b: number) =>
  events.map((e, i) => (i === a ? { ...events[b]!, seq: e.seq } : i === b ? { ...events[a]!, seq: e.seq } : e));

describe("the kit's samples of dice", () => {
  const kit = JSON.parse(read("dice/dice.json")) as {
    seeds: { serverSeed: string; commitment: string }[];
    rolls: {
      name: string;
      serverSeed: string;
      gameId: string;
      clientSeeds: string[];
      seat: number;
      turn: number;
      roll: number;
      blocks: { message: string; hmac: string }[];
      dice: number[];
    }[];
  };
  test.each(kit.seeds)("commitment of $serverSeed", async (s) => {
    expect(await sha256(fromHex(s.serverSeed)!)).toBe(s.commitment);
  });
  test.each(kit.rolls)("$name", async (r) => {
    const key = await hmacKey(fromHex(r.serverSeed)!);
    for (const [i, block] of r.blocks.entries()) {
      expect(message(r, i)).toBe(block.message);
      expect(hex(await hmac(key, block.message))).toBe(block.hmac);
    }
    expect(await drawn(key, r, r.dice.length)).toEqual(r.dice);
  });
});

describe("good logs", () => {
  test.each(["penta-server", "femlika-bots", "bonanza-server", "bonanza-clock", "tiotusen-server", "tiotusen-bots", "tiotusen-resigned", "tiotusen-rematch", "lobby-closed"])(
    "%s holds",
    async (name) => {
      const events = log(`good/${name}`);
      const proof = await prove(events);
      expect(proof).toMatchObject({ holds: true, chain: { ok: true, count: events.length } });
      expect(proof.dice).toEqual({ ok: true, count: events.filter((e) => e.type === "rolled").length });
    },
  );
  test("a log with client dice has a chain and no proof", async () => {
    const events = log("good/penta-client");
    expect((await checkChain(events)).ok).toBe(true);
    expect((await prove(events)).holds).toBe(false);
  });
});

describe("forged logs do not hold", () => {
  const good = log("good/tiotusen-server");
  const first = good.find((e) => e.type === "rolled")!.seq;
  const last = good.length;

  test("a die", async () => {
    const forged = changed(good, "rolled", otherDie);
    expect(await prove(forged)).toMatchObject({ holds: false, chain: { ok: false, seq: first }, dice: { ok: false, seq: first } });
  });
  test("a die, all hashes made anew", async () => {
    const forged = await chained(changed(good, "rolled", otherDie));
    expect(await prove(forged)).toMatchObject({ holds: false, chain: { ok: true }, dice: { ok: false, seq: first } });
  });
  test("the seed, all hashes made anew", async () => {
    const forged = await chained(changed(good, "finished", () => ({ serverSeed: "ab".repeat(32) })));
    expect(await prove(forged)).toMatchObject({ holds: false, commitment: { ok: false, seq: last }, dice: { ok: false } });
  });
  test("seed and commitment, all hashes made anew", async () => {
    const serverSeed = "ab".repeat(32);
    const commitment = await sha256(fromHex(serverSeed)!);
    const forged = changed(changed(good, "finished", () => ({ serverSeed })), "created", () => ({ commitment }));
    expect(await prove(await chained(forged))).toMatchObject({ holds: false, commitment: { ok: true }, dice: { ok: false } });
  });
  test("the seed left out", async () => {
    const { serverSeed: _, ...end } = good.at(-1)!;
    expect(await prove(await chained(good.with(-1, end as Event)))).toMatchObject({ holds: false, commitment: { ok: false } });
  });
  test("the end cut off", async () => {
    expect(await prove(good.slice(0, -1))).toMatchObject({ holds: false, chain: { ok: true }, dice: { ok: false } });
  });
  test("an event left out", async () => {
    expect(await prove(good.toSpliced(first, 1))).toMatchObject({ holds: false, chain: { ok: false, seq: first + 1 } });
  });
  test("the order of two events", async () => {
    const forged = swapped(good, first, first + 1);
    expect(await prove(forged)).toMatchObject({ holds: false, chain: { ok: false, seq: first + 1 } });
  });
  test("the order of two rolls, all hashes made anew", async () => {
    const rolls = good.filter((e) => e.type === "rolled").map((e) => e.seq - 1);
    expect(await prove(await chained(swapped(good, rolls[0]!, rolls.at(-1)!)))).toMatchObject({ holds: false, dice: { ok: false } });
  });
  test("a hash", async () => {
    const forged = good.with(4, { ...good[4]!, hash: "0".repeat(64) });
    expect(await prove(forged)).toMatchObject({ holds: false, chain: { ok: false, seq: 5 } });
  });
  test("a time", async () => {
    const forged = good.with(4, { ...good[4]!, at: "2020-01-01T00:00:00.000Z" });
    expect(await prove(forged)).toMatchObject({ holds: false, chain: { ok: false, seq: 5 }, dice: { ok: true } });
  });
  test("a player's seed, all hashes made anew", async () => {
    const forged = changed(good, "started", (e) => ({ clientSeeds: e.clientSeeds!.with(0, "another") }));
    expect(await prove(await chained(forged))).toMatchObject({ holds: false, dice: { ok: false, seq: first } });
  });
  test("a seed that was brought and not used, though the dice fit", async () => {
    const started = good.find((e) => e.type === "started")!;
    const joined = { ...good[0]!, type: "joined", seat: (started.seats![0] as number) ?? 0, clientSeed: "my-own-seed" } as Event;
    const at = started.seq - 1;
    const forged = good.toSpliced(at, 0, joined).map((e, i) => ({ ...e, seq: i + 1 }));
    expect(await prove(await chained(forged))).toMatchObject({ holds: false, seeds: { ok: false, want: "my-own-seed" } });
  });
  test.each(["forged-die", "forged-seed", "chain-broken", "chain-die-changed", "chain-genesis", "chain-hash", "chain-time-changed", "form-fraction", "form-null"])(
    "the kit's %s",
    async (name) => {
      const events = log(`bad/${name}`);
      const proof = await prove(events);
      expect(proof.holds).toBe(false);
    },
  );
  test("a good log of another game", async () => {
    expect(await proofOf("00000000-0000-4000-8000-000000000000", good)).toMatchObject({ holds: false, chain: { ok: false, seq: 1 } });
  });
  test("nothing at all", async () => {
    expect((await prove([])).holds).toBe(false);
  });
});
