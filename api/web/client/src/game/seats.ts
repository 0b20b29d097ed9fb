import { accountId } from "../api/session";
import type { Game, Seat } from "../api/types";
import { t } from "../i18n";

// seatName is what a seat is called, of a game or of its summary: its person's name, or which computer it is.
export function seatName(game: { seats: readonly Pick<Seat, "kind" | "name">[] }, seat: number): string {
  const chair = game.seats[seat];
  if (chair === undefined) return "";
  if (chair.kind !== "bot") return chair.name ?? t().someone;
  const bots = game.seats.filter((s) => s.kind === "bot");
  return t().computer(bots.length === 1 ? 0 : bots.indexOf(chair) + 1);
}

// isOwn tells whether a seat is the viewer's own. Who has no account yet plays on this device alone, at a seat without one.
export function isOwn(seat: Pick<Seat, "kind" | "accountId"> | undefined): boolean {
  return seat?.kind === "account" && seat.accountId === accountId.value;
}

// turnText says whose turn it is, as a heading.
export function turnText(game: Game): string {
  const turn = game.turn;
  if (turn === undefined) return "";
  return isOwn(game.seats[turn.seat]) ? t().yourTurn : t().turnOf(seatName(game, turn.seat));
}
