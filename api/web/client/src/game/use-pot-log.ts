import { effect } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { repeated } from "../api/client";
import type { Event } from "../api/types";
import { complain } from "../frame/toast";
import type { Table } from "../table/table";
import { firstSteps, potTurns, steps, type PotTurn } from "./pot-log";

// So long a line of others stands alone before the next comes, in ms.
const PACE = 700;
// So many turns are shown.
const MOST = 12;

// PotLog is what has happened, as far as it is shown.
export interface PotLog {
  turns: readonly PotTurn[];
  again: () => void; // shows the turns of the others since the viewer's own once more, step by step
  running: boolean; // there is more to come
}

// usePotLog is the log of a table of tiotusen. A computer's whole turn comes at once: it is shown line by line, and so is
// what others do, while one's own moves are shown at once.
export function usePotLog(table: Table): PotLog {
  const [events, setEvents] = useState<readonly Event[]>([]);
  const [shown, setShown] = useState<number>(); // lines; undefined before the log was read

  useEffect(() => {
    const ended = new AbortController();
    const add = (more: readonly Event[]) =>
      setEvents((had) => {
        const last = had.at(-1)?.seq ?? 0;
        const fresh = more.filter((e) => e.seq > last);
        return fresh.length === 0 ? had : [...had, ...fresh];
      });
    // News that come while the log is read are in it, or wait for it.
    let waiting: Event[] | undefined = [];
    const stop = effect(() => {
      const news = table.news.value;
      if (waiting !== undefined) waiting.push(...news);
      else add(news);
    });
    repeated(() => table.events(), ended.signal)
      .then((log) => {
        if (ended.signal.aborted) return;
        setEvents(log);
        setShown(steps(potTurns(log)));
        add(waiting ?? []);
        waiting = undefined;
      })
      .catch((e: unknown) => ended.signal.aborted || complain(e));
    return () => {
      ended.abort();
      stop();
    };
  }, [table]);

  const turns = potTurns(events);
  const all = steps(turns);
  const at = shown ?? all;
  const next = at < all ? lineSeat(turns, at) : undefined;
  useEffect(() => {
    if (shown === undefined || shown >= all) return;
    if (next === undefined || table.moves(next) || matchMedia("(prefers-reduced-motion: reduce)").matches) {
      setShown(shown + 1);
      return;
    }
    const timer = setTimeout(() => setShown(shown + 1), PACE);
    return () => clearTimeout(timer);
  }, [shown, all, next]);

  return {
    turns: firstSteps(turns, at).slice(-MOST),
    running: at < all,
    again: () => setShown(steps(turns.slice(0, sinceOwn(turns, table)))),
  };
}

// lineSeat is whose line comes after so many.
function lineSeat(turns: readonly PotTurn[], lines: number): number | undefined {
  let left = lines;
  for (const turn of turns) {
    left -= steps([turn]);
    if (left < 0) return turn.seat;
  }
  return undefined;
}

// sinceOwn is where the turns of the others begin that came last.
function sinceOwn(turns: readonly PotTurn[], table: Table): number {
  let i = turns.length;
  while (i > 0 && table.moves(turns[i - 1]!.seat)) i--; // the turn that one is in
  while (i > 0 && !table.moves(turns[i - 1]!.seat)) i--;
  return i;
}
