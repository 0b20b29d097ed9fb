import { useEffect, useRef, useState } from "preact/hooks";
import type { Game } from "../api/types";
import { announce } from "../frame/announce";
import { t } from "../i18n";
import { crossed, remaining } from "./remaining";
import "./clock.css";

// How often the bar is drawn, in ms; in between it glides.
const STEP = 250;
// When whoever is on turn is told, in seconds before the end; nobody wants to hear a clock tick.
const MARKS = [15, 5];
// That the game enters by itself is said when the dice have been, in ms.
const AFTER_ROLL = 600;

// Clock is the time that the seat on turn has left, as a bar that grows shorter. In a game with clocks its room is kept
// while none runs, so that no box moves under a finger when one begins; in one without it is nothing.
export function Clock(p: { game: Game; mine: boolean }) {
  const [, tick] = useState(0);
  const runs = p.game.turn?.deadline;
  useEffect(() => {
    if (runs === undefined) return;
    const timer = setInterval(() => tick(Date.now()), STEP);
    return () => clearInterval(timer);
  }, [runs]);

  // The time as it is now, not as it was at the last tick: a new state is set against it, and no clock may have run before.
  const clock = remaining(p.game, Date.now());
  const before = useRef(Infinity);
  useEffect(() => {
    before.current = Infinity;
  }, [runs]);
  useEffect(() => {
    if (clock === undefined || !p.mine) return;
    const mark = clock.enters ? undefined : crossed(MARKS, before.current, clock.left);
    if (mark !== undefined && before.current !== Infinity) announce(t().secondsLeft(mark));
    before.current = clock.left;
  });
  const enters = p.mine && clock?.enters === true;
  useEffect(() => {
    if (!enters) return;
    const after = setTimeout(() => announce(t().entersIn(Math.floor((clock?.of ?? 0) / 1000))), AFTER_ROLL);
    return () => clearTimeout(after);
  }, [enters, runs]);

  const auto = p.game.options.autoEnterSeconds ?? 0;
  const room = `clock${auto > 0 ? " auto" : ""}`;
  if (clock === undefined) {
    if (auto === 0 && p.game.options.turnSeconds === 0) return null;
    return <div class={room}>{p.mine && auto > 0 && <span class="quiet says">{t().entersAfter(auto)}</span>}</div>;
  }
  const share = clock.of > 0 ? Math.min(1, clock.left / clock.of) : 0;
  const text = leftText(clock.left);
  return (
    <div
      class={`${room}${clock.left <= 10_000 ? " soon" : ""}`}
      role="timer"
      aria-label={clock.enters ? t().entersIn(Math.ceil(clock.left / 1000)) : t().timeLeft(text)}
    >
      <span class="bar">
        <span style={{ transform: `scaleX(${share})` }} />
      </span>
      <span class="left says" aria-hidden="true">
        {enters ? t().entersIn(Math.ceil(clock.left / 1000)) : text}
      </span>
    </div>
  );
}

// leftText is a time in few signs: 0:42, 3 h 12 min, 2 d 4 h.
function leftText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours >= 24) return t().daysAndHours(Math.floor(hours / 24), hours % 24);
  if (hours >= 1) return t().hoursAndMinutes(hours, minutes % 60);
  return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
}
