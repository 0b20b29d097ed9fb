import type { Game } from "../api/types";
import type { Table } from "../table/table";

// Over is what one sees when a game has ended: placements, what to look back at, playing again.
export function Over(p: { table: Table; game: Game }) {
  return <pre>{JSON.stringify(p.game, null, 1)}</pre>;
}
