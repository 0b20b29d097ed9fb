import { expect, test } from "vitest";
import type { Decision, Review } from "../api/types";
import { curveOf, worstOf } from "./curve";

function decision(d: Pick<Decision, "seq" | "round" | "roll" | "loss"> & { best: number; done: number }, what: "expectedTotal" | "expectedGain"): Decision {
  return { ...d, seat: 0, by: "player", dice: [1, 2, 3, 4, 5], best: { do: "hold", [what]: d.best }, done: { do: "hold", [what]: d.done } } as Decision;
}
const round = (points: { kind: string; expected: number; change: number }[]) =>
  points.map((p) => [p.kind, Math.round(p.expected * 1000) / 1000, Math.round(p.change * 1000) / 1000]);

test("a scorecard game: luck and loss lead from the start to the total", () => {
  const review: Review = {
    seats: [{ seat: 0, startExpected: 250, luck: 5, loss: 3, total: 252, unplayed: 0 }],
    decisions: [
      decision({ seq: 4, round: 1, roll: 1, loss: 2, best: 258, done: 256 }, "expectedTotal"),
      decision({ seq: 6, round: 1, roll: 2, loss: 1, best: 253, done: 252 }, "expectedTotal"),
    ],
  };
  const points = curveOf(review, 0);
  expect(round(points)).toEqual([
    ["start", 250, 0],
    ["roll", 258, 8],
    ["decision", 256, -2],
    ["roll", 253, -3],
    ["decision", 252, -1],
  ]);
  const sum = (kind: string) => points.filter((p) => p.kind === kind).reduce((s, p) => s + p.change, 0);
  expect(sum("roll")).toBeCloseTo(5);
  expect(sum("decision")).toBeCloseTo(-3);
  expect(worstOf(review, 0).map((d) => d.seq)).toEqual([4, 6]);
});

test("a game given up after a roll: what that roll changed is there", () => {
  const review: Review = { seats: [{ seat: 0, startExpected: 250, luck: 4, loss: 0, total: 0, unplayed: 254 }], decisions: [] };
  expect(round(curveOf(review, 0))).toEqual([
    ["start", 250, 0],
    ["roll", 254, 4],
  ]);
});

test("tiotusen: each turn from what it was worth, on top of the score; turns for a chance count only what they gained", () => {
  const review: Review = {
    seats: [{ seat: 0, luck: 0, loss: 0, total: 900 }],
    decisions: [decision({ seq: 4, round: 1, roll: 1, loss: 0, best: 500, done: 500 }, "expectedGain")],
    turns: [
      { seat: 0, round: 1, seq: 6, objective: "gain", expected: 400, luck: 200, loss: 0, result: 600, gain: 600 },
      { seat: 0, round: 2, seq: 9, objective: "chance", expected: 0.4, luck: 0.6, loss: 0, result: 1, gain: 300 },
      { seat: 0, round: 3, seq: 12, objective: "gain", expected: 400, luck: -1400, loss: 0, result: -1000, gain: -1000 },
    ],
  };
  expect(round(curveOf(review, 0))).toEqual([
    ["start", 400, 0],
    ["roll", 500, 100],
    ["decision", 500, 0],
    ["roll", 600, 100],
    ["start", 1300, 0],
    ["roll", -100, -1400],
  ]);
});
