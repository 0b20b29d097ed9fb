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
import { WorkingOut } from "./working-out";

// Best play is begun unasked so long after the table was opened, in ms, when the page has settled.
const SETTLED = 2000;

// LocalNotes says of a game on this device what one should know before one plays on: that it goes apart from the server's,
// and what a computer waits for.
export function LocalNotes(p: { table: LocalTable; game: Game }) {
  const { trouble } = p.table.kept.value;
  return (
    <>
      {trouble !== undefined && <InTrouble table={p.table} />}
      {needed(p.game) && <BestPlay game={p.game} />}
    </>
  );
}

// LocalOffers are below the game: best play, where nobody waits for it.
export function LocalOffers(p: { game: Game }) {
  const useful = p.game.status === "playing" && p.game.ruleset !== "tiotusen" && p.game.options.advice;
  return useful && !needed(p.game) ? <BestPlay game={p.game} /> : null;
}

// needed tells whether a computer of a game needs best play.
function needed(game: Game): boolean {
  const plays = game.status === "playing" && game.ruleset !== "tiotusen";
  return plays && game.seats.some((s) => s.botLevel === "best" && s.status === "playing");
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
  const { state } = bestPlay(ruleset).value;
  const must = needed(p.game);
  useEffect(() => {
    if (state !== "none" || !(must || strong())) return;
    const timer = setTimeout(() => void workOut(ruleset).catch(() => undefined), must ? 0 : SETTLED);
    return () => clearTimeout(timer);
  }, [ruleset, must]);

  if (state === "ready") return null;
  if (state === "none") {
    if (must || strong()) return null;
    return (
      <p class="note">
        <button type="button" class="button" onClick={() => void workOut(ruleset).catch(complain)}>
          {t().local.workOut}
        </button>{" "}
        <span class="quiet">{t().local.workOutTakes}</span>
      </p>
    );
  }
  return <WorkingOut ruleset={ruleset} {...(must && { words: t().local.workingOutNeeded })} />;
}
