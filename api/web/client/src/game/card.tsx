import type { Box, Ruleset } from "../api/types";
import { label, t } from "../i18n";
import { boxLabel } from "../rulesets";
import { BoxButton, BoxText, type CardContext } from "./box";
import { mayReachBonus } from "./bonus";
import { cellOf, lookOf } from "./cells";
import { seatName } from "./seats";
import "./card.css";

// CardView is the card of one seat in full: the upper part beside the lower one, so that a phone shows all boxes at once.
export function CardView(p: { in: CardContext; rules: Ruleset; seat: number }) {
  const { game } = p.in;
  const card = game.seats[p.seat]?.card;
  const scoring = p.rules.scorecard;
  if (card === undefined || scoring === undefined) return null;
  const part = (section: "upper" | "lower") => scoring.boxes.filter((b) => b.section === section);
  return (
    <section class="card" aria-label={t().card(seatName(game, p.seat))} data-seat={p.seat}>
      <div class="parts">
        <ul aria-label={t().upperPart}>
          {part("upper").map((b) => (
            <Line key={b.id} in={p.in} seat={p.seat} box={b.id} />
          ))}
          <li class="sum">
            <Progress sum={card.upperSum} from={scoring.upperBonusFrom} bonus={card.upperBonus} due={mayReachBonus(game, p.rules, p.seat) ? scoring.upperBonus : 0} />
          </li>
        </ul>
        <ul aria-label={t().lowerPart}>
          {part("lower").map((b) => (
            <Line key={b.id} in={p.in} seat={p.seat} box={b.id} />
          ))}
        </ul>
      </div>
      <dl class="sums">
        {card.fiveBonuses > 0 && (
          <div>
            <dt>{t().fiveBonuses(label(boxLabel(game.ruleset, "fiveOfAKind")))}</dt>
            <dd>+{card.fiveBonuses}</dd>
          </div>
        )}
        <div class="total">
          <dt>{t().total}</dt>
          <dd>{card.total}</dd>
        </div>
      </dl>
    </section>
  );
}

function Line(p: { in: CardContext; seat: number; box: Box }) {
  const cell = cellOf(p.in.game, p.seat, p.box);
  const name = label(boxLabel(p.in.game.ruleset, p.box));
  if (cell.is === "offer" && p.in.entering !== undefined) {
    return (
      <li>
        <BoxButton in={p.in} entering={p.in.entering} entry={cell.entry} name={name} />
      </li>
    );
  }
  const latest = p.in.latest(p.seat) === p.box;
  const look = lookOf(cell);
  return (
    <li>
      <span class={`box ${look}${latest ? " latest" : ""}`} data-filled={cell.is === "filled" ? p.box : undefined}>
        <span class="name">{name}</span> <BoxText cell={cell} />
      </span>
    </li>
  );
}

// Progress is the sum of the upper part on its way to the bonus, of which 0 is due where it cannot be reached any more.
export function Progress(p: { sum: number; from: number; bonus: number; due: number }) {
  return (
    <div class="progress">
      <span class="name">{t().upperSum}</span>{" "}
      <span class="worth">
        {t().upperProgress(p.sum, p.from)}
      </span>
      <span class="bar" aria-hidden="true">
        <span style={{ transform: `scaleX(${Math.min(1, p.sum / p.from)})` }} />
      </span>
      <span class={p.bonus > 0 ? "worth" : "worth quiet"} title={t().upperBonus}>
        <span class="unseen">{t().upperBonus} </span>
        {p.bonus > 0 ? `+${p.bonus}` : p.due > 0 ? `(${p.due})` : 0}
      </span>
    </div>
  );
}
