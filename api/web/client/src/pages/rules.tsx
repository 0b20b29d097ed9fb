import { useEffect, useMemo } from "preact/hooks";
import type { Label, Ruleset } from "../api/types";
import { Loaded, useLoaded } from "../frame/loaded";
import { label, t } from "../i18n";
import { href } from "../route";
import { keepAllRules, keptRules, loadRules } from "../rules/kept";
import { blocksOf } from "../rules/markdown";
import { jump, RulesText } from "../rules/text";
import { rulesets } from "../rulesets";
import "../styles/rules.css";

// RulesPage shows the rules of one game, as the server has them; the first game's where none was asked for.
export function RulesPage(p: { ruleset: string }) {
  const all = rulesets.value;
  const shown = all.find((r) => r.id === p.ruleset) ?? all[0];
  if (shown === undefined) {
    return (
      <>
        <h1>{t().rules}</h1>
        <p class="quiet">{t().loading}</p>
      </>
    );
  }
  return (
    <div class="rules">
      <nav class="games-of-rules" aria-label={t().rules}>
        {all.map((r) => (
          <a key={r.id} href={href({ page: "rules", ruleset: r.id })} aria-current={r.id === shown.id ? "page" : undefined}>
            {label(r.name)}
          </a>
        ))}
      </nav>
      <Rules key={shown.id} of={shown} />
    </div>
  );
}

function Rules(p: { of: Ruleset }) {
  const kept = useMemo(() => keptRules(p.of.id), [p.of.id]);
  const loaded = useLoaded(() => loadRules(p.of.id), [p.of.id]);
  useEffect(() => {
    keepAllRules().catch(() => undefined); // another visit will
  }, []);
  if (!("value" in loaded) && kept !== undefined) return <Text of={kept} />;
  return <Loaded of={loaded}>{(rules) => <Text of={rules} />}</Loaded>;
}

function Text(p: { of: Label }) {
  const markdown = label(p.of);
  const chapters = useMemo(() => blocksOf(markdown).filter((b) => b.kind === "heading" && b.level === 2), [markdown]);
  return (
    <div class="rule-text">
      <nav class="chapters" aria-label={t().onThisPage}>
        <ul>
          {chapters.map((b) =>
            b.kind === "heading" ? (
              <li key={b.anchor}>
                <a href={location.hash} onClick={(e) => jump(e, b.anchor)}>
                  {b.text}
                </a>
              </li>
            ) : null,
          )}
        </ul>
      </nav>
      <article>
        <RulesText markdown={markdown} />
      </article>
    </div>
  );
}
