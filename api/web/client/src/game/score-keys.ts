import type { RefObject } from "preact";
import type { Game, Ruleset } from "../api/types";
import { t } from "../i18n";
import type { Table } from "../table/table";
import type { Entering } from "./entering";
import type { Holds } from "./holds";
import { moveInCard, useKeys } from "./keys";
import { canRoll, roll } from "./tray";

interface ScoreKeys {
  table: Table;
  game: Game;
  rules: Ruleset | undefined;
  holds: Holds;
  entering: Entering;
  root: RefObject<HTMLElement | null>;
  openHelp: (open: boolean) => void;
}

// useScoreKeys are the keys of the games of boxes. What is done by Enter the browser does: it presses what has the focus.
export function useScoreKeys(p: ScoreKeys): void {
  useKeys((key) => {
    if (key === "?") {
      p.openHelp(true);
      return true;
    }
    if (key === "Escape" && p.entering.asking.peek() !== undefined) {
      p.entering.cancel();
      return true;
    }
    const turn = p.game.turn;
    if (p.rules === undefined || turn === undefined || !p.table.moves(turn.seat)) return false;
    if (key === "r") {
      if (canRoll(p.game, p.rules, p.holds)) roll(p.table, p.holds);
      return true;
    }
    if (key >= "1" && key <= String(p.rules.dice)) {
      if (turn.may.includes("hold")) p.holds.toggle(Number(key) - 1);
      return true;
    }
    return key.startsWith("Arrow") && p.root.current !== null && moveInCard(p.root.current, key);
  });
}

// scoreKeys lists them.
export function scoreKeys(dice: number): readonly (readonly [string, string])[] {
  return [
    [t().keyDice(dice), t().keyHold],
    ["R", t().keyRoll],
    [t().keyArrows, t().keyMove],
    [t().keyEnter, t().keyEnters],
    [t().keyEscape, t().keyCancels],
    ["?", t().keyHelp],
  ];
}
