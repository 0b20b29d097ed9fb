import type { Game } from "../api/types";
import { figure, t } from "../i18n";
import { MiniDie } from "./minidie";
import type { PotRoll, PotTurn } from "./pot-log";
import { outcomeText } from "./pot-told";
import { isOwn, seatName } from "./seats";
import type { PotLog } from "./use-pot-log";

// PotLines is what has happened, the latest turn first: a line for each roll, with what was kept of it, and for the end.
export function PotLines(p: { game: Game; log: PotLog }) {
  const { turns, running, again } = p.log;
  return (
    <section class="potlog" aria-labelledby="potlog">
      <div class="potlog-head">
        <h2 id="potlog">{t().potGame.log}</h2>
        {turns.length > 0 && (
          <button type="button" class="button plain" disabled={running} onClick={again}>
            {t().potGame.again}
          </button>
        )}
      </div>
      {turns.length === 0 && <p class="quiet">{t().potGame.logNone}</p>}
      <ol class="potturns" tabIndex={0} aria-labelledby="potlog">
        {[...turns].reverse().map((turn) => (
          <li key={turn.seq} class={isOwn(p.game.seats[turn.seat]) ? "potturn own" : "potturn"} data-seat={turn.seat}>
            <strong>{seatName(p.game, turn.seat)}</strong>
            {turn.clock && <span class="quiet"> {t().potGame.byClock}</span>}
            <ol>
              {turn.rolls.map((roll) => (
                <Roll key={roll.seq} roll={roll} own={ownPot(turn, roll)} />
              ))}
              {turn.banked !== undefined && <li class="potend banked">{t().potGame.banked(figure(turn.banked))}</li>}
              {turn.resigned === true && <li class="potend">{t().potGame.resigned}</li>}
            </ol>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Roll(p: { roll: PotRoll; own: boolean }) {
  const { roll } = p;
  const faces = (positions: readonly number[]) => positions.map((i) => roll.dice[i]).join(", ");
  const led = outcomeText(roll.outcome, roll.points, p.own);
  return (
    <li class="potroll">
      <span class="unseen">
        {t().potGame.rolled} {faces(roll.thrown)}
        {roll.kept.length > 0 && `, ${t().potGame.kept} ${faces(roll.kept)}`}
        {led !== "" && ": "}
      </span>
      <span class="potdice">
        {roll.thrown.map((i) => (
          <MiniDie key={i} face={roll.dice[i]!} kept={roll.kept.includes(i)} dim={roll.outcome === "scored" && roll.kept.length > 0 && !roll.kept.includes(i)} />
        ))}
      </span>
      {led !== "" && <span class={`potend ${roll.outcome}`}>{led}</span>}
    </li>
  );
}

// ownPot tells whether the seat rolled on after a pot.
function ownPot(turn: PotTurn, roll: PotRoll): boolean {
  return roll.outcome === "pot" && (turn.rolls.at(-1) !== roll || turn.banked !== undefined);
}
