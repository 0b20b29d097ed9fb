import { effect, type ReadonlySignal } from "@preact/signals";
import { pause } from "../api/client";
import type { Game } from "../api/types";

// How long a computer thinks before each step, in ms, so that people can follow.
const THINKS = 700;

export interface Mover {
  // move makes the next step of the computer on turn in that state
  move: (state: Game) => Promise<void>;
  failed: (why: unknown) => void;
}

// followBots moves the computer seats of a game one step at a time, until the signal ends or what it gives is called.
export function followBots(game: ReadonlySignal<Game | undefined>, ended: AbortSignal, mover: Mover): () => void {
  let running = false;

  const due = () => {
    const now = game.value;
    const seat = now?.turn === undefined ? undefined : now.seats[now.turn.seat];
    return !ended.aborted && now !== undefined && seat?.kind === "bot" ? now : undefined;
  };

  async function run(): Promise<void> {
    for (let wait = THINKS; ; ) {
      await pause(wait, ended);
      const state = due();
      if (state === undefined) return;
      try {
        await mover.move(state);
        wait = THINKS;
      } catch (e) {
        mover.failed(e);
        wait = Math.min(wait * 2, 30_000);
      }
    }
  }

  function start(): void {
    if (due() === undefined || running) return;
    running = true;
    void run().finally(() => {
      running = false;
      start();
    });
  }
  return effect(start);
}
