import { useState } from "preact/hooks";
import { client } from "../api/client";
import { isProblem } from "../api/problem";
import { Loaded, useLoaded } from "../frame/loaded";
import { SeedField } from "../game/seed";
import { isOwn } from "../game/seats";
import { t } from "../i18n";
import { href } from "../route";
import { sitDown, TableFacts } from "./lobby";
import "../styles/newgame.css";
import "../styles/tables.css";

// JoinPage is the table behind an invite code, before one sits down.
export function JoinPage(p: { code: string }) {
  const code = p.code.replace(/[^0-9A-Za-z]/g, "").toUpperCase();
  const [seed, setSeed] = useState("");
  const [sitting, setSitting] = useState(false);
  const table = useLoaded(async () => {
    try {
      return (await client.GET("/v1/invites/{code}", { params: { path: { code } } })).data!;
    } catch (e) {
      if (isProblem(e, "notFound") || isProblem(e, "malformed")) return undefined;
      throw e;
    }
  }, [code]);
  return (
    <div class="waitingroom">
      <h1>{t().join.heading}</h1>
      <Loaded of={table}>
        {(game) =>
          game === undefined ? (
            <>
              <p role="alert">{t().join.wrong}</p>
              <a class="button" href={href({ page: "home" })}>
                {t().ending.home}
              </a>
            </>
          ) : game.seats.some(isOwn) ? (
            <>
              <TableFacts game={game} />
              <p>{t().join.seated}</p>
              <a class="button primary" href={href({ page: "game", id: game.id })}>
                {t().join.toTable}
              </a>
            </>
          ) : (
            <form
              class="newgame"
              onSubmit={(e) => {
                e.preventDefault();
                setSitting(true);
                void sitDown(game.id, { inviteCode: code, ...(seed !== "" && { clientSeed: seed }) }).finally(() => setSitting(false));
              }}
            >
              <TableFacts game={game} />
              <button type="submit" class="button primary big" disabled={sitting}>
                {t().join.sit}
              </button>
              {game.dice === "server" && (
                <details class="seed">
                  <summary>{t().waiting.seed}</summary>
                  <SeedField value={seed} onInput={setSeed} />
                </details>
              )}
            </form>
          )
        }
      </Loaded>
    </div>
  );
}
