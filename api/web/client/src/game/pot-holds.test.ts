import { signal } from "@preact/signals";
import { afterEach, expect, test, vi } from "vitest";
import { Problem } from "../api/problem";
import type { Game } from "../api/types";
import type { Table } from "../table/table";
import { createPotHolds, grown } from "./pot-holds";

afterEach(() => vi.restoreAllMocks());

// A table at which four holds of 4 4 4 1 2 3 are accepted: none, the fours, the one, all of them.
function at(): { table: Table; calls: string[]; game: { value: Game } } {
  const game = signal({
    turn: { seat: 0, round: 1, roll: 1, dice: [4, 4, 4, 1, 2, 3], held: [], locked: [], may: ["hold"] },
  } as unknown as Game);
  const calls: string[] = [];
  const table = {
    game,
    async hold(held: readonly number[]) {
      calls.push(held.join(""));
      await Promise.resolve();
      if (!["", "012", "3", "0123"].includes(held.join(""))) {
        throw new Problem({ code: "badHold", status: 422, detail: "no", title: "", type: "" });
      }
      game.value = { ...game.value, turn: { ...game.value.turn!, held: [...held] } };
    },
  } as unknown as Table;
  return { table, calls, game };
}

test("a tap on one of three alike picks them all, another puts them back", async () => {
  const { table, calls } = at();
  const told: unknown[] = [];
  const holds = createPotHolds(table, (e) => told.push(e));
  holds.set([1]);
  await vi.waitFor(() => expect(holds.held.value).toEqual([0, 1, 2]));
  await new Promise((r) => setTimeout(r, 5));
  holds.set([0, 2]);
  await vi.waitFor(() => expect(holds.held.value).toEqual([]));
  expect(calls).toEqual(["1", "012", "02", ""]);
  expect(told).toEqual([]);
});

test("two fast taps on dice that score together pick them once", async () => {
  const { table } = at();
  const holds = createPotHolds(table, () => undefined);
  holds.set([0]);
  holds.set([0, 1]);
  await vi.waitFor(() => expect(holds.pending.value).toBe(false));
  await new Promise((r) => setTimeout(r, 5));
  expect(holds.held.value).toEqual([0, 1, 2]);
});

test("taps on each of three alike pick them also where the answer comes between, and so do they put them back", async () => {
  const { table } = at();
  const now = vi.spyOn(performance, "now").mockReturnValue(10_000);
  const holds = createPotHolds(table, () => undefined);
  const tap = async (die: number) => {
    holds.toggle(die);
    await new Promise((r) => setTimeout(r, 5));
  };
  for (const die of [0, 1, 2]) {
    await tap(die);
    expect(holds.held.value).toEqual([0, 1, 2]);
  }
  for (const die of [0, 1, 2]) {
    await tap(die);
    expect(holds.held.value).toEqual([]);
  }
  await tap(0);
  now.mockReturnValue(11_000);
  await tap(1); // by now it has been seen that all are picked
  expect(holds.held.value).toEqual([]);
  now.mockReturnValue(12_000);
  await tap(2);
  await tap(3);
  expect(holds.held.value).toEqual([0, 1, 2, 3]);
});

test("a tap after the next roll is one on other dice", async () => {
  const { table, game } = at();
  vi.spyOn(performance, "now").mockReturnValue(10_000);
  const holds = createPotHolds(table, () => undefined);
  holds.toggle(0);
  await new Promise((r) => setTimeout(r, 5));
  await holds.move(async () => {
    game.value = { ...game.value, turn: { ...game.value.turn!, roll: 2, held: [] } };
  });
  holds.toggle(1);
  await new Promise((r) => setTimeout(r, 5));
  expect(holds.held.value).toEqual([0, 1, 2]);
});

test("a move waits for what was tapped, and is made with what stands", async () => {
  const { table } = at();
  const holds = createPotHolds(table, () => undefined);
  let with_: readonly number[] = [];
  holds.set([0]);
  await holds.move(async () => {
    with_ = table.game.value!.turn!.held;
  });
  expect(with_).toEqual([0, 1, 2]);
});

test("a hold that scores in no way is told of, and nothing is held", async () => {
  const { table } = at();
  const told: unknown[] = [];
  const holds = createPotHolds(table, (e) => told.push(e));
  holds.set([4]);
  await vi.waitFor(() => expect(told).toHaveLength(1));
  expect(holds.held.value).toEqual([]);
});

test("grown knows no set-aside dice", () => {
  const turn = { dice: [4, 4, 4, 4, 2, 1], locked: [0], held: [] } as unknown as NonNullable<Game["turn"]>;
  expect(grown(turn, [], [1])).toEqual([1, 2, 3]);
});
