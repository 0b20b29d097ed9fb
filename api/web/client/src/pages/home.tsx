import { useState } from "preact/hooks";
import { begin, beginning } from "../begin";
import type { NewGame, RulesetID } from "../api/types";
import { Beginning } from "../frame/beginning";
import { MiniDie } from "../game/minidie";
import { label, t } from "../i18n";
import { go, href } from "../route";
import { rulesetOf } from "../rulesets";
import { MyGames } from "./home-games";
import "../styles/home.css";

// The games that one tap begins: those of boxes alone, tiotusen, which takes two, against a computer. The names are those
// of the API; these here stand until the server has told them, for games are begun before that.
const QUICK: readonly { id: RulesetID; name: string; faces: readonly number[]; seats: NewGame["seats"] }[] = [
  { id: "penta", name: "Penta", faces: [5, 5, 5, 5, 5], seats: [{ kind: "me" }] },
  { id: "femlika", name: "Fem lika", faces: [2, 3, 4, 5, 6], seats: [{ kind: "me" }] },
  { id: "bonanza", name: "Bonanza", faces: [6, 6, 6, 3, 3], seats: [{ kind: "me" }] },
  { id: "tiotusen", name: "Tiotusen", faces: [1, 1, 1, 5, 2], seats: [{ kind: "me" }, { kind: "bot", level: "casual" }] },
];

// HomePage begins games, and lists those that go on.
export function HomePage() {
  return (
    <>
      <h1>{t().start.heading}</h1>
      <div class="quick">
        {QUICK.map((q) => (
          <button
            key={q.id}
            type="button"
            class="quickgame"
            data-ruleset={q.id}
            disabled={beginning.value !== undefined && !beginning.value.waits}
            onClick={() => void begin({ ruleset: q.id, seats: [...q.seats] })}
          >
            <span class="faces">
              {q.faces.map((f, i) => (
                <MiniDie key={i} face={f} />
              ))}
            </span>
            <strong>{label(rulesetOf(q.id)?.name) || q.name}</strong>
            <span class="about">{t().start.about[q.id]}</span>
            <span class="how">{q.seats.length === 1 ? t().start.alone : t().start.againstComputer}</span>
          </button>
        ))}
      </div>
      <Beginning />
      <div class="ways">
        <a class="button wide" href={href({ page: "new" })}>
          <span>
            {t().start.more}
            <small class="quiet">{t().start.moreAbout}</small>
          </span>
        </a>
        <CodeForm />
      </div>
      <MyGames />
    </>
  );
}

// CodeForm takes both kinds of codes: six characters lead to a table, eight to a game to watch.
function CodeForm() {
  const [code, setCode] = useState("");
  const bare = code.replace(/[^0-9A-Za-z]/g, "").toUpperCase();
  return (
    <form
      class="codeform"
      onSubmit={(e) => {
        e.preventDefault();
        if (bare !== "") go({ page: bare.length > 6 ? "watch" : "join", code: bare });
      }}
    >
      <label>
        <span class="quiet">{t().start.codeHint}</span>
        <input
          value={code}
          onInput={(e) => setCode(e.currentTarget.value)}
          aria-label={t().start.code}
          placeholder={t().start.code}
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          maxLength={12}
          size={9}
        />
      </label>
      <button type="submit" class="button" disabled={bare.length < 6}>
        {t().start.withCode}
      </button>
    </form>
  );
}
