import type { Decision, Review } from "../api/types";

// Point is what a seat was expected to come to at one moment of a game.
export interface Point {
  kind: "start" | "roll" | "decision";
  round: number; // the how-manieth turn
  roll: number; // of the turn; 0 before the first
  seq: number | undefined; // the event to look at in the replay
  expected: number; // total, or in tiotusen the score after the turn
  change: number; // by the dice, or by the decision; 0 at a start
  decision?: Decision; // of a decision
}

// What is less than this is rounding, not luck.
const ROUNDING = 1e-6;

// curveOf is the way of a seat's expectation through the game, from the figures of the review alone: after each roll it is
// that of the best there was to do, after each decision that of what was done.
export function curveOf(review: Review, seat: number): Point[] {
  const sums = review.seats.find((s) => s.seat === seat);
  if (sums === undefined) return [];
  const decisions = review.decisions.filter((d) => d.seat === seat);
  if (sums.startExpected === undefined) return curveOfTurns(review, seat, decisions);
  const points = [start(1, sums.startExpected)];
  for (const d of decisions) decide(points, d, d.best.expectedTotal!, d.done.expectedTotal!);
  rollOut(points, sums.total + (sums.unplayed ?? 0), decisions.at(-1)?.round ?? 1, undefined);
  return points;
}

// In tiotusen each turn is judged by itself. Turns of the final round that are played for a chance have no points here.
function curveOfTurns(review: Review, seat: number, decisions: readonly Decision[]): Point[] {
  const points: Point[] = [];
  let score = 0;
  for (const turn of (review.turns ?? []).filter((t) => t.seat === seat)) {
    if (turn.objective === "gain") {
      points.push(start(turn.round, score + turn.expected));
      for (const d of decisions.filter((d) => d.round === turn.round)) {
        decide(points, d, score + d.best.expectedGain!, score + d.done.expectedGain!);
      }
      rollOut(points, score + turn.result, turn.round, turn.seq);
    }
    score += turn.gain;
  }
  return points;
}

function start(round: number, expected: number): Point {
  return { kind: "start", round, roll: 0, seq: undefined, expected, change: 0 };
}

// decide adds the roll that led to a decision, and the decision.
function decide(points: Point[], d: Decision, best: number, done: number): void {
  const { round, roll } = d;
  // In tiotusen one may hold, then stop, with no roll between.
  if (points.at(-1)!.round !== round || points.at(-1)!.roll !== roll) {
    points.push({ kind: "roll", round, roll, seq: d.seq, expected: best, change: best - points.at(-1)!.expected });
  }
  points.push({ kind: "decision", round, roll, seq: d.seq, expected: done, change: 0 - d.loss, decision: d });
}

// rollOut adds the roll after which there was nothing more to decide, where there was one.
function rollOut(points: Point[], result: number, round: number, seq: number | undefined): void {
  const last = points.at(-1)!;
  if (Math.abs(result - last.expected) < ROUNDING) return;
  points.push({ kind: "roll", round, roll: last.round === round ? last.roll + 1 : 1, seq, expected: result, change: result - last.expected });
}

// worstOf are the decisions of a seat that cost the most points, the costliest first; those for a chance have no points.
export function worstOf(review: Review, seat: number, most = 3): Decision[] {
  return review.decisions
    .filter((d) => d.seat === seat && d.loss > ROUNDING && d.best.chance === undefined)
    .sort((a, b) => b.loss - a.loss)
    .slice(0, most);
}
