import type { BoxValue, Entry, Game } from "../api/types";
import { figure, label, t } from "../i18n";
import { boxLabel } from "../rulesets";
import { askText, type Entering } from "./entering";
import { gives } from "./gives";

// Best are the boxes that are best for the whole game, best first; they enter as the boxes of the card do. Where none are
// known yet there is their room.
export function Best(p: { game: Game; best: readonly BoxValue[]; entering: Entering | undefined }) {
  if (p.best.length === 0) return <div class="bests" />;
  return (
    <div class="bests">
      <p class="quiet" aria-hidden="true">
        {t().expectedTotal}
      </p>
      <ol class="best" aria-label={t().bestBoxes}>
        {p.best.map((b, i) => {
          const name = label(boxLabel(p.game.ruleset, b.box));
          const total = figure(b.expectedTotal, 1);
          const entry = p.game.turn?.boxes?.find((e) => e.box === b.box);
          const says = t().bestBox(i + 1, name, total);
          return (
            <li key={b.box}>
              {p.entering !== undefined && entry !== undefined ? (
                <BestButton game={p.game} entering={p.entering} entry={entry} says={says} name={name} total={total} />
              ) : (
                <span class="choice">
                  <span class="name">{name}</span> <span class="quiet">{total}</span>
                </span>
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function BestButton(p: { game: Game; entering: Entering; entry: Entry; says: string; name: string; total: string }) {
  const asked = p.entering.asking.value === p.entry.box;
  return (
    <button
      type="button"
      class={`choice${asked ? " asked" : ""}`}
      data-box={p.entry.box}
      aria-label={asked ? t().boxAsk(askText(p.entry), gives(p.game.ruleset, p.entry)) : p.says}
      title={p.says}
      onClick={() => p.entering.choose(p.entry)}
    >
      <span class="name">
        {asked && askText(p.entry)} {p.name}
      </span>{" "}
      {!asked && <span class="quiet">{p.total}</span>}
    </button>
  );
}
