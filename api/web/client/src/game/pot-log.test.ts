import { expect, test } from "vitest";
import type { Event } from "../api/types";
import { firstSteps, potTurns, steps } from "./pot-log";

let seq = 2;
function event(type: Event["type"], seat: number, more: Partial<Event> = {}): Event {
  seq++;
  return { seq, type, seat, at: "", by: "player", hash: "", id: "", prev: "", ...more };
}

const log = [
  event("rolled", 0, { dice: [3, 3, 3, 2, 4, 6], outcome: "scored" }),
  event("held", 0, { held: [0] }),
  event("held", 0, { held: [0, 1, 2] }),
  event("rolled", 0, { dice: [3, 3, 3, 5, 3, 2], outcome: "scored" }),
  event("held", 0, { held: [3, 4] }),
  event("banked", 0, { points: 650 }),
  event("rolled", 1, { dice: [1, 2, 3, 4, 5, 6], outcome: "straight", points: 1000, by: "bot" }),
  event("resigned", 2),
  event("rolled", 1, { dice: [2, 2, 3, 3, 4, 6], outcome: "bust", by: "bot" }),
  event("rolled", 0, { dice: [2, 2, 3, 3, 4, 6], outcome: "zilch", points: -1000 }),
];

test("turns have their rolls, what was kept of them, and their end", () => {
  const turns = potTurns(log);
  expect(turns.map((t) => t.seat)).toEqual([0, 1, 2, 0]);
  expect(turns[0]!.banked).toBe(650);
  expect(turns[0]!.rolls.map((r) => [r.thrown, r.kept])).toEqual([
    [[0, 1, 2, 3, 4, 5], [0, 1, 2]],
    [[3, 4, 5], [3, 4]],
  ]);
  expect(turns[1]!.rolls.map((r) => [r.outcome, r.points, r.thrown.length])).toEqual([
    ["straight", 1000, 6],
    ["bust", 0, 6],
  ]);
  expect(turns[2]!.resigned).toBe(true);
  expect(turns[3]!.rolls[0]).toMatchObject({ outcome: "zilch", points: -1000 });
});

test("a list is shown line by line", () => {
  const turns = potTurns(log);
  expect(steps(turns)).toBe(7);
  expect(firstSteps(turns, 7)).toEqual(turns);
  const two = firstSteps(turns, 2);
  expect(two).toHaveLength(1);
  expect(two[0]!.banked).toBeUndefined();
  expect(firstSteps(turns, 0)).toEqual([]);
});
