// Scale leads from values to places in a drawing.
export interface Scale {
  at: (value: number) => number;
  ticks: readonly number[];
}

// scaleOf spans values with ticks at round numbers, from place `from` to place `to`.
export function scaleOf(values: readonly number[], from: number, to: number, about = 5): Scale {
  const least = Math.min(...values);
  const most = Math.max(...values);
  const span = Math.max(most - least, 1);
  const rough = span / about;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, power * ([1, 2, 5, 10].find((m) => m * power >= rough) ?? 10));
  const low = Math.floor(least / step) * step;
  const high = Math.max(low + step, Math.ceil(most / step) * step);
  const ticks = Array.from({ length: Math.round((high - low) / step) + 1 }, (_, i) => low + i * step);
  return { at: (value) => from + ((value - low) / (high - low)) * (to - from), ticks };
}
