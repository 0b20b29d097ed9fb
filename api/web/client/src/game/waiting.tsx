import type { Game } from "../api/types";
import type { Table } from "../table/table";

// WaitingRoom is a table that has not begun: who sits there, how others come in, the start.
export function WaitingRoom(p: { table: Table; game: Game }) {
  return <pre>{JSON.stringify(p.game, null, 1)}</pre>;
}
