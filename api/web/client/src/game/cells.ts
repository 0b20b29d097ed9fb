import type { Box, Entry, Game } from "../api/types";

// Cell is what a box of a card shows.
export type Cell =
  | { is: "filled"; points: number }
  | { is: "offer"; entry: Entry } // what the dice would give there
  | { is: "forbidden" } // open, but the dice may not go there
  | { is: "open" };

// cellOf is what a box of a seat shows now.
export function cellOf(game: Game, seat: number, box: Box): Cell {
  const points = game.seats[seat]?.card?.boxes[box];
  if (points !== undefined) return { is: "filled", points };
  const turn = game.turn;
  if (turn === undefined || turn.seat !== seat || turn.roll === 0) return { is: "open" };
  const entry = turn.boxes?.find((e) => e.box === box);
  return entry === undefined ? { is: "forbidden" } : { is: "offer", entry };
}

// lookOf is what a box looks like, as classes: one that gives nothing, or has given nothing, looks so.
export function lookOf(cell: Cell): string {
  if (cell.is === "filled" && cell.points === 0) return "filled struck";
  if (cell.is === "offer" && cell.entry.strike) return "offer strike";
  return cell.is;
}
