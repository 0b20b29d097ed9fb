import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Foreign, Problem, Unreachable } from "./problem";
import { repeated } from "./repeat";
import type { ProblemBody } from "./types";

const problem = (status: number, retryAfter?: number) => new Problem({ status, code: "unavailable", detail: "" } as ProblemBody, retryAfter);

describe("repeated", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("addEventListener", () => undefined);
    vi.stubGlobal("removeEventListener", () => undefined);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  // after throws each of these, then answers; it tells how long that took, in ms.
  async function after(thrown: Error[], patience?: number): Promise<number> {
    const began = Date.now();
    const call = async () => {
      const e = thrown.shift();
      if (e !== undefined) throw e;
    };
    let failed: unknown;
    const done = repeated(call, undefined, undefined, patience).catch((e: unknown) => (failed = e));
    await vi.runAllTimersAsync();
    await done;
    if (failed !== undefined) throw failed;
    return Date.now() - began;
  }

  it("sends again what got no answer or met a server that could not at the moment", async () => {
    expect(await after([new Unreachable("lost"), problem(503, 1), problem(503)])).toBe(500 + 1000 + 2000);
  });

  it("waits as long as a server that is asked too often says, within bounds", async () => {
    expect(await after([problem(429, 7)])).toBe(7000);
    await expect(after([problem(429, 3600)])).rejects.toMatchObject({ status: 429 });
    expect(await after([problem(429, 3600)], Infinity)).toBe(3_600_000);
  });

  it("throws what stays so", async () => {
    await expect(after([problem(409)])).rejects.toMatchObject({ status: 409 });
    await expect(after([new Foreign(431)])).rejects.toBeInstanceOf(Foreign);
  });
});
