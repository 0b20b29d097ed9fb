import type { OptionBounds, Ruleset } from "../api/types";
import { label, t } from "../i18n";
import { chosen, offered, type Choice } from "./choice";

// OptionFields are the settings that the ruleset lists, within its bounds.
export function OptionFields(p: {
  ruleset: Ruleset;
  choice: Choice;
  onChange: (name: OptionBounds["name"], value: number | boolean) => void;
}) {
  return (
    <fieldset>
      <legend>{t().make.options}</legend>
      {offered(p.ruleset, p.choice).map((o) => {
        const value = chosen(o, p.choice);
        const text = t().make.option[o.name] ?? label(o.label);
        return (
          <label key={o.name} class={typeof value === "boolean" ? "field check" : "field"}>
            {typeof value === "boolean" ? (
              <>
                <input type="checkbox" checked={value} onChange={(e) => p.onChange(o.name, e.currentTarget.checked)} />
                <span>{text}</span>
              </>
            ) : o.values !== undefined ? (
              <>
                <span>{text}</span>
                <select value={String(value)} onChange={(e) => p.onChange(o.name, Number(e.currentTarget.value))}>
                  {o.values.map((v) => (
                    <option key={v} value={String(v)}>
                      {duration(v)}
                    </option>
                  ))}
                </select>
              </>
            ) : (
              <>
                <span>{text}</span>
                <input
                  type="number"
                  inputMode="numeric"
                  min={o.minimum}
                  max={o.maximum}
                  value={String(value)}
                  onInput={({ currentTarget: { value: typed, validity } }) => {
                    if (typed !== "" && validity.valid) p.onChange(o.name, Number(typed)); // half typed it may be neither
                  }}
                  onChange={(e) => p.onChange(o.name, Math.round(Number(e.currentTarget.value)))}
                />
              </>
            )}
          </label>
        );
      })}
    </fieldset>
  );
}

// duration is a clock's time in words: none, seconds, or for play by correspondence hours and days.
export function duration(seconds: number): string {
  if (seconds === 0) return t().make.noClock;
  if (seconds % 86400 === 0) return t().make.days(seconds / 86400);
  if (seconds % 3600 === 0) return t().make.hours(seconds / 3600);
  return t().make.seconds(seconds);
}
