import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Advice, AdviceAction, Game, Turn } from "../api/types";
import { Loaded, useLoaded } from "../frame/loaded";
import { t } from "../i18n";
import type { Table } from "../table/table";
import "./advice.css";

interface PanelProps {
  table: Table;
  game: Game;
  most: number; // so many choices are shown: what comes after them nobody wants
  children: (action: AdviceAction) => ComponentChildren; // one choice
}

function rollOf(turn: Turn): string {
  return `${turn.seat}/${turn.round}/${turn.roll}`;
}

// AdvicePanel is best play as it stands now, when it is asked for. It closes with the next roll.
export function AdvicePanel(p: PanelProps) {
  const roll = rollOf(p.game.turn!);
  const [open, setOpen] = useState(false);
  useEffect(() => setOpen(false), [roll]);
  return (
    <div class="advice">
      <button type="button" class="button plain" aria-expanded={open} onClick={() => setOpen(!open)}>
        {t().advice}
      </button>
      {open && <Choices key={roll} {...p} />}
    </div>
  );
}

function Choices(p: PanelProps) {
  const advice = useLoaded<Advice>(() => p.table.advice(), [rollOf(p.game.turn!)]);
  return (
    <Loaded of={advice}>
      {(a) => (
        <ol class="choices">
          {a.actions.slice(0, p.most).map((action) => (
            <li key={`${action.do}${action.box ?? action.held?.join() ?? ""}${action.then ?? ""}`}>{p.children(action)}</li>
          ))}
        </ol>
      )}
    </Loaded>
  );
}
