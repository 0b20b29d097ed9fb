import type { Game } from "../api/types";
import { label } from "../i18n";
import { rulesetOf } from "../rulesets";
import type { Table } from "../table/table";
import { LinkState } from "./link-state";
import { turnText } from "./seats";

// TurnLine says what is played and whose turn it is.
export function TurnLine(p: { table: Table; game: Game; round?: string }) {
  const name = label(rulesetOf(p.game.ruleset)?.name);
  const alone = p.game.seats.length === 1;
  return (
    <header class="turn-line">
      <h1 tabIndex={-1}>{alone ? name : turnText(p.game)}</h1>
      <p class="quiet">
        {!alone && <span>{name}</span>}
        {p.round !== undefined && <span>{p.round}</span>}
        <LinkState table={p.table} />
      </p>
    </header>
  );
}
