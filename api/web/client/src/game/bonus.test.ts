import { expect, test } from "vitest";
import type { Box, Game, Ruleset } from "../api/types";
import { mayReachBonus } from "./bonus";

const faces: Box[] = ["ones", "twos", "threes", "fours", "fives", "sixes"];
const rules = {
  dice: 5,
  scorecard: { upperBonusFrom: 63, upperBonus: 35, boxes: faces.map((id) => ({ id, section: "upper" })) },
} as unknown as Ruleset;

function game(boxes: Partial<Record<Box, number>>, status = "playing", upperBonus = 0): Game {
  const upperSum = Object.values(boxes).reduce((a, b) => a + b, 0);
  return { status, seats: [{ status: "playing", card: { boxes, upperSum, upperBonus } }] } as unknown as Game;
}

test.each([
  ["an empty card", game({}), true],
  ["as much as is needed, with five of each open", game({ ones: 0, twos: 0, fours: 4, sixes: 19 }), true],
  ["one point too little", game({ ones: 0, twos: 0, fours: 4, sixes: 18 }), false],
  ["a bonus that is had", game({ sixes: 30, fives: 25, fours: 16 }, "finished", 35), true],
  ["a game that is over", game({}, "finished"), false],
])("%s", (_, of, may) => expect(mayReachBonus(of, rules, 0)).toBe(may));
