import { beginHere, beginning, cancelBeginning } from "../begin";
import { t } from "../i18n";

// Beginning tells, while the server does not answer, that a game is about to begin, and how to play without it.
export function Beginning() {
  const now = beginning.value;
  if (now === undefined || !now.waits) return null;
  const { newGame } = now;
  return (
    <div class="beginning" role="status">
      <p>{t().start.waits}</p>
      {newGame.seats.every((s) => s.kind !== "open") && (
        <button type="button" class="button primary" onClick={() => void beginHere({ ...newGame, dice: "client" })}>
          {t().start.onDevice}
        </button>
      )}
      <button type="button" class="button" onClick={cancelBeginning}>
        {t().start.cancel}
      </button>
    </div>
  );
}
