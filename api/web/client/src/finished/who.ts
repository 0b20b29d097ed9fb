import { accountId } from "../api/session";
import type { GameSummary, Seat } from "../api/types";
import { t } from "../i18n";

type SeatSummary = GameSummary["seats"][number];

// who is what somebody at a table is called.
export function who(seat: Seat | SeatSummary | undefined): string {
  switch (seat?.kind) {
    case "bot":
      return t().past.computer(seat.botLevel ?? "best");
    case "account":
      if (seat.accountId !== undefined && seat.accountId === accountId.value) return seat.name || t().past.you;
      return seat.name ?? t().past.somebody;
    case "guest":
      return seat.name ?? t().past.somebody;
    default:
      return t().past.openSeat;
  }
}

// whose tells the seats of a game apart where two have the same name, two computers for instance.
export function whose(seats: readonly (Seat | SeatSummary)[], seat: number): string {
  const name = who(seats[seat]);
  return seats.filter((s) => who(s) === name).length > 1 ? `${name} (${seat + 1})` : name;
}
