import { signal } from "@preact/signals";
import { Unreachable } from "../api/problem";
import { engineOver, type Carry, type Engine, type Progress } from "./calls";
import type { Ask, Told } from "./messages";

interface Waiting {
  resolve: (answer: string) => void;
  reject: (why: Error) => void;
  onProgress: Progress | undefined;
}

// inWorker runs an engine in a worker of its own, which starts with the first call. One that did not start, for its file was
// not to be had, or that died, is replaced at the next call; what was under way then has no answer.
function inWorker(onEnd: () => void = () => undefined): Carry {
  let worker: Worker | undefined;
  let last = 0;
  const waiting = new Map<number, Waiting>();

  function end(why: unknown): void {
    worker?.terminate();
    worker = undefined;
    for (const w of waiting.values()) w.reject(new Unreachable(why));
    waiting.clear();
    onEnd();
  }

  function begin(): Worker {
    const begun = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "kast-engine" });
    begun.onerror = (e) => end(e.message);
    begun.onmessage = (e: MessageEvent<Told>) => {
      const told = e.data;
      if ("failed" in told) {
        end(told.failed);
        return;
      }
      const to = waiting.get(told.n);
      if ("done" in told) {
        to?.onProgress?.(told.done, told.all);
        return;
      }
      waiting.delete(told.n);
      to?.resolve(told.answer);
    };
    return begun;
  }

  return (method, params, onProgress) =>
    new Promise((resolve, reject) => {
      worker ??= begin();
      last++;
      waiting.set(last, { resolve, reject, onProgress });
      const ask: Ask = { n: last, method, params };
      worker.postMessage(ask);
    });
}

// player plays: it is never busy for long.
export const player: Engine = engineOver(inWorker());

// thinkers counts how often the thinker was lost, with all that it had worked out.
export const thinkers = signal(0);

// thinker works out best play and knows it afterwards: it may be busy for many seconds.
export const thinker: Engine = engineOver(inWorker(() => thinkers.value++));
