import { useEffect, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import type { Event, Game } from "../api/types";
import { announce } from "../frame/announce";
import { t } from "../i18n";
import { Faces } from "./faces";
import type { Step } from "./proof";
import { message, rollsOf } from "./rolls";
import { seatName } from "../game/seats";

export type Mark = "good" | "bad" | "wait" | "none";

const PATHS: Record<Mark, string> = {
  good: "M10 21l7 7 14-16",
  bad: "M12 12l16 16M28 12L12 28",
  wait: "M20 11v10l6 4",
  none: "M12 20h16",
};

export function Sign(p: { mark: Mark; small?: boolean }) {
  return (
    <svg class={`sign ${p.mark}${p.small ? " small" : ""}`} viewBox="0 0 40 40" aria-hidden="true">
      <circle cx="20" cy="20" r="19" />
      <path d={PATHS[p.mark]} />
    </svg>
  );
}

// Verdict is what came of a check, as a sign and in words.
export function Verdict(p: { mark: Mark; title: string; children: ComponentChildren }) {
  useEffect(() => announce(p.title), [p.title]);
  return (
    <section class="verdict" data-verdict={p.mark}>
      <h2>
        <Sign mark={p.mark} />
        {p.title}
      </h2>
      {p.children}
    </section>
  );
}

// StepLine is one step of the proof: what was computed, or where the first difference is.
export function StepLine(p: { step: Step; title: string; done: (count: number) => string }) {
  const { step } = p;
  const words = t().past;
  return (
    <li data-ok={step.ok}>
      {/* where there was nothing to compute, nothing is proved */}
      <Sign mark={!step.ok ? "bad" : step.count === 0 ? "none" : "good"} small />
      <div>
        <strong>{p.title}</strong>
        {step.ok ? (
          <p>{p.done(step.count)}</p>
        ) : (
          <>
            <p>{step.seq > 0 ? words.failedAt(String(step.seq)) : words.failedRead}</p>
            {step.want !== undefined && (
              <p>
                {words.wanted}: <code>{step.want}</code>
              </p>
            )}
            {step.got !== undefined && (
              <p>
                {words.found}: <code>{step.got}</code>
              </p>
            )}
          </>
        )}
      </div>
    </li>
  );
}

// Seeds are what the dice come from, as far as the log shows it.
export function Seeds(p: { events: readonly Event[] }) {
  const words = t().past;
  const started = p.events.find((e) => e.type === "started");
  const last = p.events.at(-1)!;
  return (
    <dl class="seeds">
      <dt>{words.commitment}</dt>
      <dd>
        <code>{p.events[0]!.commitment}</code>
      </dd>
      {last.serverSeed !== undefined && (
        <>
          <dt>{words.serverSeed}</dt>
          <dd>
            <code>{last.serverSeed}</code>
          </dd>
        </>
      )}
      {started?.clientSeeds !== undefined && (
        <>
          <dt>{words.clientSeeds}</dt>
          <dd>
            {started.clientSeeds.map((seed, i) => (
              <span key={i} class="seed">
                {i + 1}: {seed === "" ? <span class="quiet">{words.noSeed}</span> : <code>{seed}</code>}
              </span>
            ))}
          </dd>
        </>
      )}
      <dt>{words.head}</dt>
      <dd>
        <code>{last.hash}</code>
      </dd>
    </dl>
  );
}

// SaveLog gives the log as a file, one event a line, as kast verify and the scripts of docs/log-format.md read it.
export function SaveLog(p: { id: string; events: readonly Event[] }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([p.events.map((e) => `${JSON.stringify(e)}\n`).join("")]));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [p.events]);
  if (url === undefined) return null;
  return (
    <p>
      <a class="button" href={url} download={`kast-${p.id}.jsonl`}>
        {t().past.saveLog}
      </a>
    </p>
  );
}

// Rolls shows where each roll's dice come from, for who wants to follow one by hand.
export function Rolls(p: { game: Game; events: readonly Event[] }) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(e) => setOpen(e.currentTarget.open)}>
      <summary>{t().past.eachRoll}</summary>
      {open && (
        <ol class="rolls">
          {rollsOf(p.events).map((r) => (
            <li key={r.event.seq}>
              <span>{t().past.rollOf(seatName(p.game, r.at.seat), r.at.turn, r.at.roll)}</span>
              <Faces dice={r.dice} kept={[...r.kept]} small />
              <code>{message(r.at, 0)}</code>
            </li>
          ))}
        </ol>
      )}
    </details>
  );
}
