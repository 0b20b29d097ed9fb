import { computed, signal, type ReadonlySignal } from "@preact/signals";
import type { Turn } from "../api/types";
import type { Table } from "../table/table";

// Holds are the ticks on the dice of whoever is on turn. What was tapped is shown at once and sent to the server, since
// the others see it live; one call at a time, and after it what is wanted then: so fast taps are never lost and never
// overtake each other.
export interface Holds {
  // held is what to show: the hold that is wanted, else the one that stands.
  readonly held: ReadonlySignal<readonly number[]>;
  // pending while the hold that is shown is not yet the one that stands.
  readonly pending: ReadonlySignal<boolean>;
  // acting while a move other than a hold is on its way.
  readonly acting: ReadonlySignal<boolean>;
  set(held: readonly number[]): void;
  // toggle is a tap on one die: the hold with it, or without it where it has a tick.
  toggle(die: number): void;
  // act makes a move that ends the hold, such as a roll, once the holds under way have been answered. It is given the
  // hold that is wanted. A second move while one is on its way is none.
  act(move: (held: readonly number[]) => Promise<void>): Promise<void>;
}

interface Wanted {
  turn: string;
  held: readonly number[];
}

// turnKey tells rolls apart: a hold goes for the dice as they lie after one roll.
export function turnKey(turn: Turn | undefined): string {
  return turn === undefined ? "" : `${turn.seat}/${turn.round}/${turn.roll}`;
}

export function createHolds(table: Table, tell: (thrown: unknown) => void): Holds {
  const wanted = signal<Wanted | undefined>(undefined);
  const acting = signal(false);
  const turn = () => table.game.value?.turn;
  const current = computed(() => (wanted.value?.turn === turnKey(turn()) ? wanted.value : undefined));
  const stands = (held: readonly number[]) => same(held, turn()?.held ?? []);
  let sending: Promise<boolean> | undefined;

  // send tells whether all was accepted.
  async function send(): Promise<boolean> {
    for (;;) {
      const now = current.peek();
      if (now === undefined || acting.peek()) return true;
      if (!stands(now.held)) {
        try {
          await table.hold(now.held);
        } catch (e) {
          wanted.value = undefined; // what is shown is what stands
          tell(e);
          return false;
        }
      }
      if (acting.peek()) return true; // the move brings the hold that is wanted
      if (wanted.peek() === now) {
        wanted.value = undefined;
        return true;
      }
    }
  }

  const held = computed(() => current.value?.held ?? turn()?.held ?? []);

  function set(hold: readonly number[]): void {
    if (acting.peek()) return;
    wanted.value = { turn: turnKey(table.game.peek()?.turn), held: hold };
    sending ??= send().finally(() => (sending = undefined));
  }

  return {
    held,
    pending: computed(() => current.value !== undefined && !stands(current.value.held)),
    acting,
    set,
    toggle: (die) => set(toggled(held.peek(), die)),
    async act(move) {
      if (acting.peek()) return;
      acting.value = true;
      const hold = held.peek();
      try {
        if ((await sending) !== false) await move(hold);
      } catch (e) {
        tell(e);
      } finally {
        wanted.value = undefined;
        acting.value = false;
      }
    },
  };
}

// toggled is a hold with one die more, or less.
function toggled(held: readonly number[], position: number): number[] {
  return held.includes(position) ? held.filter((h) => h !== position) : [...held, position].sort((a, b) => a - b);
}

// same tells whether two holds, each ascending, are of the same dice.
export function same(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((position, i) => position === b[i]);
}
