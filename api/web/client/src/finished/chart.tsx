import { useEffect, useRef, useState } from "preact/hooks";
import { figure } from "../i18n";
import type { Point } from "./curve";
import { pointText } from "./points";
import { scaleOf } from "./scale";
import "./chart.css";

const HEIGHT = 300;
const EDGE = { right: 14, top: 14, bottom: 28 };
const LETTER = 7.5; // how wide a figure of an axis is, about

// Chart draws the way of an expectation: what rolls changed and what decisions gave away differ by colour and by shape. A
// point is chosen by hovering, tapping, or the arrow keys.
export function Chart(p: { points: readonly Point[]; name: string; chosen: number; onChoose: (i: number) => void }) {
  const { points } = p;
  const box = useRef<SVGSVGElement>(null);
  const width = useWidth(box);
  const up = scaleOf(points.map((q) => q.expected), HEIGHT - EDGE.bottom, EDGE.top);
  const left = 16 + LETTER * Math.max(...up.ticks.map((tick) => figure(tick).length));
  const room = width - left - EDGE.right;
  const across = (i: number) => left + (i / Math.max(1, points.length - 1)) * room;
  const chosen = points[p.chosen]!;
  const choose = (i: number) => p.onChoose(Math.max(0, Math.min(points.length - 1, i)));

  const point = (e: PointerEvent) => {
    const share = (e.clientX - box.current!.getBoundingClientRect().left - left) / room;
    choose(Math.round(share * (points.length - 1)));
  };
  const key = (e: KeyboardEvent) => {
    const to = { ArrowLeft: p.chosen - 1, ArrowDown: p.chosen - 1, ArrowRight: p.chosen + 1, ArrowUp: p.chosen + 1, Home: 0, End: points.length - 1 }[e.key];
    if (to === undefined) return;
    e.preventDefault();
    choose(to);
  };

  return (
    <svg
      ref={box}
      class="curve"
      height={HEIGHT}
      role="slider"
      tabindex={0} // an SVG element knows it by no other case
      aria-label={p.name}
      aria-valuemin={0}
      aria-valuemax={points.length - 1}
      aria-valuenow={p.chosen}
      aria-valuetext={pointText(chosen)}
      onPointerMove={(e) => (e.pointerType === "mouse" || e.buttons > 0) && point(e)}
      onPointerDown={point}
      onKeyDown={key}
    >
      {up.ticks.map((tick) => (
        <g key={tick} class="tick">
          <line x1={left} x2={width - EDGE.right} y1={up.at(tick)} y2={up.at(tick)} />
          <text x={left - 8} y={up.at(tick)} dy="0.35em" text-anchor="end">
            {figure(tick)}
          </text>
        </g>
      ))}
      {turnsOf(points, width).map(({ at, round, named }) => (
        <g key={round} class="turn">
          <line x1={across(at)} x2={across(at)} y1={HEIGHT - EDGE.bottom} y2={HEIGHT - EDGE.bottom + (named ? 6 : 3)} />
          {named && (
            <text x={across(at)} y={HEIGHT - 8} text-anchor="middle">
              {round}
            </text>
          )}
        </g>
      ))}
      <line class="chosen" x1={across(p.chosen)} x2={across(p.chosen)} y1={EDGE.top} y2={HEIGHT - EDGE.bottom} />
      {points.slice(1).map((q, i) => (
        <line key={i} class={`way ${q.kind}${q.change < -0.005 && q.kind === "decision" ? " lost" : ""}`} x1={across(i)} y1={up.at(points[i]!.expected)} x2={across(i + 1)} y2={up.at(q.expected)} />
      ))}
      {points.map((q, i) => (
        <Shape key={i} point={q} x={across(i)} y={up.at(q.expected)} chosen={i === p.chosen} />
      ))}
    </svg>
  );
}

// Shape is the mark of a point: a disc for a roll, a diamond for a decision, filled where it gave something away, a square
// before a turn.
export function Shape(p: { point: Pick<Point, "kind" | "change">; x: number; y: number; chosen?: boolean }) {
  const big = p.chosen ? 1.7 : 1;
  const { kind, change } = p.point;
  const place = `translate(${p.x} ${p.y}) scale(${big})`;
  if (kind === "roll") return <circle class="mark roll" r="2.8" transform={place} />;
  if (kind === "start") return <rect class="mark start" x="-3" y="-3" width="6" height="6" transform={place} />;
  const lost = change < -0.005;
  const r = lost ? 4.8 : 2.8;
  return <path class={`mark decision${lost ? " lost" : ""}`} d={`M0 ${-r}L${r} 0L0 ${r}L${-r} 0Z`} transform={place} />;
}

// turnsOf are the places where turns begin, named as far as there is room.
function turnsOf(points: readonly Point[], width: number): { at: number; round: number; named: boolean }[] {
  const first = new Map<number, number>();
  points.forEach((q, i) => first.has(q.round) || first.set(q.round, i));
  const every = Math.max(1, Math.ceil((first.size * 26) / Math.max(1, width - 60)));
  return [...first].map(([round, at], i) => ({ round, at, named: i % every === 0 }));
}

function useWidth(of: { readonly current: SVGSVGElement | null }): number {
  const [width, setWidth] = useState(640);
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => setWidth(entry!.contentRect.width));
    watch.observe(of.current!);
    return () => watch.disconnect();
  }, []);
  return width;
}
