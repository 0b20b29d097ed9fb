import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isRecord, read, remove, write } from "./kept";

function storage(over: Partial<Storage> = {}): void {
  const all = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (k: string) => all.get(k) ?? null,
    setItem: (k: string, v: string) => void all.set(k, v),
    removeItem: (k: string) => void all.delete(k),
    ...over,
  });
}

beforeEach(() => remove("x"));
afterEach(() => vi.unstubAllGlobals());

test("what was written is read", () => {
  storage();
  write("x", { a: 1 });
  expect(read("x", isRecord)).toEqual({ a: 1 });
  remove("x");
  expect(read("x", isRecord)).toBeUndefined();
});

test("what is of another kind is not there", () => {
  for (const text of ["{x", "null", "[1]", "3", ""]) {
    storage({ getItem: () => text });
    expect(read("x", isRecord)).toBeUndefined();
  }
});

test("a browser that keeps nothing has the page go by its memory", () => {
  const refuse = () => {
    throw new Error("denied");
  };
  storage({ getItem: refuse, setItem: refuse, removeItem: refuse });
  write("x", { a: 2 });
  expect(read("x", isRecord)).toEqual({ a: 2 });
  remove("x");
  expect(read("x", isRecord)).toBeUndefined();
});
