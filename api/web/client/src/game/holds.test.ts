import { signal } from "@preact/signals";
import { describe, expect, it, vi } from "vitest";
import type { Game } from "../api/types";
import type { Table } from "../table/table";
import { createHolds } from "./holds";

interface Call {
  held: readonly number[];
  answer: (accepted: boolean) => void;
}

// A table that answers when it is told to.
function slowTable() {
  const game = signal({ turn: { seat: 0, round: 1, roll: 1, held: [] as readonly number[] } });
  const calls: Call[] = [];
  const hold = (held: readonly number[]) =>
    new Promise<void>((resolve, reject) => {
      calls.push({
        held,
        answer: (accepted) => {
          if (!accepted) return reject(new Error("badHold"));
          game.value = { turn: { ...game.value.turn, held } };
          resolve();
        },
      });
    });
  return { game, calls, table: { game: game as unknown as { value: Game }, hold } as unknown as Table };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

describe("holds", () => {
  it("shows a tap at once, and sends the last of many", async () => {
    const { table, calls } = slowTable();
    const holds = createHolds(table, vi.fn());
    holds.set([0]);
    holds.set([0, 1]);
    holds.set([0, 1, 2]);
    expect(holds.held.value).toEqual([0, 1, 2]);
    expect(holds.pending.value).toBe(true);
    expect(calls.map((c) => c.held)).toEqual([[0]]);
    calls[0]!.answer(true);
    await settled();
    expect(calls.map((c) => c.held)).toEqual([[0], [0, 1, 2]]);
    expect(holds.held.value).toEqual([0, 1, 2]);
    calls[1]!.answer(true);
    await settled();
    expect(holds.pending.value).toBe(false);
    expect(calls).toHaveLength(2);
  });

  it("sends no more when a tap was taken back", async () => {
    const { table, calls } = slowTable();
    const holds = createHolds(table, vi.fn());
    holds.set([0]);
    holds.set([0, 1]);
    holds.set([0]);
    calls[0]!.answer(true);
    await settled();
    expect(calls).toHaveLength(1);
    expect(holds.held.value).toEqual([0]);
  });

  it("falls back to what stands when a hold was refused", async () => {
    const { table, calls } = slowTable();
    const tell = vi.fn();
    const holds = createHolds(table, tell);
    holds.set([4]);
    calls[0]!.answer(false);
    await settled();
    expect(tell).toHaveBeenCalledOnce();
    expect(holds.held.value).toEqual([]);
    expect(holds.pending.value).toBe(false);
  });

  it("has a roll wait for the hold under way, and take along the one that is wanted", async () => {
    const { table, calls, game } = slowTable();
    const holds = createHolds(table, vi.fn());
    const roll = vi.fn(async () => {
      game.value = { turn: { seat: 0, round: 1, roll: 2, held: [] } };
    });
    holds.set([0]);
    holds.set([0, 3]);
    const done = holds.act(roll);
    await settled();
    expect(roll).not.toHaveBeenCalled();
    calls[0]!.answer(true);
    await done;
    expect(roll).toHaveBeenCalledExactlyOnceWith([0, 3]);
    expect(calls).toHaveLength(1);
    expect(holds.held.value).toEqual([]);
  });

  it("does not roll when the hold was refused", async () => {
    const { table, calls } = slowTable();
    const holds = createHolds(table, vi.fn());
    const roll = vi.fn(async () => undefined);
    holds.set([0]);
    const done = holds.act(roll);
    calls[0]!.answer(false);
    await done;
    expect(roll).not.toHaveBeenCalled();
    expect(holds.acting.value).toBe(false);
  });

  it("makes one move at a time", async () => {
    const { table } = slowTable();
    const holds = createHolds(table, vi.fn());
    const roll = vi.fn(async () => undefined);
    await Promise.all([holds.act(roll), holds.act(roll)]);
    expect(roll).toHaveBeenCalledOnce();
  });
});
