import { useMemo, useRef, useState } from "preact/hooks";
import type { Game } from "../api/types";
import { t } from "../i18n";
import { rulesetOf } from "../rulesets";
import type { Table } from "../table/table";
import { Clock } from "./clock";
import { useFocusKept } from "./focus";
import { GiveUp } from "./give-up";
import { KeysHelp, useKeys } from "./keys";
import { createPotHolds } from "./pot-holds";
import { useRefused } from "./pot-refused";
import { PotLines } from "./pot-lines";
import { PotScores } from "./pot-scores";
import { potText } from "./pot-told";
import { bank, canBank, canRoll, PotTray, roll } from "./pot-tray";
import { useRolled } from "./rolled";
import { useTold } from "./told";
import { TurnLine } from "./turn-line";
import { usePotLog } from "./use-pot-log";
import { Watchers } from "./watchers";
import "./scorecard.css";
import "./pot.css";
import "../styles/tables.css";

// Pot is tiotusen while it is played: pot, turn, dice set aside, scores, and what has happened.
export function Pot(p: { table: Table; game: Game }) {
  const { table, game } = p;
  const refused = useRefused(table);
  const holds = useMemo(() => createPotHolds(table, refused.tell), [table]);
  const rolled = useRolled(table);
  const log = usePotLog(table);
  useTold(table, potText);
  const [help, openHelp] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  useFocusKept(root, `${game.turn?.seat}/${game.turn?.round}`);
  const rules = rulesetOf(game.ruleset);

  useKeys((key) => {
    const turn = game.turn;
    if (key === "?") {
      openHelp(true);
      return true;
    }
    if (turn === undefined || rules === undefined || !table.moves(turn.seat)) return false;
    if (key === "r") {
      if (canRoll(game, holds)) roll(table, holds);
      return true;
    }
    if (key === "b") {
      if (canBank(game, holds)) bank(table, holds);
      return true;
    }
    if (key < "1" || key > String(rules.dice)) return false;
    const die = Number(key) - 1;
    if (turn.may.includes("hold") && !(turn.locked ?? []).includes(die)) holds.toggle(die);
    return true;
  });

  if (rules === undefined || game.turn === undefined) return <p class="quiet">{t().loading}</p>;
  return (
    <div ref={root} class="play" data-acting={holds.acting.value ? "" : undefined}>
      <TurnLine table={table} game={game} />
      <Clock game={game} mine={table.moves(game.turn.seat)} />
      <div class="board">
        <PotScores game={game} />
        <PotLines game={game} log={log} />
      </div>
      <PotTray table={table} game={game} rules={rules} holds={holds} refused={refused.text} rolled={rolled.value} />
      <div class="aside">
        <GiveUp table={table} game={game} />
        <Watchers table={table} game={game} />
        <KeysHelp
          keys={[
            [t().keyDice(rules.dice), t().keyHold],
            ["R", t().keyRoll],
            ["B", t().potGame.keyBank],
            ["?", t().keyHelp],
          ]}
          open={help}
          onOpen={openHelp}
        />
      </div>
    </div>
  );
}
