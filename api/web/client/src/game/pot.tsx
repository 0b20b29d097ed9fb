import type { Game } from "../api/types";
import type { Table } from "../table/table";

// Pot is tiotusen while it is played: pot, turn, dice set aside, scores.
export function Pot(p: { table: Table; game: Game }) {
  return <pre>{JSON.stringify(p.game, null, 1)}</pre>;
}
