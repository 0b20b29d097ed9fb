import { signal } from "@preact/signals";
import { route } from "../route";

// What a screen reader says without the focus moving. The same words again are said again: a mark that nobody hears tells
// them apart.
const said = signal("");
// What was said at one place is no news of the next one, where somebody who looks around would come upon it.
route.subscribe(() => {
  said.value = "";
});

export function announce(text: string): void {
  said.value = text === said.value ? `${text}\u00a0` : text;
}

export function Announcer() {
  return (
    <div class="unseen" role="status" aria-live="polite" aria-atomic="true">
      {said}
    </div>
  );
}
