import { useState } from "preact/hooks";
import { client } from "../api/client";
import { accountId } from "../api/session";
import type { Game } from "../api/types";
import { useDoing } from "../frame/doing";
import { toast } from "../frame/toast";
import { label, t } from "../i18n";
import { go } from "../route";
import { rulesetOf } from "../rulesets";
import type { Table } from "../table/table";
import { Code } from "./code";
import { isOwn } from "./seats";
import "../styles/tables.css";

// Watchers is how the host of a private game lets others watch, and how who watches stops. No event tells of the code, so
// the one of the last answer counts.
export function Watchers(p: { table: Table; game: Game }) {
  const { game } = p;
  const path = { id: game.id };
  const [code, setCode] = useState<string | undefined>(game.watchCode);
  const { busy, run } = useDoing();
  if (p.table.link.value === "local" || game.visibility === "public") return null;

  if (game.host !== accountId.value) {
    if (game.seats.some((s) => isOwn(s) || s.reservedFor === accountId.value)) return null;
    const stop = async () => {
      if ((await run(() => client.DELETE("/v1/games/{id}/watchers/me", { params: { path } }))) !== undefined) go({ page: "home" });
    };
    return (
      <p class="watching">
        {t().join.watching}{" "}
        <button type="button" class="button plain" disabled={busy} onClick={() => void stop()}>
          {t().join.stopWatching}
        </button>
      </p>
    );
  }

  const make = async () => {
    const answer = await run(() => client.POST("/v1/games/{id}/watch-code", { params: { path } }));
    setCode(answer?.data?.watchCode ?? code);
  };
  const withdraw = async () => {
    if ((await run(() => client.DELETE("/v1/games/{id}/watch-code", { params: { path } }))) === undefined) return;
    setCode(undefined);
    toast(t().join.withdrawn);
  };
  if (code === undefined) {
    return (
      <button type="button" class="button plain" disabled={busy} onClick={() => void make()}>
        {t().join.makeWatchCode}
      </button>
    );
  }
  return (
    <Code title={t().join.watchCode} code={code} to={{ page: "watch", code }} message={t().join.watchText(label(rulesetOf(game.ruleset)?.name))}>
      <button type="button" class="button plain" disabled={busy} onClick={() => void withdraw()}>
        {t().join.withdraw}
      </button>
    </Code>
  );
}
