import { useEffect, useState } from "preact/hooks";
import { client, newId, repeated } from "../api/client";
import { isProblem } from "../api/problem";
import type { GameSummary } from "../api/types";
import { complain } from "../frame/toast";
import { label, t } from "../i18n";
import { nameOf } from "../names";
import { duration } from "../newgame/options";
import { go, href } from "../route";
import { rulesetOf } from "../rulesets";
import { isOwn } from "../game/seats";
import "../styles/home.css";
import "../styles/tables.css";

// The list is read again so often, in ms, while somebody looks at it.
const AGAIN = 5000;

// LobbyPage lists the tables that anybody may join.
export function LobbyPage() {
  const [pages, setPages] = useState(1);
  const list = useTables(pages);
  const tables = list?.tables;
  return (
    <>
      <h1>{t().openTables.heading}</h1>
      {tables === undefined ? (
        <p class="quiet">{t().loading}</p>
      ) : tables.length === 0 ? (
        <p class="quiet">{t().openTables.none}</p>
      ) : (
        <ul class="games">
          {tables.map((g) => (
            <OpenTable key={g.id} game={g} />
          ))}
        </ul>
      )}
      {list?.more === true && (
        <p>
          <button type="button" class="button" onClick={() => setPages(list.pages + 1)}>
            {t().past.more}
          </button>
        </p>
      )}
      <p>
        <a class="button" href={href({ page: "new" })}>
          {t().newGame}
        </a>
      </p>
    </>
  );
}

// Tables are the open tables that were read: so many pages of them, and whether there are more.
interface Tables {
  tables: readonly GameSummary[];
  pages: number;
  more: boolean;
}

// useTables reads the first pages of the list, again and again.
function useTables(pages: number): Tables | undefined {
  const [tables, setTables] = useState<Tables>();
  useEffect(() => {
    const ended = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async () => {
      clearTimeout(timer);
      try {
        if (!document.hidden) {
          const tables = await readTables(pages, ended.signal);
          if (!ended.signal.aborted) setTables(tables);
        }
      } catch (e) {
        if (!ended.signal.aborted) complain(e);
      }
      if (!ended.signal.aborted) timer = setTimeout(() => void read(), AGAIN);
    };
    const shown = () => document.hidden || void read();
    void read();
    document.addEventListener("visibilitychange", shown);
    return () => {
      ended.abort();
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", shown);
    };
  }, [pages]);
  return tables;
}

async function readTables(most: number, signal: AbortSignal): Promise<Tables> {
  // A table may move from one page to the next while they are read.
  const tables = new Map<string, GameSummary>();
  let cursor: string | undefined;
  let pages = 0;
  do {
    const query = { status: "open" as const, ...(cursor !== undefined && { cursor }) };
    const { data } = await repeated(() => client.GET("/v1/games", { params: { query }, signal }), signal);
    for (const table of data!.items) tables.set(table.id, table);
    cursor = data!.nextCursor;
    pages++;
  } while (cursor !== undefined && pages < most);
  return { tables: [...tables.values()], pages, more: cursor !== undefined };
}

function OpenTable(p: { game: GameSummary }) {
  const { game } = p;
  const free = game.seats.filter((s) => s.kind === "open").length;
  const host = game.seats.find((s) => s.accountId !== undefined && s.accountId === game.host);
  const name = host === undefined ? t().waiting.nameless : nameOf(host);
  return (
    <li class="opentable" data-game={game.id}>
      <TableFacts game={game} />
      {game.seats.some(isOwn) ? (
        <a class="button" href={href({ page: "game", id: game.id })}>
          {t().openTables.mine}
        </a>
      ) : (
        <button type="button" class="button primary" disabled={free === 0} aria-label={t().openTables.joinAt(name)} onClick={() => void sitDown(game.id)}>
          {t().openTables.join}
        </button>
      )}
    </li>
  );
}

// TableFacts is what there is to know of a table before one sits down.
export function TableFacts(p: { game: GameSummary }) {
  const { game } = p;
  const free = game.seats.filter((s) => s.kind === "open").length;
  return (
    <div class="facts">
      <strong>{label(rulesetOf(game.ruleset)?.name)}</strong>
      <span>{game.seats.filter((s) => s.kind !== "open").map(nameOf).join(", ")}</span>
      <span class="quiet">
        {t().openTables.free(free, game.seats.length)}
        {game.options.turnSeconds > 0 && ` · ${t().openTables.clock}: ${duration(game.options.turnSeconds)}`}
      </span>
    </div>
  );
}

// sitDown takes a seat and goes to the table; who sits there already just goes.
export async function sitDown(id: string, how: { inviteCode?: string; clientSeed?: string } = {}): Promise<void> {
  const call = newId();
  try {
    await repeated(() => client.POST("/v1/games/{id}/seats", { params: { path: { id } }, body: { id: call, ...how } }));
  } catch (e) {
    if (!isProblem(e, "alreadySeated")) {
      complain(e);
      return;
    }
  }
  go({ page: "game", id });
}
