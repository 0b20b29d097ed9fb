import { describe, expect, it } from "vitest";
import type { Turn } from "../api/types";
import { drawDice } from "./draw";

const turn = (t: Partial<Turn>) => ({ seat: 0, round: 1, roll: 1, dice: [1, 2, 3, 4, 5], held: [], may: [], ...t }) as Turn;

describe("drawDice", () => {
  it("rolls all dice at the start of a turn", () => {
    const bytes = () => new Uint8Array([0, 1, 2, 3, 4, 5]);
    expect(drawDice({ ruleset: "penta", turn: turn({ roll: 0, dice: [] }) }, [], bytes)).toEqual([1, 2, 3, 4, 5]);
    expect(drawDice({ ruleset: "tiotusen", turn: turn({ roll: 0, dice: [] }) }, [], bytes)).toHaveLength(6);
  });

  it("keeps what is held and what is set aside", () => {
    const bytes = () => new Uint8Array([5, 5, 5, 5, 5, 5]);
    expect(drawDice({ ruleset: "penta", turn: turn({}) }, [1, 3], bytes)).toEqual([6, 2, 6, 4, 6]);
    const pot = turn({ dice: [1, 2, 3, 4, 5, 1], locked: [0] });
    expect(drawDice({ ruleset: "tiotusen", turn: pot }, [5], bytes)).toEqual([1, 6, 6, 6, 6, 1]);
  });

  it("leaves out bytes that would favour a face", () => {
    let calls = 0;
    const bytes = () => new Uint8Array(calls++ === 0 ? [252, 253, 254, 255] : [251, 251, 251, 251, 251]);
    expect(drawDice({ ruleset: "penta", turn: turn({ roll: 0, dice: [] }) }, [], bytes)).toEqual([6, 6, 6, 6, 6]);
  });
});
