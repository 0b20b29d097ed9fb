import { useEffect, useState } from "preact/hooks";
import { accountId } from "../api/session";
import type { RulesetID } from "../api/types";
import { Loaded, useLoaded } from "../frame/loaded";
import { complain } from "../frame/toast";
import { past, type Past, type PastGame } from "../finished/list";
import { seatName } from "../game/seats";
import { figure, label, t, when } from "../i18n";
import { href } from "../route";
import { rulesetOf, rulesets } from "../rulesets";
import "../finished/finished.css";

// FinishedPage lists one's finished games, with the ways to look back at each.
export function FinishedPage() {
  const [ruleset, setRuleset] = useState<RulesetID>();
  const first = useLoaded(() => past(ruleset), [ruleset, accountId.value]);
  return (
    <>
      <div class="pastTitle">
        <h1>{t().finishedGames}</h1>
        <label>
          <span class="quiet">{t().past.filter} </span>
          <select value={ruleset ?? ""} onChange={(e) => setRuleset((e.currentTarget.value || undefined) as RulesetID | undefined)}>
            <option value="">{t().past.allGames}</option>
            {rulesets.value.map((r) => (
              <option key={r.id} value={r.id}>
                {label(r.name)}
              </option>
            ))}
          </select>
        </label>
      </div>
      <Loaded of={first}>{(page) => <Games key={ruleset} ruleset={ruleset} first={page} />}</Loaded>
    </>
  );
}

function Games(p: { ruleset: RulesetID | undefined; first: Past }) {
  const [pages, setPages] = useState<readonly Past[]>([p.first]);
  useEffect(() => setPages([p.first]), [p.first]);
  const [busy, setBusy] = useState(false);
  const next = pages.at(-1)!.nextCursor;
  const more = async () => {
    setBusy(true);
    try {
      const page = await past(p.ruleset, next);
      setPages((known) => [...known, page]);
    } catch (e) {
      complain(e);
    } finally {
      setBusy(false);
    }
  };
  const games = pages.flatMap((page) => page.items);
  if (games.length === 0) return <p class="quiet">{p.ruleset === undefined ? t().past.none : t().past.noneOfThese}</p>;
  return (
    <>
      <ul class="pastGames">
        {games.map((g) => (
          <Line key={g.id} game={g} />
        ))}
      </ul>
      {next !== undefined && (
        <p>
          <button type="button" class="button" disabled={busy} onClick={() => void more()}>
            {t().past.more}
          </button>
        </p>
      )}
    </>
  );
}

function Line(p: { game: PastGame }) {
  const { game } = p;
  const seats = [...game.seats].sort((a, b) => (a.placement ?? 99) - (b.placement ?? 99) || a.seat - b.seat);
  return (
    <li data-game={game.id}>
      <div class="pastTop">
        <h2>{label(rulesetOf(game.ruleset)?.name)}</h2>
        <span class="quiet">{when(game.finishedAt ?? game.updatedAt)}</span>
        {game.dice === "client" && <span class="tag">{t().past.ownDice}</span>}
        {game.onDevice && (
          <span class="tag" data-waits>
            {`${t().past.onDevice}: ${t().local.notUploaded}`}
          </span>
        )}
      </div>
      <ol class="pastStanding">
        {seats.map((s) => (
          <li key={s.seat} class={s.kind === "account" && s.accountId === accountId.value ? "me" : ""}>
            {game.seats.length > 1 && s.placement !== undefined && (
              <span class="pastPlace">
                <span class="unseen">{t().past.place(s.placement)}</span>
                <span aria-hidden="true">{s.placement}</span>
              </span>
            )}
            <span class="name">
              {seatName(game, s.seat)}
              {s.status === "resigned" && <small class="quiet"> {t().past.gaveUp}</small>}
            </span>
            <strong>{figure(s.total)}</strong>
          </li>
        ))}
      </ol>
      <div class="looks" role="group" aria-label={`${label(rulesetOf(game.ruleset)?.name)}, ${when(game.finishedAt ?? game.updatedAt)}`}>
        <a href={href({ page: "replay", id: game.id })}>{t().past.replay}</a>
        {seats[0]?.placement !== undefined && <a href={href({ page: "review", id: game.id })}>{t().past.review}</a>}
        {game.dice === "server" && <a href={href({ page: "fairness", id: game.id })}>{t().past.fairness}</a>}
      </div>
    </li>
  );
}
