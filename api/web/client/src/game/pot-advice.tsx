import { useEffect, useState } from "preact/hooks";
import type { Advice, AdviceAction, Game } from "../api/types";
import { Loaded, useLoaded } from "../frame/loaded";
import { figure, t } from "../i18n";
import type { Table } from "../table/table";
import { MiniDie } from "./minidie";
import type { PotHolds } from "./pot-holds";
import "./advice.css";

const MOST = 5;

interface AdviceProps {
  table: Table;
  game: Game;
  holds: PotHolds;
}

// PotAdvice is best play for the turn as it lies, when it is asked for. It closes with the next roll.
export function PotAdvice(p: AdviceProps) {
  const turn = p.game.turn!;
  const roll = `${turn.seat}/${turn.round}/${turn.roll}`;
  const [open, setOpen] = useState(false);
  useEffect(() => setOpen(false), [roll]);
  if (!p.game.options.advice || turn.roll === 0) return null;
  return (
    <div class="advice">
      <button type="button" class="button plain" aria-expanded={open} onClick={() => setOpen(!open)}>
        {t().advice}
      </button>
      {open && <Choices key={roll} {...p} roll={roll} />}
    </div>
  );
}

function Choices(p: AdviceProps & { roll: string }) {
  const advice = useLoaded<Advice>(() => p.table.advice(), [p.roll]);
  return (
    <Loaded of={advice}>
      {(a) => (
        <ol class="choices">
          {a.actions.slice(0, MOST).map((action) => (
            <li key={`${action.do}${action.held?.join() ?? ""}${action.then ?? ""}`}>
              <Choice {...p} action={action} />
            </li>
          ))}
        </ol>
      )}
    </Loaded>
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
