import { useEffect, useState } from "preact/hooks";
import type { Advice as Advised, AdviceAction, Game } from "../api/types";
import { Loaded, useLoaded } from "../frame/loaded";
import { figure, label, t } from "../i18n";
import { boxLabel } from "../rulesets";
import type { Table } from "../table/table";
import { Face } from "./die";
import type { Entering } from "./entering";
import type { Holds } from "./holds";
import "./advice.css";

interface AdviceProps {
  table: Table;
  game: Game;
  holds: Holds;
  entering: Entering;
}

// So many choices are shown: what comes after them nobody wants.
const MOST = 6;

// Advice is best play for the dice as they lie, when it is asked for. It closes with the next roll.
export function Advice(p: AdviceProps) {
  const turn = p.game.turn!;
  const roll = `${turn.seat}/${turn.round}/${turn.roll}`;
  const [open, setOpen] = useState(false);
  useEffect(() => setOpen(false), [roll]);
  if (!p.game.options.advice) return null;
  // Before the first roll there is nothing to advise, but its room: who taps twice on rolling must not hit it.
  if (turn.roll === 0) {
    return (
      <button type="button" class="button plain unready" disabled>
        {t().advice}
      </button>
    );
  }
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
  const advice = useLoaded<Advised>(() => p.table.advice(), [p.roll]);
  return (
    <Loaded of={advice}>
      {(a) => (
        <ol class="choices">
          {a.actions.slice(0, MOST).map((action) => (
            <li key={`${action.do}${action.box ?? action.held?.join()}`}>
              <Choice {...p} action={action} />
            </li>
          ))}
        </ol>
      )}
    </Loaded>
  );
}

function Choice(p: AdviceProps & { action: AdviceAction }) {
  const { action, game } = p;
  const dice = game.turn!.dice;
  const entry = action.box === undefined ? undefined : game.turn!.boxes?.find((e) => e.box === action.box);
  const name = action.box === undefined ? "" : label(boxLabel(game.ruleset, action.box));
  const held = action.held ?? [];
  const what =
    action.do === "enter" ? t().adviceEnter(name) : held.length === 0 ? t().adviceAll : t().adviceHold(held.map((i) => dice[i]).join(", "));
  const total = figure(action.expectedTotal ?? 0, 1);
  const loss = action.loss ?? 0;
  const behind = loss > 0 ? `−${figure(loss, 1)}` : t().adviceBest;
  const does = () => {
    if (entry !== undefined) p.entering.choose(entry);
    else if (action.do === "hold") p.holds.set(held);
  };
  return (
    <button
      type="button"
      class="advised"
      data-box={action.box}
      aria-label={`${what}: ${total} ${behind}, ${loss > 0 ? t().adviceFigures : t().expectedTotal}`}
      onClick={does}
    >
      {action.do === "enter" || held.length === 0 ? (
        <span class="what">{what}</span>
      ) : (
        <span class="what dice-line">
          {dice.map((d, i) => (
            <span key={i} class={`die small${held.includes(i) ? " held" : ""}`}>
              <Face value={d} />
            </span>
          ))}
        </span>
      )}
      {" "}
      <span class="figures">
        {total} <span class="loss">{behind}</span>
      </span>
    </button>
  );
}
