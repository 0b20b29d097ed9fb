import type { Event } from "../api/types";
import { canonical } from "./canonical";
import { fromHex, hmacKey, sha256, text } from "./hashes";
import { drawn, rollsOf } from "./rolls";

// Step is one part of the proof: so many things were computed anew and are the same, or the first that is not.
export type Step = { ok: true; count: number } | { ok: false; seq: number; want?: string | undefined; got?: string | undefined };

// Proof is what came of computing everything about a log's dice anew. It never says more than was computed: a step that could
// not be done is not ok.
export interface Proof {
  chain: Step; // of events: numbers, hashes, each with the one before
  commitment: Step; // the seed that the end shows is the one that the beginning promised
  seeds: Step; // of players' seeds: those that came with joining are those that the dice were drawn with
  dice: Step; // of rolls
  holds: boolean; // all of it
}

// prove checks the log of a game with server dice from its first event to its last. It works on nothing but the log.
export async function prove(gameId: string, events: readonly Event[]): Promise<Proof> {
  const [chain, commitment, seeds, dice] = await Promise.all([
    step(() => checkChain(gameId, events)),
    step(() => checkCommitment(events)),
    step(() => checkSeeds(events)),
    step(() => checkDice(events)),
  ]);
  return { chain, commitment, seeds, dice, holds: chain.ok && commitment.ok && seeds.ok && dice.ok };
}

// step takes what a check cannot even read for a difference: a log is not made of such.
async function step(check: () => Promise<Step>): Promise<Step> {
  try {
    return await check();
  } catch (e) {
    return { ok: false, seq: 0, got: String(e) };
  }
}

// checkChain computes each event's hash anew. It goes for any log, also one with client dice.
export async function checkChain(gameId: string, events: readonly Event[]): Promise<Step> {
  if (events[0]?.gameId !== gameId) return { ok: false, seq: 1, want: gameId, got: events[0]?.gameId };
  let prev = "0".repeat(64);
  for (const [i, event] of events.entries()) {
    const { hash, ...body } = event;
    if (event.seq !== i + 1) return { ok: false, seq: i + 1, want: String(i + 1), got: String(event.seq) };
    if (event.prev !== prev) return { ok: false, seq: event.seq, want: prev, got: event.prev };
    const want = await sha256(text(canonical(body)));
    if (hash !== want) return { ok: false, seq: event.seq, want, got: hash };
    prev = hash;
  }
  return { ok: true, count: events.length };
}

async function checkCommitment(events: readonly Event[]): Promise<Step> {
  const seed = revealed(events);
  const last = events.at(-1)?.seq ?? 0;
  if (seed === undefined) return { ok: false, seq: last };
  const want = events[0]?.commitment;
  const got = await sha256(seed);
  return got === want ? { ok: true, count: 1 } : { ok: false, seq: last, want, got };
}

async function checkSeeds(events: readonly Event[]): Promise<Step> {
  const brought = new Map<number, string>(); // by the seat's number before the start
  let count = 0;
  for (const e of events) {
    if (e.type === "joined") brought.set(e.seat!, e.clientSeed ?? "");
    if (e.type === "left") brought.delete(e.seat!);
    if (e.type !== "started") continue;
    for (const [i, old] of e.seats!.entries()) {
      const want = brought.get(old as number);
      const got = e.clientSeeds![i];
      if (got === undefined || (want !== undefined && got !== want)) return { ok: false, seq: e.seq, want, got };
      if (got !== "") count++;
    }
  }
  return { ok: true, count };
}

async function checkDice(events: readonly Event[]): Promise<Step> {
  const seed = revealed(events);
  if (seed === undefined) return { ok: false, seq: events.at(-1)?.seq ?? 0 };
  const key = await hmacKey(seed);
  const rolls = rollsOf(events);
  for (const r of rolls) {
    const fresh = await drawn(key, r.at, r.dice.length);
    const want = fresh.map((die, i) => (r.kept.has(i) ? r.before[i] : die)).join(" ");
    const got = r.dice.join(" ");
    if (got !== want) return { ok: false, seq: r.event.seq, want, got };
  }
  return { ok: true, count: rolls.length };
}

function revealed(events: readonly Event[]): Uint8Array<ArrayBuffer> | undefined {
  const last = events.at(-1);
  if (last?.type !== "finished" && last?.type !== "closed") return undefined;
  const seed = fromHex(last.serverSeed ?? "");
  return seed?.length === 32 ? seed : undefined;
}
