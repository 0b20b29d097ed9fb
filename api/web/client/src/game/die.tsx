import "./dice.css";

// Where the pips of each face lie, in a square of 3 by 3.
const PIPS: Record<number, readonly (readonly [number, number])[]> = {
  1: [[1, 1]],
  2: [[0, 0], [2, 2]],
  3: [[0, 0], [1, 1], [2, 2]],
  4: [[0, 0], [2, 0], [0, 2], [2, 2]],
  5: [[0, 0], [2, 0], [1, 1], [0, 2], [2, 2]],
  6: [[0, 0], [2, 0], [0, 1], [2, 1], [0, 2], [2, 2]],
};

// Face is what one sees of a die; 0 is a blank one.
export function Face(p: { value: number }) {
  return (
    <svg class="face" viewBox="0 0 48 48" aria-hidden="true">
      {(PIPS[p.value] ?? []).map(([x, y]) => (
        <circle key={`${x}${y}`} cx={12 + 12 * x} cy={12 + 12 * y} r="4.6" />
      ))}
    </svg>
  );
}
