import { useState } from "preact/hooks";
import { Loaded, useLoaded } from "../frame/loaded";
import { figure, t } from "../i18n";
import { accountId } from "../api/session";
import type { RulesetID } from "../api/types";
import { past } from "../finished/list";
import { scaleOf } from "../finished/scale";
import { binsOf, publishedOf, widthFor, type Bin, type Published } from "./histogram";
import { RulesetChoice } from "./choice";
import "../finished/table.css";

const MOST = 1000; // games that are read

// OwnTotals are one's totals of games alone, beside those that best play comes to.
export function OwnTotals() {
  const [ruleset, setRuleset] = useState<RulesetID>("penta");
  const totals = useLoaded(() => soloTotals(ruleset), [ruleset, accountId.value]);
  return (
    <section>
      <div class="pastTitle">
        <h2>{t().past.totals}</h2>
        <RulesetChoice value={ruleset} onChange={setRuleset} of={(r) => publishedOf(r.id) !== undefined} />
      </div>
      <Loaded of={totals}>{(own) => <Histogram own={own} best={publishedOf(ruleset)!} />}</Loaded>
    </section>
  );
}

// soloTotals are the totals of one's latest games alone that were not given up.
async function soloTotals(ruleset: RulesetID): Promise<number[]> {
  const totals: number[] = [];
  let cursor: string | undefined;
  for (let read = 0; read < MOST; read += 200) {
    const page = await past(ruleset, cursor, 200);
    for (const g of page.items) {
      if (g.seats.length === 1 && g.seats[0]!.status === "playing") totals.push(g.seats[0]!.total);
    }
    cursor = page.nextCursor;
    if (cursor === undefined) break;
  }
  return totals;
}

const SIZE = { width: 640, height: 340, left: 66, right: 10, top: 14, bottom: 36 };

function Histogram(p: { own: readonly number[]; best: Published }) {
  const words = t().past;
  const { own, best } = p;
  const width = widthFor(own.length);
  const bins = binsOf(own, best, width);
  const mean = figure(best.mean, 1);
  const ownMean = own.reduce((sum, n) => sum + n, 0) / own.length;
  return (
    <>
      <p>
        {own.length === 0 ? words.totalsNone(mean) : words.totalsText(words.games(own.length), mean)}
        {own.length > 0 && ` ${words.ownMean(figure(ownMean, 1))}`}
      </p>
      <div class="histogram">
        <Drawn bins={bins} games={own.length} width={width} best={best} />
      </div>
      <details>
        <summary>{words.asTable}</summary>
        <div class="pastTable" tabIndex={0} role="region" aria-label={words.totals}>
          <table>
            <thead>
              <tr>
                <th scope="col">{words.range}</th>
                <th scope="col">{words.yours}</th>
                <th scope="col">{words.optimal}</th>
              </tr>
            </thead>
            <tbody>
              {bins.map((b) => (
                <tr key={b.from}>
                  <th scope="row">
                    {b.from}–{b.from + width - 1}
                  </th>
                  <td>{figure(b.own)}</td>
                  <td>{figure(100 * b.optimal, 2)} %</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </>
  );
}

function Drawn(p: { bins: readonly Bin[]; games: number; width: number; best: Published }) {
  const { bins, games } = p;
  const { width, height, left, right, top, bottom } = SIZE;
  const share = (b: Bin) => (games === 0 ? 0 : b.own / games);
  const up = scaleOf([0, ...bins.map((b) => 100 * Math.max(share(b), b.optimal))], height - bottom, top);
  const first = bins[0]!.from;
  const end = bins.at(-1)!.from + p.width;
  const across = (total: number) => left + ((total - first) / (end - first)) * (width - left - right);
  const line = bins.map((b) => `${across(b.from + p.width / 2)} ${up.at(100 * b.optimal)}`).join("L");
  const every = [50, 100, 200, 500].find((step) => (end - first) / step <= 10) ?? 1000;
  const named = Array.from({ length: Math.floor(end / every) + 1 }, (_, i) => i * every).filter((n) => n >= first && n <= end);
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={t().past.totals}>
      {up.ticks.map((tick) => (
        <g key={tick} class="tick">
          <line x1={left} x2={width - right} y1={up.at(tick)} y2={up.at(tick)} />
          <text x={left - 6} y={up.at(tick)} dy="0.35em" text-anchor="end">
            {figure(tick)} %
          </text>
        </g>
      ))}
      {bins
        .filter((b) => b.own > 0)
        .map((b) => (
          <rect
            key={b.from}
            class="own"
            x={across(b.from) + 1}
            width={across(b.from + p.width) - across(b.from) - 2}
            y={up.at(100 * share(b))}
            height={height - bottom - up.at(100 * share(b))}
          >
            <title>{`${b.from}–${b.from + p.width - 1}: ${t().past.games(b.own)}`}</title>
          </rect>
        ))}
      <path class="optimal" d={`M${line}`} />
      {named.map((n) => (
        <text key={n} x={across(n)} y={height - 8} text-anchor="middle">
          {n}
        </text>
      ))}
    </svg>
  );
}
