import { bestPlay } from "../engine/best-play";
import type { RulesetID } from "../api/types";
import { t } from "../i18n";

// WorkingOut shows how far best play is worked out on this device; nothing where it is not under way.
export function WorkingOut(p: { ruleset: RulesetID; words?: string }) {
  const known = bestPlay(p.ruleset).value;
  if (known.state !== "working") return null;
  return (
    <p class="note working">
      <label>
        <span class="quiet">{p.words ?? t().local.workingOut}</span>
        <progress value={known.part} max={1}>
          {Math.round(known.part * 100)} %
        </progress>
      </label>
    </p>
  );
}
