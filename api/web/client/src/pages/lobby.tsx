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
  const tables = useTables();
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
      <p>
        <a class="button" href={href({ page: "new" })}>
          {t().newGame}
        </a>
      </p>
    </>
  );
}

function useTables(): readonly GameSummary[] | undefined {
  const [tables, setTables] = useState<readonly GameSummary[]>();
  useEffect(() => {
    const ended = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async () => {
      clearTimeout(timer);
      try {
        if (!document.hidden) {
          const { data } = await repeated(
            () => client.GET("/v1/games", { params: { query: { status: "open" } }, signal: ended.signal }),
            ended.signal,
          );
          if (!ended.signal.aborted) setTables(data!.items);
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
  }, []);
  return tables;
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
