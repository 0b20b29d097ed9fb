import type { Event, Game } from "../api/types";
import { label, t } from "../i18n";
import { boxLabel } from "../rulesets";
import { seatName } from "./seats";

// So many entries fit beside a card on a phone.
const MOST = 3;

// Lately is what the others have just entered, where their cards are not in sight.
export function Lately(p: { game: Game; entries: readonly Event[] }) {
  const others = p.entries.filter((e) => e.seat !== p.game.turn?.seat).slice(0, MOST);
  if (others.length === 0) return null;
  return (
    <p class="lately quiet">
      <span class="unseen">{t().lately}: </span>
      {others.map((e) => (
        <span key={e.seq}>
          {seatName(p.game, e.seat!)}: {label(boxLabel(p.game.ruleset, e.box!))}{" "}
          <b>
            {e.points}
            {(e.bonus ?? 0) > 0 && ` +${e.bonus}`}
          </b>
        </span>
      ))}
    </p>
  );
}
