import type { Game } from "../api/types";
import type { Table } from "../table/table";

// Scorecard is a game of boxes while it is played: cards, dice, entries.
export function Scorecard(p: { table: Table; game: Game }) {
  return <pre>{JSON.stringify(p.game, null, 1)}</pre>;
}
