import { useState } from "preact/hooks";
import { begin, beginHere, beginning } from "../begin";
import { Beginning } from "../frame/beginning";
import { SeedField } from "../game/seed";
import { label, t } from "../i18n";
import { hasOpen, keepChoice, lastChoice, newGame, onDevice, seatsFit, type Choice } from "../newgame/choice";
import { OptionFields } from "../newgame/options";
import { Seats } from "../newgame/seats";
import { href } from "../route";
import { rulesetOf, rulesets } from "../rulesets";
import "../styles/home.css";
import "../styles/newgame.css";

// NewGamePage is for whoever wants it otherwise than one tap on the start page gives it.
export function NewGamePage() {
  const [choice, setChoice] = useState(lastChoice);
  const [seed, setSeed] = useState("");
  const ruleset = rulesetOf(choice.ruleset);
  if (ruleset === undefined) return <p class="quiet">{t().loading}</p>;

  const change = (c: Partial<Choice>) => setChoice({ ...choice, ...c });
  const open = hasOpen(choice);
  const fits = seatsFit(ruleset, choice);

  const submit = () => {
    keepChoice(choice);
    const wanted = newGame(ruleset, choice, t().make.guest);
    if (onDevice(choice)) void beginHere(wanted);
    else void begin(wanted, seed);
  };

  return (
    <form
      class="newgame"
      onSubmit={(e) => {
        e.preventDefault();
        submit();
      }}
    >
      <h1>{t().newGame}</h1>
      <fieldset>
        <legend>{t().make.game}</legend>
        <div class="picks">
          {rulesets.value.map((r) => (
            <label key={r.id} class="pick">
              <input type="radio" name="ruleset" value={r.id} checked={r.id === ruleset.id} onChange={() => change(withRuleset(choice, r.id, r.minSeats, r.maxSeats))} />
              <span>{label(r.name)}</span>
            </label>
          ))}
        </div>
        <a href={href({ page: "rules", ruleset: ruleset.id })}>{t().make.rules}</a>
      </fieldset>

      <Seats ruleset={ruleset} seats={choice.seats} onChange={(seats) => change({ seats })} />

      {open && (
        <fieldset>
          <legend>{t().make.visibility}</legend>
          {(["private", "public"] as const).map((v) => (
            <label key={v} class="field check">
              <input type="radio" name="visibility" checked={choice.visibility === v} onChange={() => change({ visibility: v })} />
              <span>{t().make[v]}</span>
            </label>
          ))}
        </fieldset>
      )}

      <fieldset>
        <legend>{t().make.dice}</legend>
        {[false, true].map((device) => (
          <label key={String(device)} class="field check">
            <input
              type="radio"
              name="dice"
              disabled={device && open}
              checked={onDevice(choice) === device}
              onChange={() => change({ device })}
            />
            <span>{device ? t().make.device : t().make.server}</span>
          </label>
        ))}
        {open && <p class="quiet">{t().make.deviceNotOpen}</p>}
        {!onDevice(choice) && choice.seats.some((s) => s.kind === "me") && <SeedField value={seed} onInput={setSeed} />}
      </fieldset>

      <OptionFields
        ruleset={ruleset}
        choice={choice}
        onChange={(name, value) =>
          change({ options: { ...choice.options, [ruleset.id]: { ...choice.options[ruleset.id], [name]: value } } })
        }
      />

      {!fits && (
        <p role="alert" class="warning">
          {t().make.seatsWrong(ruleset.minSeats, ruleset.maxSeats)}
        </p>
      )}
      <Beginning />
      <button type="submit" class="button primary big" disabled={!fits || (beginning.value !== undefined && !beginning.value.waits)}>
        {open ? t().make.open : t().make.begin}
      </button>
    </form>
  );
}

// withRuleset fits the seats to another game: seats too many go, and a computer takes the one that is missing.
function withRuleset(choice: Choice, ruleset: Choice["ruleset"], least: number, most: number): Partial<Choice> {
  const seats = choice.seats.slice(0, most);
  while (seats.length < least) seats.push({ kind: "casual", name: "" });
  return { ruleset, seats };
}
