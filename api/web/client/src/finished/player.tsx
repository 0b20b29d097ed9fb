import { useEffect, useRef, useState } from "preact/hooks";
import type { Frame } from "../api/types";
import { announce } from "../frame/announce";
import { figure, t, when } from "../i18n";
import { Position } from "./position";
import { said } from "./said";
import "./player.css";

const SPEEDS = [0.5, 1, 2, 4] as const;
const STEP = 1200; // ms from event to event at speed 1

// Player goes through the frames of a game: by itself, step by step, or to any event.
export function Player(p: { frames: readonly Frame[]; seq?: number | undefined }) {
  const last = p.frames.length - 1;
  const [at, setAt] = useState(0);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const shown = Math.min(at, last);

  // The event that the address asks for is shown as soon as it is there, once.
  const asked = useRef(p.seq);
  useEffect(() => {
    if (asked.current === undefined || p.frames.length < asked.current) return;
    setAt(asked.current - 1);
    asked.current = undefined;
  }, [p.frames]);

  useEffect(() => {
    if (!playing) return;
    if (shown >= last) {
      setPlaying(false);
      return;
    }
    const timer = setTimeout(() => setAt(shown + 1), STEP / speed);
    return () => clearTimeout(timer);
  }, [playing, shown, last, speed]);

  const go = (to: number) => {
    setPlaying(false);
    const next = Math.max(0, Math.min(to, last));
    setAt(next);
    announce(said(p.frames, next));
  };
  const toggle = () => {
    if (!playing && shown >= last) setAt(0);
    setPlaying(!playing);
  };

  const keys = useRef<(e: KeyboardEvent) => void>(() => undefined);
  keys.current = (e) => {
    const on = e.target as HTMLElement;
    if (e.ctrlKey || e.metaKey || e.altKey || on.closest("select, input:not([type=range]), textarea, summary")) return;
    const steps: Record<string, () => void> = {
      ArrowLeft: () => go(shown - 1),
      ArrowRight: () => go(shown + 1),
      Home: () => go(0),
      End: () => go(last),
      ...(on.closest("button, a") === null && { " ": toggle }),
    };
    const step = steps[e.key];
    if (step === undefined) return;
    e.preventDefault();
    step();
  };
  useEffect(() => {
    const listen = (e: KeyboardEvent) => keys.current(e);
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);

  const words = t().past;
  const text = said(p.frames, shown);
  return (
    <div class="player" data-seq={p.frames[shown]!.event.seq}>
      <div class="bar">
        <input
          type="range"
          min={0}
          max={last}
          value={shown}
          aria-label={words.replay}
          aria-valuetext={`${words.event(shown + 1, last + 1)}: ${text}`}
          onInput={(e) => go(e.currentTarget.valueAsNumber)}
        />
        <div class="controls">
          <Control name={words.first} sign="M6 5v14M18 5l-9 7 9 7z" off={shown === 0} onClick={() => go(0)} />
          <Control name={words.stepBack} sign="M16 5l-9 7 9 7z" off={shown === 0} onClick={() => go(shown - 1)} />
          <button type="button" class="button primary play" onClick={toggle}>
            {playing ? words.pause : words.play}
          </button>
          <Control name={words.forth} sign="M8 5l9 7-9 7z" off={shown === last} onClick={() => go(shown + 1)} />
          <Control name={words.last} sign="M18 5v14M6 5l9 7-9 7z" off={shown === last} onClick={() => go(last)} />
          <label>
            <span class="unseen">{words.speed}</span>
            <select value={speed} onChange={(e) => setSpeed(Number(e.currentTarget.value))}>
              {SPEEDS.map((s) => (
                <option key={s} value={s}>
                  {words.times(figure(s, s < 1 ? 1 : 0))}
                </option>
              ))}
            </select>
          </label>
        </div>
      </div>
      <p class="said">
        <span class="quiet">
          {words.event(shown + 1, last + 1)} · {when(p.frames[shown]!.event.at)}
        </span>
        <strong>{text}</strong>
      </p>
      <Position frames={p.frames} at={shown} />
      <p class="quiet keysHint">{words.keys}</p>
    </div>
  );
}

function Control(p: { name: string; sign: string; off: boolean; onClick: () => void }) {
  return (
    <button type="button" class="button" aria-label={p.name} title={p.name} disabled={p.off} onClick={p.onClick}>
      <svg class="sign" viewBox="0 0 24 24" aria-hidden="true">
        <path d={p.sign} />
      </svg>
    </button>
  );
}
