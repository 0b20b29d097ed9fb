import type { AdviceAction, Game } from "../api/types";
import { figure, t } from "../i18n";
import type { Table } from "../table/table";
import { AdvicePanel } from "./advice-panel";
import { MiniDie } from "./minidie";
import type { PotHolds } from "./pot-holds";

const MOST = 5;

interface AdviceProps {
  table: Table;
  game: Game;
  holds: PotHolds;
}

// PotAdvice is best play for the turn as it lies, when it is asked for.
export function PotAdvice(p: AdviceProps) {
  if (!p.game.options.advice || p.game.turn!.roll === 0) return null;
  return (
    <AdvicePanel table={p.table} game={p.game} most={MOST}>
      {(action) => <Choice {...p} action={action} />}
    </AdvicePanel>
  );
}

// Choice is one way to go on; to tap it picks its dice.
function Choice(p: AdviceProps & { action: AdviceAction }) {
  const { action } = p;
  const dice = p.game.turn!.dice;
  const held = action.held ?? [];
  const then = (action.then ?? action.do) === "bank" ? t().potGame.adviceThenBank : t().potGame.adviceThenRoll;
  const worth = `${t().potGame.adviceGain(figure(action.expectedGain ?? 0))}${action.chance === undefined ? "" : `, ${t().potGame.adviceChance(figure(action.chance * 100, 1))}`}`;
  const keep = held.map((i) => dice[i]).join(", ");
  const what = action.do === "hold" ? `${t().potGame.adviceHold} ${keep} ${then}` : action.do === "roll" ? t().potGame.adviceRoll : t().potGame.adviceBank;
  return (
    <button type="button" class="advised" aria-label={`${what}, ${worth}`} onClick={() => action.do === "hold" && p.holds.set(held)}>
      <span class="what dice-line">
        {action.do === "hold" ? (
          <>
            {held.map((i) => (
              <MiniDie key={i} face={dice[i]!} />
            ))}{" "}
            <span>{then}</span>
          </>
        ) : (
          what
        )}
      </span>
      <span class="potworth">{worth}</span>
    </button>
  );
}
