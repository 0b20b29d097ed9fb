import { figure, label, t } from "../i18n";
import type { Game } from "../api/types";
import { href } from "../route";
import { rulesetOf } from "../rulesets";
import type { Table } from "../table/table";
import type { CardContext } from "./box";
import { CardView } from "./card";
import { Rematch } from "./rematch";
import { isOwn, seatName } from "./seats";
import { Sheet } from "./sheet";
import { Watchers } from "./watchers";
import "./scorecard.css";
import "../styles/tables.css";

// Over is what one sees when a game has ended: placements, what to look back at, playing again.
export function Over(p: { table: Table; game: Game }) {
  const { game } = p;
  const rules = rulesetOf(game.ruleset);
  const context: CardContext = { game, entering: undefined, roving: undefined, onFocus: () => undefined, latest: () => undefined };
  const played = game.status === "finished";
  return (
    <div class="over">
      <header>
        <p class="quiet">{label(rules?.name)}</p>
        <h1 tabIndex={-1}>{heading(game)}</h1>
      </header>
      {played && game.seats.length > 1 && (
        <ol class="placements">
          {[...game.seats]
            .sort((a, b) => (a.placement ?? 99) - (b.placement ?? 99))
            .map((s) => (
              <li key={s.seat} class={`${s.placement === 1 ? "first" : ""}${isOwn(s) ? " own" : ""}`} data-seat={s.seat} data-placement={s.placement}>
                <span class="place">{s.placement ?? "–"}</span>
                <span class="who">
                  {seatName(game, s.seat)}
                  {s.status === "resigned" && <span class="quiet"> {t().ending.gaveUp}</span>}
                </span>
                <strong>{figure(s.total)}</strong>
              </li>
            ))}
        </ol>
      )}
      <div class="codebuttons">
        {played && <Rematch table={p.table} game={game} />}
        {played && (
          <>
            <a class="button" href={href({ page: "replay", id: game.id })}>
              {t().ending.replay}
            </a>
            {hasResult(game) && (
              <a class="button" href={href({ page: "review", id: game.id })}>
                {t().ending.review}
              </a>
            )}
            {game.dice === "server" && (
              <a class="button" href={href({ page: "fairness", id: game.id })}>
                {t().ending.fairness}
              </a>
            )}
          </>
        )}
        <a class="button" href={href({ page: "home" })}>
          {t().ending.home}
        </a>
      </div>
      {played && rules?.scorecard !== undefined && (
        <section aria-label={t().ending.cards}>
          {game.seats.length > 1 ? <Sheet in={context} rules={rules} /> : <CardView in={context} rules={rules} seat={0} />}
        </section>
      )}
      <Watchers table={p.table} game={game} />
    </div>
  );
}

// hasResult tells whether anybody played to the end: of what was given up there is nothing to judge.
function hasResult(game: Game): boolean {
  return game.seats.some((s) => s.placement !== undefined);
}

function heading(game: Game): string {
  if (game.status === "closed") return t().ending.closed;
  const first = game.seats.filter((s) => s.placement === 1);
  const winner = first[0];
  if (winner === undefined) return t().ending.noResult;
  if (game.seats.length === 1) return t().ending.solo(figure(winner.total));
  if (first.length > 1) return t().ending.shared;
  return isOwn(winner) ? t().ending.youWon : t().ending.won(seatName(game, winner.seat));
}
