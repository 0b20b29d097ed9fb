import type { Box, Ruleset, Seat } from "../api/types";
import { figure, label, t } from "../i18n";
import { boxLabel } from "../rulesets";
import { BoxButton, BoxText, type CardContext } from "./box";
import { mayReachBonus } from "./bonus";
import { cellOf, lookOf } from "./cells";
import { isOwn, seatName } from "./seats";
import "./card.css";

// Sheet is the cards of all seats side by side, as on a classic score sheet.
export function Sheet(p: { in: CardContext; rules: Ruleset }) {
  const { game } = p.in;
  const scoring = p.rules.scorecard;
  if (scoring === undefined) return null;
  const upper = scoring.boxes.filter((b) => b.section === "upper");
  const lower = scoring.boxes.filter((b) => b.section === "lower");
  return (
    <div class="sheet">
      <table>
        <caption class="unseen">{t().cards}</caption>
        <thead>
          <tr>
            <td />
            {game.seats.map((s) => (
              <th key={s.seat} scope="col" class={column(p.in, s.seat)}>
                <span class="who">{seatName(game, s.seat)}</span>
                {s.status === "resigned" && <span class="quiet"> {t().gaveUp}</span>}
                {isOwn(s) && game.seats.length > 1 && <span class="unseen"> ({t().you})</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {upper.map((b) => (
            <Row key={b.id} in={p.in} box={b.id} />
          ))}
          <SumRow in={p.in} name={t().upperSum} of={(s) => t().upperProgress(s.card?.upperSum ?? 0, scoring.upperBonusFrom)} />
          <SumRow in={p.in} name={t().upperBonus} of={(s) => ((s.card?.upperBonus ?? 0) > 0 ? `+${s.card!.upperBonus}` : mayReachBonus(game, p.rules, s.seat) ? "" : "0")} />
        </tbody>
        <tbody>
          {lower.map((b) => (
            <Row key={b.id} in={p.in} box={b.id} />
          ))}
          {game.seats.some((s) => (s.card?.fiveBonuses ?? 0) > 0) && (
            <SumRow
              in={p.in}
              name={t().fiveBonuses(label(boxLabel(game.ruleset, "fiveOfAKind")))}
              of={(s) => ((s.card?.fiveBonuses ?? 0) > 0 ? `+${s.card!.fiveBonuses}` : "")}
            />
          )}
        </tbody>
        <tfoot>
          <SumRow in={p.in} name={t().total} of={(s) => figure(s.total)} />
        </tfoot>
      </table>
    </div>
  );
}

function column(context: CardContext, seat: number): string {
  const s = context.game.seats[seat];
  return `${context.game.turn?.seat === seat ? "turn" : ""}${s?.status === "resigned" ? " resigned" : ""}`;
}

function Row(p: { in: CardContext; box: Box }) {
  return (
    <tr>
      <th scope="row">{label(boxLabel(p.in.game.ruleset, p.box))}</th>
      {p.in.game.seats.map((s) => {
        const cell = cellOf(p.in.game, s.seat, p.box);
        if (cell.is === "offer" && p.in.entering !== undefined) {
          return (
            <td key={s.seat} class={column(p.in, s.seat)}>
              <BoxButton in={p.in} entering={p.in.entering} entry={cell.entry} />
            </td>
          );
        }
        const latest = p.in.latest(s.seat) === p.box;
        return (
          <td key={s.seat} class={column(p.in, s.seat)}>
            <span class={`box ${lookOf(cell)}${latest ? " latest" : ""}`}>
              <BoxText cell={cell} />
            </span>
          </td>
        );
      })}
    </tr>
  );
}

function SumRow(p: { in: CardContext; name: string; of: (seat: Seat) => string }) {
  return (
    <tr class="sum">
      <th scope="row">{p.name}</th>
      {p.in.game.seats.map((s) => (
        <td key={s.seat} class={column(p.in, s.seat)}>
          {p.of(s)}
        </td>
      ))}
    </tr>
  );
}
