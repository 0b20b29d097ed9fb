import type { Event, Game } from "../api/types";
import { figure, t } from "../i18n";
import type { Table } from "../table/table";
import { seatName } from "./seats";
import { eventText } from "./told";

// potText is what is said of an event of tiotusen: rolls and what they lead to, and stops. Of the rolls of a computer only
// those that end something: it makes many at once.
export function potText(table: Table, game: Game, e: Event): string | undefined {
  if (e.seat === undefined) return undefined;
  const name = seatName(game, e.seat);
  const own = table.moves(e.seat);
  if (e.type === "banked") return own ? sentence(t().potGame.banked(figure(e.points ?? 0))) : `${name} ${t().potGame.banked(figure(e.points ?? 0))}.`;
  if (e.type !== "rolled") return eventText(table, game, e);
  const led = outcomeText(e.outcome ?? "scored", e.points ?? 0, game.options.ownPot === true && game.finalRound !== undefined);
  const dice = eventText(table, game, e);
  if (led === "") return dice;
  return dice === undefined ? `${name}: ${led}.` : `${dice} ${sentence(led)}`;
}

// outcomeText is what a roll has led to; "" where it scored and goes on.
export function outcomeText(outcome: NonNullable<Event["outcome"]>, points: number, own: boolean): string {
  switch (outcome) {
    case "scored":
      return "";
    case "straight":
      return t().potGame.straight(figure(points));
    case "pot":
      return own ? t().potGame.ownPot(figure(points)) : t().potGame.toPot(figure(points));
    case "zilch":
      return t().potGame.zilch(figure(points));
    case "bust":
      return t().potGame.bust;
  }
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
