import { effect, signal, type ReadonlySignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { Event } from "../api/types";
import type { Table } from "../table/table";

// useLately is the last entry of each seat that was made while the table was shown, the newest first.
export function useLately(table: Table): ReadonlySignal<readonly Event[]> {
  const entries = useMemo(() => signal<readonly Event[]>([]), [table]);
  useEffect(
    () =>
      effect(() => {
        const fresh = table.news.value.filter((e) => e.type === "entered");
        if (fresh.length > 0) entries.value = merged(entries.peek(), fresh);
      }),
    [table],
  );
  return entries;
}

function merged(before: readonly Event[], fresh: readonly Event[]): readonly Event[] {
  const bySeat = new Map<number, Event>();
  for (const e of [...before].reverse().concat(fresh)) bySeat.set(e.seat!, e);
  return [...bySeat.values()].sort((a, b) => b.seq - a.seq);
}
