import { signal } from "@preact/signals";

// So many cards have room side by side on a screen of middling width.
const FEW = 5;

const some = matches("(min-width: 860px)");
const all = matches("(min-width: 1060px)");

function matches(media: string) {
  const query = matchMedia(media);
  const now = signal(query.matches);
  query.addEventListener("change", (e) => (now.value = e.matches));
  return now;
}

// wide tells whether the cards of so many seats have room side by side.
export function wide(seats: number): boolean {
  return seats > FEW ? all.value : some.value;
}
