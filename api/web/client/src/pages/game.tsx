import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n";
import { Over } from "../game/over";
import { Pot } from "../game/pot";
import { Scorecard } from "../game/scorecard";
import { WaitingRoom } from "../game/waiting";
import { openTable } from "../table/open";
import type { Table } from "../table/table";

// GamePage is the table that one plays at.
export function GamePage(p: { id: string }) {
  const [table, setTable] = useState<Table>();
  useEffect(() => {
    let opened: Table | undefined;
    let left = false;
    void openTable(p.id).then((found) => {
      opened = found;
      if (left) found.close();
      else setTable(found);
    });
    return () => {
      left = true;
      opened?.close();
    };
  }, [p.id]);

  if (table?.gone.value !== undefined) return <p role="alert">{table.gone.value.message}</p>;
  const game = table?.game.value;
  if (table === undefined || game === undefined) return <p class="quiet">{t().loading}</p>;
  switch (game.status) {
    case "open":
      return <WaitingRoom table={table} game={game} />;
    case "playing":
      return game.ruleset === "tiotusen" ? <Pot table={table} game={game} /> : <Scorecard table={table} game={game} />;
    default:
      return <Over table={table} game={game} />;
  }
}
