import { isRecord, read, write } from "../kept";

// Commitments that this browser saw while games were running: what shows later that the seed was not another one then. They
// are few and short; the oldest go.
interface Noted {
  gameId: string;
  commitment: string;
  at: string;
}

const KEY = "kast-commitments";
const MOST = 100;

function kept(): Noted[] {
  return read(KEY, isNoted) ?? [];
}

function isNoted(value: unknown): value is Noted[] {
  return (
    Array.isArray(value) && value.every((n) => isRecord(n) && typeof n["gameId"] === "string" && typeof n["commitment"] === "string")
  );
}

// note keeps the commitment of a running game, the first that was seen.
export function note(gameId: string, commitment: string): void {
  if (noted(gameId) !== undefined) return;
  const all = [...kept(), { gameId, commitment, at: new Date().toISOString() }].slice(-MOST);
  write(KEY, all);
}

// noted is what was kept of a game.
export function noted(gameId: string): Noted | undefined {
  return kept().find((n) => n.gameId === gameId);
}
