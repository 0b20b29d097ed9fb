import { t } from "../i18n";
import "./faces.css";

// Where the pips of a face are, in a square of 36.
const PIPS: Record<number, readonly (readonly [number, number])[]> = {
  1: [[18, 18]],
  2: [[10, 10], [26, 26]],
  3: [[9, 9], [18, 18], [27, 27]],
  4: [[10, 10], [26, 10], [10, 26], [26, 26]],
  5: [[10, 10], [26, 10], [18, 18], [10, 26], [26, 26]],
  6: [[10, 9], [26, 9], [10, 18], [26, 18], [10, 27], [26, 27]],
};

// Faces are dice to look at: those kept stand lower and have a bar beneath, and a screen reader says so.
export function Faces(p: { dice: readonly number[]; kept?: readonly number[]; small?: boolean; past?: boolean }) {
  const kept = p.kept ?? [];
  const said = p.dice.map((d, i) => (kept.includes(i) ? `${d} (${t().past.kept})` : String(d))).join(", ");
  return (
    <span class={`seen-dice${p.small ? " small" : ""}${p.past ? " past" : ""}`} role="img" aria-label={t().past.diceShown(said)}>
      {p.dice.map((d, i) => (
        <svg key={i} viewBox="0 0 36 42" aria-hidden="true">
          <rect class="side" x="1" y="1" width="34" height="34" rx="8" />
          {(PIPS[d] ?? []).map(([x, y]) => (
            <circle key={`${x} ${y}`} class="pip" cx={x} cy={y} r="3.4" />
          ))}
          {kept.includes(i) && <rect class="bar" x="4" y="38" width="28" height="4" rx="2" />}
        </svg>
      ))}
    </span>
  );
}
