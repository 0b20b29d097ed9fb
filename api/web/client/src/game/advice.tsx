import type { AdviceAction, Game } from "../api/types";
import { figure, label, t } from "../i18n";
import { boxLabel } from "../rulesets";
import type { Table } from "../table/table";
import { AdvicePanel } from "./advice-panel";
import { Face } from "./die";
import type { Entering } from "./entering";
import type { Holds } from "./holds";

interface AdviceProps {
  table: Table;
  game: Game;
  holds: Holds;
  entering: Entering;
}

const MOST = 6;

// Advice is best play for the dice as they lie, when it is asked for.
export function Advice(p: AdviceProps) {
  if (!p.game.options.advice) return null;
  // Before the first roll there is nothing to advise, but its room: who taps twice on rolling must not hit it.
  if (p.game.turn!.roll === 0) {
    return (
      <button type="button" class="button plain unready" disabled>
        {t().advice}
      </button>
    );
  }
  return (
    <AdvicePanel table={p.table} game={p.game} most={MOST}>
      {(action) => <Choice {...p} action={action} />}
    </AdvicePanel>
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
