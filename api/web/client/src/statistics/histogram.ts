import type { RulesetID } from "../api/types";
import published from "./totals.json";

// Published is how the totals of best play fall, worked out exactly (docs/best-play.md, "Totals"): shares of all games, in
// bins of so many points from a total on. domain/solver makes and checks it.
export interface Published {
  mean: number;
  deviation: number;
  width: number;
  from: number;
  shares: readonly number[];
}

// publishedOf is what there is for a ruleset; undefined for tiotusen, which has no such thing.
export function publishedOf(ruleset: RulesetID): Published | undefined {
  return (published as Partial<Record<RulesetID, Published>>)[ruleset];
}

// Bin is totals from one on, and how many of one's own games and which share of best play's fell there.
export interface Bin {
  from: number;
  own: number;
  optimal: number;
}

// binsOf puts one's own totals beside those of best play, in bins of so many points, a multiple of those published.
export function binsOf(totals: readonly number[], best: Published, width: number): Bin[] {
  const bins = new Map<number, Bin>();
  const bin = (total: number): Bin => {
    const from = Math.floor(total / width) * width;
    const known = bins.get(from) ?? { from, own: 0, optimal: 0 };
    bins.set(from, known);
    return known;
  };
  for (const total of totals) bin(total).own++;
  best.shares.forEach((share, i) => (bin(best.from + i * best.width).optimal += share));
  return withoutTails([...bins.values()].sort((a, b) => a.from - b.from), width);
}

// withoutTails leaves out at both ends what neither has, to the eye, and fills the gaps between.
function withoutTails(bins: readonly Bin[], width: number): Bin[] {
  const seen = bins.filter((b) => b.own > 0 || b.optimal >= 0.002);
  const first = seen[0]!.from;
  const byFrom = new Map(bins.map((b) => [b.from, b]));
  return Array.from({ length: (seen.at(-1)!.from - first) / width + 1 }, (_, i) => {
    const from = first + i * width;
    return byFrom.get(from) ?? { from, own: 0, optimal: 0 };
  });
}

// widthFor is how wide bins are for so many games: few games need wide ones.
export function widthFor(games: number): number {
  return games < 100 ? 20 : 10;
}
