import type { Event } from "../api/types";
import { hmac } from "./hashes";

// Place is where in a game a roll is made; with the seeds it says all that the dice come from.
export interface Place {
  gameId: string;
  clientSeeds: readonly string[]; // in seat order, "" for none
  seat: number; // from 0
  turn: number; // of that seat, from 1
  roll: number; // of that turn, from 1
}

// drawn are the dice that a seed gives at a place, one for every position (docs/log-format.md, "Recipe").
export async function drawn(key: CryptoKey, at: Place, count: number): Promise<number[]> {
  const dice: number[] = [];
  for (let block = 0; dice.length < count; block++) {
    for (const byte of await hmac(key, message(at, block))) {
      if (byte < 252) dice.push((byte % 6) + 1);
    }
  }
  return dice.slice(0, count);
}

export function message(at: Place, block: number): string {
  return `kast-dice/1|${at.gameId}|${at.clientSeeds.join(",")}|${at.seat}|${at.turn}|${at.roll}|${block}`;
}

// Roll is a roll of a log: where it was made, and what lay on the table before and after it.
export interface Roll {
  event: Event;
  at: Place;
  kept: ReadonlySet<number>; // positions that were not rolled
  before: readonly number[];
  dice: readonly number[];
}

// rollsOf finds the rolls of a log, counting turns and rolls as docs/log-format.md has it.
export function rollsOf(events: readonly Event[]): Roll[] {
  const rolls: Roll[] = [];
  const turns = new Map<number, number>();
  let gameId = "";
  let clientSeeds: readonly string[] = [];
  let onTurn: number | undefined;
  let roll = 0;
  let before: readonly number[] = [];
  let kept = new Set<number>();
  let held: readonly number[] = [];
  for (const e of events) {
    if (e.type === "created") gameId = e.gameId!;
    if (e.type === "started") clientSeeds = e.clientSeeds ?? [];
    if (e.type === "held") held = e.held!;
    if (e.type === "entered" || e.type === "banked") onTurn = undefined;
    if (e.type !== "rolled") continue;
    const seat = e.seat!;
    const dice = e.dice!;
    if (seat !== onTurn) {
      onTurn = seat;
      roll = 0;
      kept = new Set();
      held = [];
      turns.set(seat, (turns.get(seat) ?? 0) + 1);
    }
    roll++;
    kept = new Set([...kept, ...held]);
    rolls.push({ event: e, at: { gameId, clientSeeds, seat, turn: turns.get(seat)!, roll }, kept, before, dice });
    // Only in tiotusen a die stays kept for the rest of the turn; a straight or a pot frees all.
    if (e.outcome === undefined || e.outcome === "straight" || e.outcome === "pot") kept = new Set();
    before = dice;
    held = [];
  }
  return rolls;
}
