import type { Seat } from "./api/types";
import { t } from "./i18n";

type Named = Pick<Seat, "kind" | "name" | "botLevel" | "accountId" | "reservedFor">;

// nameOf is what a seat is called in lists: its name, what kind of computer plays there, or that it is free.
export function nameOf(seat: Named | undefined): string {
  if (seat === undefined) return "";
  switch (seat.kind) {
    case "bot":
      return t().waiting.computer(seat.botLevel ?? "casual");
    case "open":
      return seat.reservedFor === undefined ? t().waiting.free : t().waiting.keptFor(seat.name ?? t().waiting.nameless);
    default:
      return seat.name ?? t().waiting.nameless;
  }
}
