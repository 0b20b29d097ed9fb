import { useId } from "preact/hooks";
import { t } from "../i18n";

// SeedField asks for a person's own share in the dice.
export function SeedField(p: { value: string; onInput: (seed: string) => void }) {
  const hint = useId();
  return (
    <label class="field">
      <span>{t().make.seed}</span>
      <input
        value={p.value}
        maxLength={64}
        pattern="[A-Za-z0-9_\-]*"
        autocomplete="off"
        spellcheck={false}
        aria-describedby={hint}
        onInput={(e) => p.onInput(e.currentTarget.value.replace(/[^A-Za-z0-9_-]/g, ""))}
      />
      <small id={hint} class="quiet">
        {t().make.seedHint}
      </small>
    </label>
  );
}
