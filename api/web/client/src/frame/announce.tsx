import { signal } from "@preact/signals";

// What a screen reader says without the focus moving. The same words again are said again: a mark that nobody hears tells
// them apart.
const said = signal("");

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
