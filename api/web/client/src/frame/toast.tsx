import { signal } from "@preact/signals";
import { Problem, Unreachable } from "../api/problem";
import { t } from "../i18n";

const shown = signal<string | undefined>(undefined);
let timer: ReturnType<typeof setTimeout> | undefined;

// toast shows a short message for some seconds, and has it read out.
export function toast(text: string): void {
  shown.value = text;
  clearTimeout(timer);
  timer = setTimeout(() => (shown.value = undefined), 6000);
}

// complain tells a person of what was thrown: a refusal in the words of the server.
export function complain(thrown: unknown): void {
  if (thrown instanceof Problem) {
    toast(thrown.message);
  } else if (thrown instanceof Unreachable) {
    toast(t().noAnswer);
  } else if (thrown instanceof DOMException && thrown.name === "QuotaExceededError") {
    toast(t().storageFull);
  } else {
    console.error(thrown);
    toast(t().somethingWrong);
  }
}

export function Toasts() {
  return (
    <div class="toasts" role="alert">
      {shown.value !== undefined && (
        <button type="button" class="toast" onClick={() => (shown.value = undefined)}>
          {shown.value}
        </button>
      )}
    </div>
  );
}
