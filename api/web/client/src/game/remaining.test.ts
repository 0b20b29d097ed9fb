import { describe, expect, it } from "vitest";
import type { Game } from "../api/types";
import { crossed, remaining } from "./remaining";

const SERVER = Date.parse("2026-03-14T18:00:00.000Z");
const game = (g: { turn: object; options: object }) => ({ serverTime: "2026-03-14T18:00:00.000Z", ...g }) as unknown as Game;

describe("remaining", () => {
  it("goes by the server's clock, whatever this machine's says", () => {
    const g = game({ turn: { deadline: "2026-03-14T18:00:45.000Z", rollsLeft: 3 }, options: { turnSeconds: 45 } });
    const wrong = SERVER + 3_600_000;
    expect(remaining(g, wrong)).toEqual({ left: 45_000, of: 45_000, enters: false });
    expect(remaining(g, wrong + 15_000)).toEqual({ left: 30_000, of: 45_000, enters: false });
    expect(remaining(g, wrong + 60_000)?.left).toBe(0);
  });

  it("tells the clock after the last roll from that of the turn", () => {
    const options = { turnSeconds: 45, autoEnterSeconds: 3 };
    const g = game({ turn: { deadline: "2026-03-14T18:00:03.000Z", rollsLeft: 0 }, options });
    expect(remaining(g, SERVER)).toEqual({ left: 3000, of: 3000, enters: true });
    const more = game({ turn: { deadline: "2026-03-14T18:00:03.000Z", rollsLeft: 1 }, options });
    expect(remaining(more, SERVER)).toEqual({ left: 3000, of: 45_000, enters: false });
  });

  it("is not there where no clock runs", () => {
    expect(remaining(game({ turn: { rollsLeft: 3 }, options: { turnSeconds: 0 } }), SERVER)).toBeUndefined();
  });
});

describe("crossed", () => {
  it("tells of each mark once", () => {
    expect(crossed([15, 5], 15_200, 14_900)).toBe(15);
    expect(crossed([15, 5], 14_900, 14_600)).toBeUndefined();
    expect(crossed([15, 5], 5100, 5000)).toBe(5);
  });
});
