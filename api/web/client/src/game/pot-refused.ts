import { useSignal } from "@preact/signals";
import { useCallback } from "preact/hooks";
import { isProblem } from "../api/problem";
import type { Turn } from "../api/types";
import { complain } from "../frame/toast";
import type { Table } from "../table/table";

// useRefused keeps what the server said of a hold that it refused, to be shown by the dice, until anything is otherwise
// there. What else is refused is told as everywhere.
export function useRefused(table: Table): { text: string | undefined; tell: (thrown: unknown) => void } {
  const refused = useSignal<{ at: string; text: string } | undefined>(undefined);
  const tell = useCallback(
    (thrown: unknown) => {
      if (isProblem(thrown, "badHold")) refused.value = { at: place(table.game.peek()?.turn), text: thrown.message };
      else complain(thrown);
    },
    [table],
  );
  const now = refused.value;
  return { text: now?.at === place(table.game.value?.turn) ? now?.text : undefined, tell };
}

// place tells apart the states that a hold may be refused in.
function place(turn: Turn | undefined): string {
  return turn === undefined ? "" : `${turn.seat}/${turn.round}/${turn.roll}/${turn.held?.join()}`;
}
