import type { Event } from "../api/types";

// PotRoll is one roll of tiotusen, as a list shows it.
export interface PotRoll {
  seq: number;
  thrown: readonly number[]; // positions of the dice that were rolled
  dice: readonly number[]; // all dice after it
  kept: readonly number[]; // which of the thrown were held in the end; empty while nobody knows yet
  outcome: NonNullable<Event["outcome"]>;
  points: number; // that the roll moved: into the pot, or for a zilch what it cost; else 0
}

// PotTurn is a turn as it went so far.
export interface PotTurn {
  seq: number; // of its first event
  seat: number;
  rolls: readonly PotRoll[];
  banked?: number; // what the score gained, where the turn ended with a stop
  resigned?: true;
  clock: boolean; // whether the clock played some of it
}

interface Going extends PotTurn {
  rolls: PotRoll[];
  aside: readonly number[]; // positions set aside before the last roll
}

// potTurns reads the turns of a log of tiotusen, or of a later part of it that begins with a turn.
export function potTurns(events: readonly Event[]): PotTurn[] {
  const turns: Going[] = [];
  for (const e of events) {
    if (e.seat === undefined) continue;
    if (e.type === "resigned") {
      turns.push({ seq: e.seq, seat: e.seat, rolls: [], resigned: true, clock: false, aside: [] });
      continue;
    }
    if (e.type !== "rolled" && e.type !== "held" && e.type !== "banked") continue;
    const turn = going(turns, e);
    if (e.by === "clock") turn.clock = true;
    const last = turn.rolls.at(-1);
    if (e.type === "held") {
      if (last !== undefined) last.kept = e.held ?? [];
    } else if (e.type === "banked") {
      turn.banked = e.points ?? 0;
    } else {
      const aside = last === undefined || last.outcome !== "scored" ? [] : [...turn.aside, ...last.kept];
      turn.aside = aside;
      const dice = e.dice ?? [];
      turn.rolls.push({
        seq: e.seq,
        dice,
        thrown: dice.map((_, i) => i).filter((i) => !aside.includes(i)),
        kept: [],
        outcome: e.outcome ?? "scored",
        points: e.points ?? 0,
      });
    }
  }
  return turns;
}

// going is the turn that an event belongs to. One turn of a seat never follows another of the same: if it rolls on after a
// pot, it was its own.
function going(turns: Going[], e: Event): Going {
  for (let i = turns.length - 1; i >= 0; i--) {
    const turn = turns[i]!;
    if (turn.resigned === true) continue; // out of turn, perhaps
    if (turn.seat === e.seat && turn.banked === undefined) return turn;
    break;
  }
  const begun: Going = { seq: e.seq, seat: e.seat!, rolls: [], clock: false, aside: [] };
  turns.push(begun);
  return begun;
}

// steps is how many lines a list of turns has: one a roll, and one for a stop or giving up.
export function steps(turns: readonly PotTurn[]): number {
  return turns.reduce((n, turn) => n + turn.rolls.length + (turn.banked !== undefined || turn.resigned === true ? 1 : 0), 0);
}

// firstSteps is the beginning of a list of turns, with so many lines.
export function firstSteps(turns: readonly PotTurn[], most: number): PotTurn[] {
  const shown: PotTurn[] = [];
  let left = most;
  for (const turn of turns) {
    if (left <= 0) break;
    const all = steps([turn]);
    if (all <= left) {
      shown.push(turn);
    } else {
      const { banked: _, ...rest } = turn;
      shown.push({ ...rest, rolls: turn.rolls.slice(0, left) });
    }
    left -= all;
  }
  return shown;
}
