import type { Entry, Game } from "../api/types";
import { t } from "../i18n";
import type { Cell } from "./cells";
import { askText, type Entering } from "./entering";
import { gives } from "./gives";

// CardContext is what all boxes of a game have in common.
export interface CardContext {
  game: Game;
  // entering is there when this device may enter for the seat on turn now.
  entering: Entering | undefined;
  // roving is the box that Tab comes to; arrows go on from there.
  roving: string | undefined;
  onFocus: (box: string) => void;
  latest: (seat: number) => string | undefined; // the box that a seat filled last
}

// BoxButton is a box that may be entered: it shows what the dice would give, and asks where it must. Its name has what one
// sees, in the same order, for those who speak to the machine (WCAG 2.5.3).
export function BoxButton(p: { in: CardContext; entering: Entering; entry: Entry; name?: string }) {
  const asked = p.entering.asking.value === p.entry.box;
  const says = gives(p.in.game.ruleset, p.entry);
  return (
    <button
      type="button"
      class={`box offer${p.entry.strike ? " strike" : ""}${asked ? " asked" : ""}`}
      data-box={p.entry.box}
      aria-label={asked ? t().boxAsk(askText(p.entry), says) : says}
      tabIndex={p.in.roving === p.entry.box ? 0 : -1}
      onFocus={() => p.in.onFocus(p.entry.box)}
      onClick={() => p.entering.choose(p.entry)}
    >
      {p.name !== undefined && (
        <span class="name">
          {asked && askText(p.entry)} {p.name}
        </span>
      )}{" "}
      {p.name === undefined && asked ? <span class="worth">{askText(p.entry)}</span> : <Worth entry={p.entry} />}
    </button>
  );
}

// BoxText is a box that only shows something.
export function BoxText(p: { cell: Cell }) {
  switch (p.cell.is) {
    case "filled":
      return p.cell.points === 0 ? (
        <span class="worth">
          0<span class="unseen"> {t().struck}</span>
        </span>
      ) : (
        <span class="worth">{p.cell.points}</span>
      );
    case "offer":
      return <Worth entry={p.cell.entry} />;
    case "forbidden":
      return (
        <span class="worth">
          <span aria-hidden="true">✕</span>
          <span class="unseen">{t().forbidden}</span>
        </span>
      );
    case "open":
      return <span class="unseen">{t().openBox}</span>;
  }
}

function Worth(p: { entry: Entry }) {
  return (
    <span class="worth">
      {p.entry.joker && <span class="joker">{t().joker}</span>} {p.entry.bonus > 0 && <span class="plus">+{p.entry.bonus}</span>}
      <span>{p.entry.points}</span>
    </span>
  );
}
