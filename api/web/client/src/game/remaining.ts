import type { Game } from "../api/types";

// A clock as it is shown: how many ms are left, of how many, and whether it is the one that runs after the last roll.
export interface Remaining {
  left: number;
  of: number;
  enters: boolean;
}

// Clocks of people's machines are off, so time goes by the server's: what it said it was when it told of this state.
const ahead = new WeakMap<Game, number>();

function serverAhead(game: Game, now: number): number {
  let ms = ahead.get(game);
  if (ms === undefined) {
    ms = Date.parse(game.serverTime) - now;
    ahead.set(game, ms);
  }
  return ms;
}

// remaining is the clock of the seat on turn; undefined where none runs.
export function remaining(game: Game, now: number): Remaining | undefined {
  const turn = game.turn;
  if (turn?.deadline === undefined) return undefined;
  const left = Math.max(0, Date.parse(turn.deadline) - now - serverAhead(game, now));
  const auto = (game.options.autoEnterSeconds ?? 0) * 1000;
  // The deadline is the earlier of the two clocks; the short one is known by not having more left than it can have.
  const enters = turn.rollsLeft === 0 && auto > 0 && (game.options.turnSeconds === 0 || left <= auto);
  return { left, of: enters ? auto : game.options.turnSeconds * 1000, enters };
}

// crossed is the mark that the time has gone past between two looks, in seconds.
export function crossed(marks: readonly number[], before: number, left: number): number | undefined {
  return marks.find((mark) => before > mark * 1000 && left <= mark * 1000);
}
