// What the dice of a game look like, and how they are operated, in all games.
export interface DiceProps {
  dice: readonly number[]; // as they lie; empty before the first roll
  count: number; // how many lie on the table: so many blank ones before the first roll
  held: readonly number[]; // positions with a tick
  locked?: readonly number[]; // positions set aside earlier in the turn, which no longer move
  canHold: boolean;
  onHold: (held: number[]) => void; // the whole new hold, ascending
}

export function Dice(p: DiceProps) {
  const toggle = (i: number) =>
    p.onHold(p.held.includes(i) ? p.held.filter((h) => h !== i) : [...p.held, i].sort((a, b) => a - b));
  return (
    <div class="dice" role="group">
      {p.dice.map((d, i) => (
        <button
          key={i}
          type="button"
          class="die"
          aria-pressed={p.held.includes(i)}
          disabled={!p.canHold || (p.locked?.includes(i) ?? false)}
          onClick={() => toggle(i)}
        >
          {d}
        </button>
      ))}
    </div>
  );
}
