import { useEffect, useState } from "preact/hooks";
import type { Game } from "../api/types";
import { bestPlay, strong, workOut } from "../engine/best-play";
import { announce } from "../frame/announce";
import { complain } from "../frame/toast";
import { t } from "../i18n";
import { go } from "../route";
import { keepAsAnother, takeServers } from "../sync";
import type { LocalTable } from "../table/local";
import { saveLog } from "../sync/save";
import "../styles/offline.css";

// Best play is begun unasked so long after the table was opened, in ms, when the page has settled.
const SETTLED = 2000;

// LocalNotes says of a game on this device what is no part of the game: that it goes apart from the server's, and how far
// best play has come.
export function LocalNotes(p: { table: LocalTable; game: Game }) {
  const { trouble } = p.table.kept.value;
  return (
    <>
      {trouble !== undefined && <InTrouble table={p.table} />}
      {p.game.status === "playing" && p.game.ruleset !== "tiotusen" && <BestPlay game={p.game} />}
    </>
  );
}

function InTrouble(p: { table: LocalTable }) {
  const { id, trouble, game } = p.table.kept.value;
  const [busy, setBusy] = useState(false);
  if (trouble === undefined) return null;
  const diverged = trouble.kind === "diverged";

  async function choose(work: () => Promise<void>): Promise<void> {
    setBusy(true);
    try {
      await work();
    } catch (e) {
      complain(e);
    }
    setBusy(false);
  }
  const takeTheirs = () => choose(() => takeServers(id));
  const keepOwn = () =>
    choose(async () => {
      const other = await keepAsAnother(id);
      if (other === undefined) return;
      announce(t().local.keptAsAnother);
      go({ page: "game", id: other });
    });

  return (
    <section class="note trouble" aria-labelledby="trouble" data-trouble={trouble.kind}>
      <h2 id="trouble">{diverged ? t().local.diverged : t().local.refused}</h2>
      <p>
        {diverged
          ? t().local.divergedWhy(game.seq - trouble.seq + 1, trouble.events.length)
          : t().local.refusedWhy(trouble.problem.detail)}
      </p>
      <div class="choices">
        {diverged && (
          <button type="button" class="button" disabled={busy} onClick={() => void takeTheirs()}>
            {t().local.takeTheirs}
          </button>
        )}
        <button type="button" class="button primary" disabled={busy} onClick={() => void keepOwn()}>
          {t().local.keepOwn}
        </button>
        <button type="button" class="button" onClick={() => void saveLog(p.table).catch(complain)}>
          {t().local.save}
        </button>
      </div>
    </section>
  );
}

// BestPlay works best play out while one plays: unasked where the device has strength to spare or a computer needs it, else
// when somebody asks for it.
function BestPlay(p: { game: Game }) {
  const { ruleset } = p.game;
  const { state, ...rest } = bestPlay(ruleset).value;
  const needed = p.game.seats.some((s) => s.botLevel === "best" && s.status === "playing");
  const useful = needed || p.game.options.advice;
  useEffect(() => {
    if (state !== "none" || !useful || !(needed || strong())) return;
    const timer = setTimeout(() => void workOut(ruleset).catch(() => undefined), needed ? 0 : SETTLED);
    return () => clearTimeout(timer);
  }, [ruleset, needed, useful]);

  if (state === "ready" || !useful) return null;
  if (state === "none") {
    if (needed || strong()) return null;
    return (
      <p class="note">
        <button type="button" class="button" onClick={() => void workOut(ruleset).catch(complain)}>
          {t().local.workOut}
        </button>{" "}
        <span class="quiet">{t().local.workOutTakes}</span>
      </p>
    );
  }
  const part = "part" in rest ? rest.part : 0;
  return (
    <p class="note working">
      <label>
        <span class="quiet">{needed ? t().local.workingOutNeeded : t().local.workingOut}</span>
        <progress value={part} max={1}>
          {Math.round(part * 100)} %
        </progress>
      </label>
    </p>
  );
}
