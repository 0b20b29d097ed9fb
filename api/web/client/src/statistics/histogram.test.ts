import { expect, test } from "vitest";
import { binsOf, publishedOf } from "./histogram";

test.each(["penta", "femlika", "bonanza"] as const)("%s: every game of best play is in a bin", (ruleset) => {
  const best = publishedOf(ruleset)!;
  expect(best.shares.reduce((sum, s) => sum + s, 0)).toBeCloseTo(1, 5);
  const bins = binsOf([], best, 10);
  expect(bins.reduce((sum, b) => sum + b.optimal, 0)).toBeGreaterThan(0.98);
  const mean = best.shares.reduce((sum, s, i) => sum + s * (best.from + i * best.width + 2), 0);
  expect(Math.abs(mean - best.mean)).toBeLessThan(0.1);
});

test("own totals are counted, far ones too, and gaps are filled", () => {
  const bins = binsOf([99, 100, 109, 700], publishedOf("penta")!, 10);
  const own = Object.fromEntries(bins.map((b) => [b.from, b.own]));
  expect([own[90], own[100], own[110], own[690], own[700]]).toEqual([1, 2, 0, 0, 1]);
  expect(bins.every((b, i) => i === 0 || b.from === bins[i - 1]!.from + 10)).toBe(true);
});

test("tiotusen has none", () => expect(publishedOf("tiotusen")).toBeUndefined());
