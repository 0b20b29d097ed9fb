import { computed, signal, type ReadonlySignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { GameSummary } from "./api/types";
import { online } from "./mygames-online";

// MyGame is a game that goes on, wherever it is kept, as lists show it.
export interface MyGame {
  game: Pick<GameSummary, "id" | "ruleset" | "status" | "dice" | "host" | "seats" | "turn" | "updatedAt">;
  myTurn: boolean; // whoever holds this device is to move
  invited: boolean; // a seat is kept for the caller, who has not answered
  onDevice: boolean; // this device has more of the game than the server
  inTrouble?: boolean; // it goes apart from the server's: somebody must choose
}

// Source is one place where games are kept. Its games are those that are open or played; undefined until they are known.
export interface Source {
  readonly games: ReadonlySignal<readonly MyGame[] | undefined>;
  // failed tells that they could not be read, so that some may be missing.
  readonly failed?: ReadonlySignal<boolean>;
  // follow keeps games up to date until the signal ends it.
  follow(signal: AbortSignal): void;
}

const sources = signal<readonly Source[]>([online]);

// addSource lets the games of one more place appear among the others, and before them.
export function addSource(source: Source): void {
  sources.value = [source, ...sources.value];
}

// myGames are those of all places: where it is the caller's turn first, then those that changed last. A game that two
// places have is shown once, as the earlier of them has it. Undefined until some place has answered.
export const myGames = computed<readonly MyGame[] | undefined>(() => {
  const known = sources.value.map((s) => s.games.value).filter((g) => g !== undefined);
  if (known.length === 0) return undefined;
  const byId = new Map<string, MyGame>();
  for (const g of known.flat()) if (!byId.has(g.game.id)) byId.set(g.game.id, g);
  return [...byId.values()].sort(
    (a, b) =>
      Number(b.myTurn || b.invited) - Number(a.myTurn || a.invited) || b.game.updatedAt.localeCompare(a.game.updatedAt),
  );
});

// missing tells why games may be missing among myGames: a place has not answered, or has not let them be read.
export const missing = computed<"waiting" | "failed" | undefined>(() => {
  if (sources.value.some((s) => s.failed?.value === true)) return "failed";
  return sources.value.some((s) => s.games.value === undefined) ? "waiting" : undefined;
});

// useMyGames keeps myGames up to date as long as the component is there.
export function useMyGames(): readonly MyGame[] | undefined {
  const all = sources.value;
  useEffect(() => {
    const ended = new AbortController();
    for (const s of all) s.follow(ended.signal);
    return () => ended.abort();
  }, [all]);
  return myGames.value;
}
