import type { AdviceAction, Decision, RulesetID } from "../api/types";
import { figure, label, t } from "../i18n";
import { boxLabel } from "../rulesets";
import type { Point } from "./curve";

// signed is a number with its sign, also above 0.
export function signed(n: number, digits = 1): string {
  const shown = figure(Math.abs(n), digits);
  return Number(n.toFixed(digits)) === 0 ? shown : `${n > 0 ? "+" : "−"}${shown}`;
}

// whenText is at which moment of a game a point is.
export function whenText(p: Point): string {
  const words = t().past;
  switch (p.kind) {
    case "start":
      return p.round === 1 ? words.atStart : words.atTurn(p.round);
    case "roll":
      return words.atRoll(p.round, p.roll);
    case "decision":
      return words.atDecision(p.round, p.roll);
  }
}

// whatText is what the dice or the decision did there.
export function whatText(p: Point): string {
  const words = t().past;
  if (p.kind === "start") return "";
  if (p.kind === "roll") return words.lucky(signed(p.change));
  return p.change < -0.005 ? words.cost(figure(-p.change, 1)) : words.bestThere;
}

// pointText is a point in one sentence.
export function pointText(p: Point): string {
  const what = whatText(p);
  return `${whenText(p)}: ${t().past.expected} ${figure(p.expected, 1)}${what === "" ? "" : `, ${what}`}`;
}

// actionText is what somebody did with dice, or could have done.
export function actionText(action: AdviceAction, dice: readonly number[], ruleset: RulesetID): string {
  const words = t().past;
  const kept = (action.held ?? []).map((i) => dice[i]).join(" ");
  switch (action.do) {
    case "enter":
      return words.enterBox(label(boxLabel(ruleset, action.box!)));
    case "bank":
      return words.stop;
    case "roll":
      return words.rollOn;
    case "hold":
      if (action.then === "bank") return words.holdBank(kept);
      return kept === "" ? words.rollAll : words.holdRoll(kept);
  }
}

// costText is what a decision cost: points, or in the final round of tiotusen a chance.
export function costText(d: Decision): string {
  return d.best.chance !== undefined ? `${figure(100 * d.loss, 1)} %` : figure(d.loss, 1);
}
