import { useState } from "preact/hooks";
import type { Decision, Game, Review, RulesetID } from "../api/types";
import { seatName } from "../game/seats";
import { figure, t } from "../i18n";
import { href } from "../route";
import { Chart, Shape } from "./chart";
import { curveOf, worstOf, type Point } from "./curve";
import { Faces } from "./faces";
import { actionText, costText, signed, whatText, whenText } from "./points";
import "./table.css";

// SeatReview is how one seat fared: its sums, the way of its expectation, and the decisions that cost the most.
export function SeatReview(p: { game: Game; review: Review; seat: number }) {
  const { game, review, seat } = p;
  const words = t().past;
  const points = curveOf(review, seat);
  const costliest = worstOf(review, seat);
  const [chosen, setChosen] = useState(() => Math.max(0, points.findIndex((q) => q.decision !== undefined && q.decision === costliest[0])));
  const decided = review.decisions.some((d) => d.seat === seat);
  return (
    <>
      <Sums review={review} seat={seat} />
      {!decided && <p class="quiet">{words.noMoves}</p>}
      {points.length > 1 && (
        <div class="chartCard">
          <Chart points={points} name={words.chartName(seatName(game, seat))} chosen={chosen} onChoose={setChosen} />
          <Legend turns={game.pot !== undefined} />
          <Shown game={game} point={points[chosen]!} />
        </div>
      )}
      {game.pot !== undefined && <p class="quiet">{words.potNote}</p>}
      {decided && <Worst game={game} decisions={costliest} />}
      <Chances game={game} review={review} seat={seat} />
      {points.length > 1 && (
        <details>
          <summary>{words.asTable}</summary>
          <Points game={game} points={points} />
        </details>
      )}
    </>
  );
}

function Sums(p: { review: Review; seat: number }) {
  const words = t().past;
  const sums = p.review.seats.find((s) => s.seat === p.seat);
  if (sums === undefined) return null;
  return (
    <dl class="sum">
      {sums.startExpected !== undefined && <Sum name={words.startExpected} value={figure(sums.startExpected, 1)} />}
      <Sum kind="luck" name={words.luck} value={signed(sums.luck)} />
      <Sum kind="loss" name={words.loss} value={signed(-sums.loss)} />
      {(sums.unplayed ?? 0) !== 0 && <Sum name={words.unplayed} value={signed(-sums.unplayed!)} />}
      <Sum name={t().total} value={figure(sums.total)} />
    </dl>
  );
}

function Sum(p: { name: string; value: string; kind?: string }) {
  return (
    <div class={p.kind}>
      <dt>{p.name}</dt>
      <dd>{p.value}</dd>
    </div>
  );
}

function Legend(p: { turns: boolean }) {
  const words = t().past;
  const items: [Point["kind"], number, string][] = [
    ["roll", 0, words.legendLuck],
    ["decision", -1, words.legendLoss],
    ["decision", 0, words.legendFine],
    ...(p.turns ? [["start", 0, words.legendTurn] as [Point["kind"], number, string]] : []),
  ];
  return (
    <ul class="legend">
      {items.map(([kind, change, text]) => (
        <li key={text}>
          <svg viewBox="-6 -6 12 12" aria-hidden="true">
            <Shape point={{ kind, change }} x={0} y={0} />
          </svg>
          {text}
        </li>
      ))}
    </ul>
  );
}

// Shown is the point of the chart that is chosen.
function Shown(p: { game: Game; point: Point }) {
  const { point } = p;
  const d = point.decision;
  return (
    <div class="shown">
      <span class="line">
        {whenText(point)} · {t().past.expected} <strong>{figure(point.expected, 1)}</strong>
      </span>
      {point.kind === "roll" && <span class="luckText">{whatText(point)}</span>}
      {point.kind === "decision" && <span class={point.change < -0.005 ? "lossText" : ""}>{whatText(point)}</span>}
      {d !== undefined && (
        <>
          <Faces dice={d.dice} kept={d.done.held ?? []} small />
          <span>{actionText(d.done, d.dice, p.game.ruleset)}</span>
          {point.change < -0.005 && (
            <span class="quiet">
              {t().past.better}: {actionText(d.best, d.dice, p.game.ruleset)}
            </span>
          )}
        </>
      )}
      {point.seq !== undefined && <a href={href({ page: "replay", id: p.game.id, seq: point.seq })}>{t().past.toReplay}</a>}
    </div>
  );
}

function Worst(p: { game: Game; decisions: readonly Decision[] }) {
  const words = t().past;
  return (
    <>
      <h2>{words.worst}</h2>
      {p.decisions.length === 0 && <p>{words.nothingLost}</p>}
      <ol class="worst">
        {p.decisions.map((d) => (
          <li key={d.seq} data-seq={d.seq}>
            <span class="quiet">{words.atRoll(d.round, d.roll)}</span>
            <Faces dice={d.dice} kept={d.done.held ?? []} small />
            <Choice decision={d} ruleset={p.game.ruleset} />
            <a href={href({ page: "replay", id: p.game.id, seq: d.seq })}>{words.toReplay}</a>
          </li>
        ))}
      </ol>
    </>
  );
}

function Choice(p: { decision: Decision; ruleset: RulesetID }) {
  const words = t().past;
  const { done, best, dice } = p.decision;
  return (
    <dl>
      <dt>{words.done}</dt>
      <dd>{actionText(done, dice, p.ruleset)}</dd>
      <dt>{words.better}</dt>
      <dd>{actionText(best, dice, p.ruleset)}</dd>
      <dt>{words.costs}</dt>
      <dd class="lossText">{costText(p.decision)}</dd>
    </dl>
  );
}

// Chances are the turns of the final round of tiotusen, which are judged by the chance to overtake.
function Chances(p: { game: Game; review: Review; seat: number }) {
  const words = t().past;
  const turns = (p.review.turns ?? []).filter((turn) => turn.seat === p.seat && turn.objective === "chance");
  if (turns.length === 0) return null;
  const percent = (n: number) => `${signed(100 * n)} %`;
  return (
    <>
      <h2>{words.chanceTurns}</h2>
      <div class="pastTable" tabIndex={0} role="region" aria-label={words.chanceTurns}>
        <table>
          <thead>
            <tr>
              <th scope="col">{words.when}</th>
              <th scope="col">{words.chance}</th>
              <th scope="col">{words.luck}</th>
              <th scope="col">{words.loss}</th>
              <th scope="col" class="words">
                {words.outcome}
              </th>
            </tr>
          </thead>
          <tbody>
            {turns.map((turn) => (
              <tr key={turn.seq}>
                <th scope="row">
                  <a href={href({ page: "replay", id: p.game.id, seq: turn.seq })}>{words.turn(turn.round)}</a>
                </th>
                <td>{figure(100 * turn.expected, 1)} %</td>
                <td>{percent(turn.luck)}</td>
                <td>{percent(-turn.loss)}</td>
                <td class="words">{turn.result === 1 ? words.overtook : words.didNot}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function Points(p: { game: Game; points: readonly Point[] }) {
  const words = t().past;
  return (
    <div class="pastTable" tabIndex={0} role="region" aria-label={words.asTable}>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.when}</th>
            <th scope="col">{words.expected}</th>
            <th scope="col">{words.change}</th>
            <th scope="col" class="words">
              {words.what}
            </th>
          </tr>
        </thead>
        <tbody>
          {p.points.map((q, i) => (
            <tr key={i}>
              <th scope="row">{whenText(q)}</th>
              <td>{figure(q.expected, 1)}</td>
              <td>{q.kind === "start" ? "" : signed(q.change)}</td>
              <td class="words">
                {q.decision !== undefined
                  ? `${q.decision.dice.join(" ")}: ${actionText(q.decision.done, q.decision.dice, p.game.ruleset)}`
                  : q.kind === "roll"
                    ? words.lucky(signed(q.change))
                    : ""}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
