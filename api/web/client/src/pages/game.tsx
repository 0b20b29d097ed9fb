import { useEffect, useState } from "preact/hooks";
import { isProblem, Unreachable } from "../api/problem";
import type { Game } from "../api/types";
import { LocalNotes, LocalOffers } from "../game/local-notes";
import { Over } from "../game/over";
import { Pot } from "../game/pot";
import { Scorecard } from "../game/scorecard";
import { turnText } from "../game/seats";
import { WaitingRoom } from "../game/waiting";
import { label, t } from "../i18n";
import { href } from "../route";
import { rulesetOf } from "../rulesets";
import { isLocal } from "../table/local";
import { openTable } from "../table/open";
import type { Table } from "../table/table";

// GamePage is the table that one plays at.
export function GamePage(p: { id: string }) {
  const [table, setTable] = useState<Table>();
  const [failed, setFailed] = useState<Error>();
  useEffect(() => {
    let opened: Table | undefined;
    let left = false;
    openTable(p.id).then(
      (found) => {
        opened = found;
        if (left) found.close();
        else setTable(found);
      },
      (e: unknown) => left || setFailed(e instanceof Error ? e : new Error(String(e))),
    );
    return () => {
      left = true;
      opened?.close();
    };
  }, [p.id]);

  const game = table?.game.value;
  const title = game === undefined ? "" : [game.turn && turnText(game), label(rulesetOf(game.ruleset)?.name)].filter(Boolean).join(" · ");
  useEffect(() => {
    if (title !== "") document.title = `${title} · Kast`;
  }, [title]);

  const gone = failed ?? table?.gone.value;
  if (gone !== undefined) return <Gone why={gone} />;
  if (table === undefined || game === undefined) return <Opening table={table} />;
  return (
    <>
      {isLocal(table) && <LocalNotes table={table} game={game} />}
      <div class="state" data-game={game.id} data-seq={game.seq} data-status={game.status}>
        <Shown table={table} game={game} />
      </div>
      {isLocal(table) && <LocalOffers game={game} />}
    </>
  );
}

// Shown is one state of the game, which the element around it names: what is shown is all of that state, as tests find out.
function Shown(p: { table: Table; game: Game }) {
  const { table, game } = p;
  switch (game.status) {
    case "open":
      return <WaitingRoom table={table} game={game} />;
    case "playing":
      return game.ruleset === "tiotusen" ? <Pot table={table} game={game} /> : <Scorecard table={table} game={game} />;
    default:
      return <Over table={table} game={game} />;
  }
}

// Opening is shown until the game is there; a server that does not answer is said to do so, after a moment.
function Opening(p: { table: Table | undefined }) {
  const [long, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), 2000);
    return () => clearTimeout(timer);
  }, []);
  return <p class="quiet">{long && p.table?.link.value === "waiting" ? t().noAnswer : t().loading}</p>;
}

// Gone is shown for a game that one may not see, or not any more. An absent game and another's are told alike.
function Gone(p: { why: Error }) {
  return (
    <>
      <p role="alert">{goneText(p.why)}</p>
      <p>
        <a class="button" href={href({ page: "home" })}>
          {t().toGames}
        </a>
      </p>
    </>
  );
}

function goneText(why: Error): string {
  if (isProblem(why, "notFound") || isProblem(why, "malformed")) return t().gameGone;
  if (why.message === "hidden") return t().gameHidden;
  if (why.message === "signedOut" || isProblem(why, "unauthenticated")) return t().signedOutHere;
  if (why instanceof Unreachable) return t().noAnswer;
  return isProblem(why) ? why.message : t().somethingWrong;
}
