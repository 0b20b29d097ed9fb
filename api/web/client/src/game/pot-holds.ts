import { isProblem } from "../api/problem";
import type { Turn } from "../api/types";
import type { Table } from "../table/table";
import { createHolds, same, turnKey, type Holds } from "./holds";

// How long, in ms, after a tap has picked other dice along, or put them back, a tap on one of those asks for the same: who
// picks three fours one by one means each of them, also where the answer comes between two taps.
const UNDER_WAY = 700;

// PotHolds are the ticks on the dice of tiotusen. Only dice that score may be held, and which those are the server says.
export interface PotHolds extends Holds {
  // move makes a move with the hold that was accepted, once all that was tapped has been answered.
  move(move: () => Promise<void>): Promise<void>;
}

// createPotHolds makes the holds of a table. Dice that score only together, such as three fours, are picked by a tap on
// one of them: where a hold is refused, it is tried once more with all dice alike, or when one was put back without them.
export function createPotHolds(table: Table, tell: (thrown: unknown) => void): PotHolds {
  // asked is the hold that was sent last, which what stands may go beyond; taps that come meanwhile go on from it.
  let asked: readonly number[] | undefined;
  const standing = () => table.game.peek()?.turn?.held ?? [];
  // along are the dice that the last tap has picked or put back besides its own, until they are tapped themselves.
  let along = { turn: "", dice: [] as readonly number[], at: 0 };
  const thisTurn = () => turnKey(table.game.peek()?.turn);

  async function hold(held: readonly number[]): Promise<void> {
    const before = asked ?? standing();
    asked = held;
    try {
      const all = same(before, standing()) ? undefined : grown(table.game.peek()?.turn, before, held);
      if (all !== undefined && same(all, standing())) return; // the tap before has brought it along
      await table.hold(held);
    } catch (e) {
      const turn = table.game.peek()?.turn;
      const other = turn === undefined ? undefined : grown(turn, before, held);
      if (!isProblem(e, "badHold") || other === undefined || same(other, held)) throw e;
      if (same(other, standing())) return;
      await table.hold(other).catch(() => Promise.reject(e));
      along = { turn: thisTurn(), dice: differing(other, held), at: performance.now() };
    } finally {
      // What is tapped at once after this goes on from what was asked; later taps from what is then seen to stand.
      setTimeout(() => {
        if (asked === held) asked = undefined;
      });
    }
  }

  const holds = createHolds({ ...table, hold }, tell);
  return {
    ...holds,
    toggle(die) {
      const late = along.turn === thisTurn() && performance.now() - along.at < UNDER_WAY && along.dice.includes(die);
      along = { ...along, dice: along.dice.filter((i) => i !== die) };
      if (!late) holds.toggle(die);
    },
    move: (move) =>
      holds.act(async (held) => {
        if (!same(held, asked ?? standing())) await hold(held);
        await move();
      }),
  };
}

// grown is a hold with all dice alike of those that were added to the one before, or without all alike of those taken away.
export function grown(turn: Turn | undefined, before: readonly number[], held: readonly number[]): number[] | undefined {
  if (turn === undefined) return undefined;
  const face = (i: number) => turn.dice[i];
  const free = turn.dice.map((_, i) => i).filter((i) => !(turn.locked ?? []).includes(i));
  const added = held.filter((i) => !before.includes(i)).map(face);
  if (added.length > 0) return free.filter((i) => held.includes(i) || added.includes(face(i)));
  const taken = before.filter((i) => !held.includes(i)).map(face);
  return held.filter((i) => !taken.includes(face(i)));
}

// differing are the dice that only one of two holds has.
function differing(a: readonly number[], b: readonly number[]): number[] {
  return [...a.filter((i) => !b.includes(i)), ...b.filter((i) => !a.includes(i))];
}
