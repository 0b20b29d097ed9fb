import { t } from "../i18n";
import { Face } from "./die";
import type { Rolled } from "./rolled";

// What the dice of a game look like, and how they are operated, in all games.
export interface DiceProps {
  dice: readonly number[]; // as they lie; empty before the first roll
  count: number; // how many lie on the table: so many blank ones before the first roll
  held: readonly number[]; // positions with a tick
  locked?: readonly number[]; // positions set aside earlier in the turn, which no longer move
  canHold: boolean;
  onTap: (die: number) => void;
  pending?: boolean; // the ticks are wanted, and do not stand yet
  rolled?: Rolled | undefined; // the last roll, whose dice tumble
}

export function Dice(p: DiceProps) {
  if (p.dice.length === 0) {
    return (
      <div class="dice" role="img" aria-label={t().notRolled}>
        {Array.from({ length: p.count }, (_, i) => (
          <span key={i} class="die blank">
            <Face value={0} />
          </span>
        ))}
      </div>
    );
  }
  return (
    <div class="dice" role="group" aria-label={t().dice} data-pending={p.pending === true ? "" : undefined}>
      {p.dice.map((face, i) => {
        const locked = p.locked?.includes(i) ?? false;
        const held = p.held.includes(i);
        const can = p.canHold && !locked;
        return (
          <button
            key={i}
            type="button"
            class={`die${held ? " held" : ""}${locked ? " locked" : ""}`}
            data-die={i + 1}
            aria-label={t().dieIs(i + 1, t().faces[face] ?? "", held, locked)}
            aria-pressed={held || locked}
            aria-disabled={!can}
            tabIndex={can ? 0 : -1}
            onClick={() => can && p.onTap(i)}
          >
            <Tumbling value={face} roll={p.rolled?.positions.includes(i) === true ? p.rolled.seq : 0} />
            {(held || locked) && (
              <svg class="tick" viewBox="0 0 16 16" aria-hidden="true">
                <path d="M3.5 8.5 6.5 11.5 12.5 5" />
              </svg>
            )}
          </button>
        );
      })}
    </div>
  );
}

// Tumbling is a face that tumbles when a roll has moved it: a new key begins the animation anew.
function Tumbling(p: { value: number; roll: number }) {
  return (
    <span key={p.roll} class={p.roll > 0 ? "tumble" : undefined}>
      <Face value={p.value} />
    </span>
  );
}
