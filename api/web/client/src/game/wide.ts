import { signal } from "@preact/signals";

const query = matchMedia("(min-width: 860px)");

// wide tells whether the cards of all seats have room side by side.
export const wide = signal(query.matches);
query.addEventListener("change", (e) => (wide.value = e.matches));
