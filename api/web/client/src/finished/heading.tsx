import type { Game } from "../api/types";
import { label, t, when } from "../i18n";
import { href } from "../route";
import { rulesetOf } from "../rulesets";
import "./finished.css";

type Page = "replay" | "review" | "fairness";

// Heading is what the pages about one game have at their top: which game, and the ways to the others.
export function Heading(p: { page: Page; id: string; game?: Game | undefined }) {
  const words = t().past;
  const names: Record<Page, string> = { replay: words.replay, review: words.review, fairness: words.fairness };
  return (
    <header class="pastHead">
      <h1>{names[p.page]}</h1>
      {p.game !== undefined && (
        <p class="quiet">
          {label(rulesetOf(p.game.ruleset)?.name)}, {when(p.game.finishedAt ?? p.game.startedAt ?? p.game.createdAt)}
          {p.game.dice === "client" && ` · ${words.ownDice}`}
        </p>
      )}
      <nav aria-label={words.game}>
        {pages(p.game).map((page) => (
          <a key={page} href={href({ page, id: p.id })} aria-current={page === p.page ? "page" : undefined}>
            {names[page]}
          </a>
        ))}
        <a href={href({ page: "game", id: p.id })}>{words.game}</a>
      </nav>
    </header>
  );
}

// pages are those there are of a game: what was given up without a result nobody judges.
function pages(game: Game | undefined): Page[] {
  const none = game?.status === "finished" && game.seats.every((s) => s.placement === undefined);
  return none ? ["replay", "fairness"] : ["replay", "review", "fairness"];
}
