import { effect, signal, type ReadonlySignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { Event, Game } from "../api/types";
import type { Table } from "../table/table";

// Rolled is which dice the last roll moved: those that were neither held nor set aside before.
export interface Rolled {
  seq: number; // of the roll
  positions: readonly number[];
}

// RollFold finds in the events of a game which dice each roll moved.
export class RollFold {
  private kept = new Set<number>(); // set aside earlier in the turn, in tiotusen
  private held: readonly number[] = [];

  constructor(private readonly game: Game) {
    this.held = game.turn?.held ?? [];
    for (const position of game.turn?.locked ?? []) this.kept.add(position);
  }

  next(event: Event): Rolled | undefined {
    switch (event.type) {
      case "held":
        this.held = event.held ?? [];
        return undefined;
      case "rolled":
        return this.roll(event);
      case "entered":
      case "banked":
      case "resigned":
        this.held = [];
        this.kept.clear();
        return undefined;
      default:
        return undefined;
    }
  }

  private roll(event: Event): Rolled {
    const still = new Set([...this.kept, ...this.held]);
    if (this.game.ruleset === "tiotusen" && event.outcome === "scored") this.kept = still;
    else this.kept = new Set();
    this.held = [];
    const positions = (event.dice ?? []).map((_, position) => position).filter((position) => !still.has(position));
    return { seq: event.seq, positions };
  }
}

// useRolled is the last roll seen while the table was shown; undefined before there was one.
export function useRolled(table: Table): ReadonlySignal<Rolled | undefined> {
  const rolled = useMemo(() => signal<Rolled | undefined>(undefined), [table]);
  useEffect(() => {
    const game = table.game.peek();
    if (game === undefined) return;
    const fold = new RollFold(game);
    return effect(() => {
      for (const event of table.news.value) {
        if (event.seq <= game.seq) continue;
        const roll = fold.next(event);
        if (roll !== undefined) rolled.value = roll;
      }
    });
  }, [table]);
  return rolled;
}
