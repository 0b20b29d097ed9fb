import { computed, signal, type ReadonlySignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { Box, Entry } from "../api/types";
import { announce } from "../frame/announce";
import { t } from "../i18n";
import type { Table } from "../table/table";
import { gives } from "./gives";
import type { Holds } from "./holds";

// Entering is the choice of a box. Where the game says that it must be asked first, the first choice asks, on the box
// itself, and the second enters; whatever is done elsewhere takes the question back.
export interface Entering {
  readonly asking: ReadonlySignal<Box | undefined>;
  choose(entry: Entry): void;
  cancel(): void;
}

export function useEntering(table: Table, holds: Holds): Entering {
  const entering = useMemo(() => createEntering(table, holds), [table, holds]);
  useEffect(() => {
    const elsewhere = (e: Event) => {
      const asked = entering.asking.peek();
      if (asked === undefined) return;
      const at = e.target instanceof Element ? e.target.closest<HTMLElement>("[data-box]") : null;
      if (at?.dataset["box"] !== asked) entering.cancel();
    };
    document.addEventListener("pointerdown", elsewhere);
    document.addEventListener("focusin", elsewhere);
    return () => {
      document.removeEventListener("pointerdown", elsewhere);
      document.removeEventListener("focusin", elsewhere);
    };
  }, [entering]);
  return entering;
}

function createEntering(table: Table, holds: Holds): Entering {
  const question = signal<{ box: Box; seq: number } | undefined>(undefined);
  // A question goes for the dice as they lie: a roll, or the clock, takes it back. Holds do not.
  const asking = computed(() => {
    const turn = table.game.value?.turn;
    const q = question.value;
    return q !== undefined && turn !== undefined && q.seq === rollOf(turn) ? q.box : undefined;
  });
  return {
    asking,
    choose(entry) {
      const game = table.game.peek();
      if (game?.turn === undefined || holds.acting.peek()) return;
      if (entry.confirm !== undefined && asking.peek() !== entry.box) {
        question.value = { box: entry.box, seq: rollOf(game.turn) };
        announce(t().boxAsk(askText(entry), gives(game.ruleset, entry)));
        return;
      }
      question.value = undefined;
      void holds.act(() => table.enter(entry.box));
    },
    cancel: () => (question.value = undefined),
  };
}

// rollOf tells rolls of a game apart, unless they are far from each other.
function rollOf(turn: { seat: number; round: number; roll: number }): number {
  return (turn.round * 64 + turn.seat) * 64 + turn.roll;
}

// askText is what is asked before an entry.
export function askText(entry: Entry): string {
  return entry.confirm === "strike" ? t().strikeAsk : t().enterAsk;
}
