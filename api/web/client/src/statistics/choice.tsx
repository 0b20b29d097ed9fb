import type { Ruleset, RulesetID } from "../api/types";
import { label, t } from "../i18n";
import { rulesets } from "../rulesets";

// RulesetChoice chooses one of the games.
export function RulesetChoice(p: { value: RulesetID; onChange: (r: RulesetID) => void; of?: (r: Ruleset) => boolean }) {
  return (
    <label>
      <span class="unseen">{t().past.recordsOf}</span>
      <select value={p.value} onChange={(e) => p.onChange(e.currentTarget.value as RulesetID)}>
        {rulesets.value.filter(p.of ?? (() => true)).map((r) => (
          <option key={r.id} value={r.id}>
            {label(r.name)}
          </option>
        ))}
      </select>
    </label>
  );
}
