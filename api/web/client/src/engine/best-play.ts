import { signal, type ReadonlySignal, type Signal } from "@preact/signals";
import type { RulesetID } from "../api/types";
import type { Engine } from "./calls";
import { player, thinker, thinkers } from "./engine";

// BestPlay says whether best play of a game is known on this device: not, so far in part (0 to 1), or until the page ends.
export type BestPlay = { state: "none" } | { state: "working"; part: number } | { state: "ready" };

const known = new Map<RulesetID, Signal<BestPlay>>();
const working = new Map<RulesetID, Promise<void>>();

function of(ruleset: RulesetID): Signal<BestPlay> {
  let s = known.get(ruleset);
  if (s === undefined) {
    // The pot game needs nothing worked out.
    s = signal<BestPlay>(ruleset === "tiotusen" ? { state: "ready" } : { state: "none" });
    known.set(ruleset, s);
  }
  return s;
}

thinkers.subscribe(() => {
  for (const [ruleset, s] of known) if (ruleset !== "tiotusen") s.value = { state: "none" };
});

// bestPlay is what this device knows of best play.
export function bestPlay(ruleset: RulesetID): ReadonlySignal<BestPlay> {
  return of(ruleset);
}

// workOut works best play out, which takes 12 s on a fast machine and a minute on a slow phone; once, however often it is
// asked for. Unreachable: the engine is not on this device.
export function workOut(ruleset: RulesetID): Promise<void> {
  const s = of(ruleset);
  if (s.value.state === "ready") return Promise.resolve();
  let work = working.get(ruleset);
  if (work === undefined) {
    s.value = { state: "working", part: 0 };
    work = thinker("solve", { ruleset }, (done, all) => (s.value = { state: "working", part: done / all })).then(
      () => void (s.value = { state: "ready" }),
      (e: unknown) => {
        s.value = { state: "none" };
        throw e;
      },
    );
    void work.finally(() => working.delete(ruleset)).catch(() => undefined);
    working.set(ruleset, work);
  }
  return work;
}

// engineFor is the engine to play a game with: one that knows best play, where there is one that has time.
export function engineFor(ruleset: RulesetID): Engine {
  return ruleset !== "tiotusen" && of(ruleset).value.state === "ready" && working.size === 0 ? thinker : player;
}

// adviserFor is the engine that knows best play of a game, for which it may have to be worked out first.
export async function adviserFor(ruleset: RulesetID): Promise<Engine> {
  if (ruleset === "tiotusen") return player;
  await workOut(ruleset);
  return thinker;
}

// strong tells whether this device is one that works best play out unasked, while somebody plays: one with cores to spare
// that does not save.
export function strong(): boolean {
  const saves = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
  return navigator.hardwareConcurrency >= 4 && !saves;
}
