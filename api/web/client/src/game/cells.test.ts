import { describe, expect, it } from "vitest";
import type { Game } from "../api/types";
import { cellOf, lookOf } from "./cells";

const entry = { box: "threes", points: 9, bonus: 0, joker: false, strike: false };

function game(roll: number): Game {
  const card = { boxes: { ones: 3, sixes: 0 } };
  return { seats: [{ card }, { card }], turn: { seat: 0, roll, boxes: roll > 0 ? [entry] : [] } } as unknown as Game;
}

describe("cellOf", () => {
  it("shows what stands, what the dice would give, and where they may not go", () => {
    expect(cellOf(game(1), 0, "ones")).toEqual({ is: "filled", points: 3 });
    expect(cellOf(game(1), 0, "threes")).toEqual({ is: "offer", entry });
    expect(cellOf(game(1), 0, "chance")).toEqual({ is: "forbidden" });
  });

  it("offers nothing before the first roll, nor on another's card", () => {
    expect(cellOf(game(0), 0, "threes")).toEqual({ is: "open" });
    expect(cellOf(game(1), 1, "threes")).toEqual({ is: "open" });
  });

  it("tells a struck box from an empty one", () => {
    expect(lookOf(cellOf(game(1), 0, "sixes"))).toBe("filled struck");
    expect(lookOf(cellOf(game(0), 0, "threes"))).toBe("open");
  });
});
