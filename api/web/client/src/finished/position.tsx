import type { Frame, Game } from "../api/types";
import { Sheet } from "../game/sheet";
import { figure, t } from "../i18n";
import { rulesetOf } from "../rulesets";
import { seatName } from "../game/seats";
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
      {game.pot === undefined ? <Cards frames={p.frames} at={p.at} /> : <Scores game={game} />}
    </div>
  );
}

function PotLine(p: { game: Game }) {
  const { pot, turn, finalRound } = p.game;
  return (
    <p class="pot">
      <strong>{t().past.pot(figure(pot!))}</strong>
      {turn?.points !== undefined && <span>{t().past.aside(figure(turn.points + (turn.heldPoints ?? 0)))}</span>}
      {finalRound !== undefined && <span>{t().past.finalRound(seatName(p.game, finalRound.seat), figure(finalRound.score))}</span>}
    </p>
  );
}

function Scores(p: { game: Game }) {
  return (
    <ul class="past-scores">
      {p.game.seats.map((s) => (
        <li key={s.seat} class={p.game.turn?.seat === s.seat ? "on" : ""} aria-current={p.game.turn?.seat === s.seat ? "true" : undefined}>
          <span>{seatName(p.game, s.seat)}</span>
          <strong>{figure(s.total)}</strong>
          <span class="quiet">{s.status === "resigned" ? t().past.gaveUp : s.isIn ? t().past.isIn : t().past.notIn}</span>
        </li>
      ))}
    </ul>
  );
}

// Cards are the cards of all seats as they were, with the box marked that each wrote in last.
function Cards(p: { frames: readonly Frame[]; at: number }) {
  const { game } = p.frames[p.at]!;
  const rules = rulesetOf(game.ruleset);
  if (rules === undefined) return null;
  const latest = (seat: number) => p.frames.slice(0, p.at + 1).findLast((f) => f.event.type === "entered" && f.event.seat === seat)?.event.box;
  return <Sheet in={{ game, entering: undefined, roving: undefined, onFocus: () => undefined, latest }} rules={rules} />;
}
