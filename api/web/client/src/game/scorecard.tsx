import { useComputed } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Game } from "../api/types";
import { t } from "../i18n";
import { rulesetOf } from "../rulesets";
import type { Table } from "../table/table";
import type { CardContext } from "./box";
import { CardView } from "./card";
import { Clock } from "./clock";
import { useEntering } from "./entering";
import { useFocusKept } from "./focus";
import { GiveUp } from "./give-up";
import { useHolds } from "./use-holds";
import { KeysHelp } from "./keys";
import { Lately } from "./lately-line";
import { useLately } from "./lately";
import { useRolled } from "./rolled";
import { scoreKeys, useScoreKeys } from "./score-keys";
import { Sheet } from "./sheet";
import { Standings } from "./standings";
import { useTold } from "./told";
import { Tray } from "./tray";
import { TurnLine } from "./turn-line";
import { Watchers } from "./watchers";
import { wide } from "./wide";
import "./scorecard.css";

// Scorecard is a game of boxes while it is played: cards, dice, entries.
export function Scorecard(p: { table: Table; game: Game }) {
  const { table, game } = p;
  const holds = useHolds(table);
  const entering = useEntering(table, holds);
  const rolled = useRolled(table);
  const lately = useLately(table);
  useTold(table);
  const onTurn = game.turn?.seat ?? 0;
  const [shown, show] = useShown(onTurn);
  const [focused, setFocused] = useState<string>();
  const busy = useComputed(() => holds.acting.value);
  const [help, openHelp] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  useFocusKept(root, `${game.turn?.seat}/${game.turn?.round}`);

  const rules = rulesetOf(game.ruleset);
  useScoreKeys({ table, game, rules, holds, entering, root, openHelp });
  if (rules === undefined || game.turn === undefined) return <p class="quiet">{t().loading}</p>;

  const mine = table.moves(onTurn);
  const boxes = game.turn.boxes ?? [];
  const context: CardContext = {
    game,
    entering: mine ? entering : undefined,
    roving: boxes.find((b) => b.box === focused)?.box ?? game.turn.best?.[0]?.box ?? boxes[0]?.box,
    onFocus: setFocused,
    latest: (seat) => lately.value.find((e) => e.seat === seat)?.box,
  };
  const sheet = game.seats.length > 1 && wide(game.seats.length);
  return (
    <div ref={root} class="play" data-acting={busy.value ? "" : undefined}>
      <TurnLine table={table} game={game} round={t().roundOf(game.turn.round, rules.scorecard?.boxes.length ?? 13)} />
      <Clock game={game} mine={mine} />
      <div class="board">
        {!sheet && game.seats.length > 1 && <Standings game={game} shown={shown} onShow={show} />}
        {sheet ? <Sheet in={context} rules={rules} /> : <CardView in={context} rules={rules} seat={shown} />}
        {!sheet && <Lately game={game} entries={lately.value} />}
      </div>
      <Tray table={table} game={game} rules={rules} holds={holds} entering={context.entering} rolled={rolled.value} />
      <div class="aside">
        <GiveUp table={table} game={game} />
        <Watchers table={table} game={game} />
        <KeysHelp keys={scoreKeys(rules.dice)} open={help} onOpen={openHelp} />
      </div>
    </div>
  );
}

// useShown is the seat whose card is shown where there is room for one: the one on turn, unless another was chosen for as
// long as this turn lasts.
function useShown(onTurn: number): [number, (seat: number) => void] {
  const [chosen, setChosen] = useState<number>();
  const turn = useRef(onTurn);
  useEffect(() => {
    if (turn.current === onTurn) return;
    turn.current = onTurn;
    setChosen(undefined);
  }, [onTurn]);
  return [turn.current === onTurn ? (chosen ?? onTurn) : onTurn, setChosen];
}
