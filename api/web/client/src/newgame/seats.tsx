import { t } from "../i18n";
import type { Ruleset } from "../api/types";
import type { SeatChoice } from "./choice";

const KINDS = ["me", "guest", "open", "casual", "best"] as const;

// PRESETS are the usual tables, to begin with.
const PRESETS = [
  { text: "presetAlone", least: 1, seats: ["me"] },
  { text: "presetComputer", least: 2, seats: ["me", "casual"] },
  { text: "presetPhone", least: 2, seats: ["me", "guest"] },
  { text: "presetOnline", least: 2, seats: ["me", "open"] },
] as const;

// Seats is who plays, in turn order.
export function Seats(p: { ruleset: Ruleset; seats: readonly SeatChoice[]; onChange: (seats: SeatChoice[]) => void }) {
  const set = (at: number, change: Partial<SeatChoice>) =>
    p.onChange(p.seats.map((s, i) => (i === at ? { ...s, ...change } : s)));
  const up = (at: number) => {
    const seats = [...p.seats];
    [seats[at - 1], seats[at]] = [seats[at]!, seats[at - 1]!];
    p.onChange(seats);
  };
  // A new seat is like the one before it, but for me, of whom there is one.
  const add = () => p.onChange([...p.seats, { kind: likeLast(p.seats), name: "" }]);

  return (
    <fieldset>
      <legend>{t().make.seats}</legend>
      <div class="presets" role="group" aria-label={t().make.presets}>
        {PRESETS.filter((preset) => preset.least >= p.ruleset.minSeats).map((preset) => (
          <button
            key={preset.text}
            type="button"
            class="button small"
            aria-pressed={same(p.seats, preset.seats)}
            onClick={() => p.onChange(preset.seats.map((kind) => ({ kind, name: "" })))}
          >
            {t().make[preset.text]}
          </button>
        ))}
      </div>
      <p class="quiet">{t().make.seatsHint}</p>
      <ol class="seats">
        {p.seats.map((s, i) => (
          <li key={i}>
            <select
              aria-label={t().make.seat(i + 1)}
              value={s.kind}
              onChange={(e) => set(i, { kind: e.currentTarget.value as SeatChoice["kind"] })}
            >
              {KINDS.filter((k) => k !== "me" || s.kind === "me" || p.seats.every((other) => other.kind !== "me")).map((k) => (
                <option key={k} value={k}>
                  {t().make.kind[k]}
                </option>
              ))}
            </select>
            {s.kind === "guest" && (
              <input
                aria-label={t().make.name(i + 1)}
                placeholder={t().make.guest(i + 1)}
                value={s.name}
                maxLength={40}
                onInput={(e) => set(i, { name: e.currentTarget.value })}
              />
            )}
            <span class="seatbuttons">
              <button type="button" class="button small" disabled={i === 0} aria-label={t().make.up(i + 1)} onClick={() => up(i)}>
                ↑
              </button>
              <button
                type="button"
                class="button small"
                disabled={p.seats.length <= 1}
                aria-label={t().make.remove(i + 1)}
                onClick={() => p.onChange(p.seats.filter((_, j) => j !== i))}
              >
                ×
              </button>
            </span>
          </li>
        ))}
      </ol>
      <button type="button" class="button" disabled={p.seats.length >= p.ruleset.maxSeats} onClick={add}>
        {t().make.add}
      </button>
    </fieldset>
  );
}

function likeLast(seats: readonly SeatChoice[]): SeatChoice["kind"] {
  const last = seats.at(-1)?.kind ?? "me";
  return last === "me" ? "guest" : last;
}

function same(seats: readonly SeatChoice[], kinds: readonly string[]): boolean {
  return seats.length === kinds.length && seats.every((s, i) => s.kind === kinds[i]);
}
