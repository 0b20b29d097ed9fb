import { useEffect, useState } from "preact/hooks";
import { beginHere } from "../begin";
import { client, newId, repeated } from "../api/client";
import { accountId } from "../api/session";
import type { Game, NewSeat } from "../api/types";
import { useDoing } from "../frame/doing";
import { t } from "../i18n";
import { useMyGames } from "../mygames";
import { go } from "../route";
import type { Table } from "../table/table";
import { isOwn } from "./seats";

// Rematch is one button for everybody: who presses it first makes the table, and pressing it is how the others accept
// (docs/rematch.md). A game on this device begins anew at once, with the next seat first.
export function Rematch(p: { table: Table; game: Game }) {
  const { busy, run } = useDoing();
  const { game } = p;
  if (p.table.link.value === "local") {
    return (
      <button type="button" class="button primary big" onClick={() => void beginHere(again(game))}>
        {t().ending.rematch}
      </button>
    );
  }
  if (!game.seats.some(isOwn) && game.host !== accountId.value) return null;
  const ask = async () => {
    const id = newId();
    const answer = await run(() => client.POST("/v1/games/{id}/rematch", { params: { path: { id: game.id } }, body: { id } }));
    if (answer?.data !== undefined) go({ page: "game", id: answer.data.game.id });
  };
  return <Ask game={game} busy={busy} ask={() => void ask()} />;
}

function Ask(p: { game: Game; busy: boolean; ask: () => void }) {
  const there = useRematch(p.game);
  return (
    <>
      {there && (
        <p class="notice" role="status">
          {t().ending.rematchThere(p.game.seats.filter((s) => s.kind === "account" && !isOwn(s)).length)}
        </p>
      )}
      <button type="button" class="button primary big" disabled={p.busy} onClick={p.ask}>
        {there ? t().ending.joinRematch : t().ending.rematch}
      </button>
    </>
  );
}

// useRematch tells whether somebody has asked. No event of the game that was played tells of it, but the list of one's
// games has the new one then: that is when to read the old one again.
function useRematch(game: Game): boolean {
  const [there, setThere] = useState(game.rematch !== undefined);
  const invited = (useMyGames() ?? []).some((g) => g.invited && g.game.ruleset === game.ruleset);
  useEffect(() => {
    const ended = new AbortController();
    repeated(() => client.GET("/v1/games/{id}", { params: { path: { id: game.id } }, signal: ended.signal }), ended.signal).then(
      ({ data }) => ended.signal.aborted || setThere(data!.rematch !== undefined),
      () => undefined, // it may be gone; the button says so when it is pressed
    );
    return () => ended.abort();
  }, [game.id, invited]);
  return there;
}

// again is the same game, where the seat that began is last.
function again(game: Game): Parameters<typeof beginHere>[0] {
  const seats = [...game.seats.slice(1), ...game.seats.slice(0, 1)].map((s): NewSeat => {
    if (s.kind === "bot") return { kind: "bot", level: s.botLevel ?? "casual" };
    return s.kind === "guest" ? { kind: "guest", name: s.name ?? "" } : { kind: "me" };
  });
  const { advice, ownPot } = game.options;
  return { ruleset: game.ruleset, dice: "client", seats, options: { advice, ...(ownPot !== undefined && { ownPot }) } };
}
