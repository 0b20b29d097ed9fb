import { useState } from "preact/hooks";
import { ShownAs } from "../account/shown-as";
import { chosenSeed } from "../begin";
import { client, newId } from "../api/client";
import { account, accountId } from "../api/session";
import type { Game } from "../api/types";
import { useDoing } from "../frame/doing";
import { Loaded, useLoaded } from "../frame/loaded";
import { toast } from "../frame/toast";
import { label, t } from "../i18n";
import { nameOf } from "../names";
import { go } from "../route";
import { rulesetOf } from "../rulesets";
import type { Table } from "../table/table";
import { Code } from "./code";
import { SeedField } from "./seed";
import { isOwn } from "./seats";
import { Watchers } from "./watchers";
import "../styles/newgame.css";
import "../styles/tables.css";

// WaitingRoom is a table that has not begun: who sits there, how others come in, the start.
export function WaitingRoom(p: { table: Table; game: Game }) {
  const { game } = p;
  const me = accountId.value;
  const path = { id: game.id };
  const name = label(rulesetOf(game.ruleset)?.name);
  const host = game.host === me;
  const seated = game.seats.some(isOwn);
  const own = account.value?.name; // no event tells of a new one
  const kept = game.seats.some((s) => s.reservedFor !== undefined);
  const invited = game.seats.some((s) => s.reservedFor === me);
  const free = game.seats.some((s) => s.kind === "open");
  const takeable = !seated && (invited || game.seats.some((s) => s.kind === "open" && s.reservedFor === undefined));
  const ruleset = rulesetOf(game.ruleset);
  const enough = game.seats.filter((s) => s.kind !== "open").length >= (ruleset?.minSeats ?? 1);

  const [seed, setSeed] = useState(() => chosenSeed(game.id));
  // No event tells of a new code.
  const [renewed, setRenewed] = useState<string>();
  const code = renewed ?? game.inviteCode;
  const { busy, run } = useDoing();

  const start = () => {
    const id = newId();
    const body = { id, ...(seed !== "" && seated && { clientSeed: seed }) };
    void run(() => client.POST("/v1/games/{id}/start", { params: { path }, body }));
  };
  const sit = () => {
    const id = newId();
    const body = { id, ...(seed !== "" && { clientSeed: seed }) };
    void run(() => client.POST("/v1/games/{id}/seats", { params: { path }, body }));
  };
  const leave = async () => {
    if ((await run(() => client.DELETE("/v1/games/{id}/seats/me", { params: { path } }))) !== undefined) go({ page: "home" });
  };
  const renew = async () => {
    const answer = await run(() => client.POST("/v1/games/{id}/invite-code", { params: { path } }));
    if (answer?.data?.inviteCode === undefined) return;
    setRenewed(answer.data.inviteCode);
    toast(t().waiting.renewed);
  };

  return (
    <div class="waitingroom">
      <h1 tabIndex={-1}>{t().waiting.heading(name)}</h1>
      {code !== undefined && (
        <Code title={t().waiting.code} code={code} to={{ page: "join", code }} message={t().waiting.shareText(name)}>
          {host && (
            <button type="button" class="button plain" disabled={busy} onClick={() => void renew()}>
              {t().waiting.renew}
            </button>
          )}
        </Code>
      )}
      {kept ? <p class="quiet">{t().waiting.kept}</p> : game.visibility === "public" && <p class="quiet">{t().waiting.public}</p>}

      <ol class="chairs" aria-label={t().make.seats}>
        {game.seats.map((s) => (
          <li key={s.seat} class={s.kind === "open" ? "chair free" : "chair"} data-seat={s.seat} data-kind={s.kind}>
            {(isOwn(s) && own) || nameOf(s)}
            {isOwn(s) && <span class="badge">{t().waiting.you}</span>}
            {s.accountId !== undefined && s.accountId === game.host && <span class="badge">{t().waiting.host}</span>}
          </li>
        ))}
      </ol>

      {(seated || takeable) && <ShownAs />}

      {game.dice === "server" && ((host && seated) || takeable) && (
        <details class="seed" open={seed !== ""}>
          <summary>{t().waiting.seed}</summary>
          <SeedField value={seed} onInput={setSeed} />
          <Commitment id={game.id} />
        </details>
      )}

      <div class="codebuttons">
        {host && (
          <button type="button" class={free ? "button" : "button primary big"} disabled={busy || !enough} onClick={start}>
            {free ? t().waiting.startWithout : t().waiting.start}
          </button>
        )}
        {takeable && (
          <button type="button" class="button primary big" disabled={busy} onClick={sit}>
            {t().waiting.join}
          </button>
        )}
        {(seated || host || invited) && (
          <button type="button" class="button" disabled={busy} onClick={() => void leave()}>
            {invited && !seated ? t().waiting.decline : t().waiting.leave}
          </button>
        )}
      </div>
      <p class="quiet" role="status">
        {!enough && host ? t().waiting.tooFew : host ? (free ? t().waiting.startsItself : "") : t().waiting.waitsForHost}
      </p>
      <Watchers table={p.table} game={game} />
    </div>
  );
}

// Commitment is what the server has bound itself to, before anybody's share: so one can see that it came first.
function Commitment(p: { id: string }) {
  const fairness = useLoaded(
    async () => (await client.GET("/v1/games/{id}/fairness", { params: { path: { id: p.id } } })).data!,
    [p.id],
  );
  return (
    <Loaded of={fairness}>
      {(f) => (
        <p class="commitment quiet">
          {t().waiting.commitment}: <code>{f.commitment}</code>
        </p>
      )}
    </Loaded>
  );
}
