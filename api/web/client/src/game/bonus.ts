import type { Game, Ruleset } from "../api/types";

// mayReachBonus tells whether the bonus of the upper part is still to be had, or is had: what stands there and the most that
// the open boxes can give, all dice of their face, come up to it.
export function mayReachBonus(game: Pick<Game, "status" | "seats">, rules: Ruleset, seat: number): boolean {
  const card = game.seats[seat]?.card;
  const scoring = rules.scorecard;
  if (card === undefined || scoring === undefined) return false;
  if (card.upperBonus > 0) return true;
  if (game.status !== "playing" || game.seats[seat]!.status !== "playing") return false;
  const upper = scoring.boxes.filter((b) => b.section === "upper");
  const most = upper.reduce((sum, b, i) => sum + (card.boxes[b.id] === undefined ? (i + 1) * rules.dice : 0), 0);
  return card.upperSum + most >= scoring.upperBonusFrom;
}
