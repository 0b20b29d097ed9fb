import type { Box, Frame, Game, Seat } from "../api/types";
import { figure, label, t } from "../i18n";
import { rulesetOf } from "../rulesets";
import { whose } from "./who";
import { Faces } from "./faces";
import { diceAt } from "./said";
import "./position.css";

// Position is a game as it was after an event, to look at: the dice as they lay, and the cards or scores.
export function Position(p: { frames: readonly Frame[]; at: number }) {
  const { event, game } = p.frames[p.at]!;
  const dice = diceAt(p.frames, p.at);
  const turn = game.turn;
  // After an entry or a stop the dice still lie there, though it is the next one's turn.
  const lying = turn !== undefined && turn.dice.length > 0;
  return (
    <div class="position">
      <div class="table">
        {dice.length > 0 ? (
          <Faces dice={dice} kept={lying ? [...turn.held, ...(turn.locked ?? [])] : []} past={!lying && event.type !== "rolled"} />
        ) : (
          <span class="noDice" aria-hidden="true" />
        )}
        {game.pot !== undefined && <PotLine game={game} />}
      </div>
      {game.pot === undefined ? <Cards game={game} {...(event.type === "entered" && { seat: event.seat, box: event.box })} /> : <Scores game={game} />}
    </div>
  );
}

function PotLine(p: { game: Game }) {
  const { pot, turn, finalRound, seats } = p.game;
  return (
    <p class="pot">
      <strong>{t().past.pot(figure(pot!))}</strong>
      {turn?.points !== undefined && <span>{t().past.aside(figure(turn.points + (turn.heldPoints ?? 0)))}</span>}
      {finalRound !== undefined && <span>{t().past.finalRound(whose(seats, finalRound.seat), figure(finalRound.score))}</span>}
    </p>
  );
}

function Scores(p: { game: Game }) {
  return (
    <ul class="scores">
      {p.game.seats.map((s) => (
        <li key={s.seat} class={p.game.turn?.seat === s.seat ? "on" : ""} aria-current={p.game.turn?.seat === s.seat ? "true" : undefined}>
          <span>{whose(p.game.seats, s.seat)}</span>
          <strong>{figure(s.total)}</strong>
          <span class="quiet">{s.status === "resigned" ? t().past.gaveUp : s.isIn ? t().past.isIn : t().past.notIn}</span>
        </li>
      ))}
    </ul>
  );
}

// Cards are the cards of all seats, one column each, with the box marked that was written in last.
export function Cards(p: { game: Game; seat?: number | undefined; box?: Box | undefined }) {
  const { game } = p;
  const boxes = rulesetOf(game.ruleset)?.scorecard?.boxes ?? [];
  const sum = (name: string, value: (s: Seat) => number) => (
    <tr class="sum">
      <th scope="row">{name}</th>
      {game.seats.map((s) => (
        <td key={s.seat}>{figure(value(s))}</td>
      ))}
    </tr>
  );
  const row = (b: (typeof boxes)[number]) => (
    <tr key={b.id}>
      <th scope="row">{label(b.label)}</th>
      {game.seats.map((s) => (
        <td key={s.seat} class={p.seat === s.seat && p.box === b.id ? "new" : ""}>
          {s.card?.boxes[b.id] ?? ""}
        </td>
      ))}
    </tr>
  );
  return (
    <div class="wide" tabIndex={0} role="region" aria-label={t().past.box}>
      <table class="cards">
        <thead>
          <tr>
            <td />
            {game.seats.map((s) => (
              <th key={s.seat} scope="col" class={game.turn?.seat === s.seat ? "on" : ""}>
                {whose(game.seats, s.seat)}
                {game.turn?.seat === s.seat && <span class="unseen"> ({t().past.onTurn})</span>}
                {s.status === "resigned" && <small class="quiet"> {t().past.gaveUp}</small>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {boxes.filter((b) => b.section === "upper").map(row)}
          {sum(t().past.upperBonus, (s) => s.card?.upperBonus ?? 0)}
          {boxes.filter((b) => b.section !== "upper").map(row)}
          {sum(t().past.fiveBonuses, (s) => s.card?.fiveBonuses ?? 0)}
          {sum(t().past.total, (s) => s.total)}
        </tbody>
      </table>
    </div>
  );
}
