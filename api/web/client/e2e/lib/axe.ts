import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Page } from "playwright-core";

const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

// flaws are what axe finds on a page that is serious or critical; in the dark of colours alone, for the rest is the same.
export async function flaws(page: Page, only?: "colours"): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(SOURCE);
  const found = await page.evaluate(async (rules) => {
    const { axe } = window as unknown as { axe: typeof import("axe-core") };
    const { violations } = await axe.run(document, {
      resultTypes: ["violations"],
      ...(rules !== undefined && { runOnly: { type: "rule" as const, values: rules } }),
    });
    return violations.map((v: axe.Result) => ({ id: v.id, impact: v.impact, where: v.nodes.map((n) => n.html.slice(0, 160)) }));
  }, only === undefined ? undefined : ["color-contrast"]);
  return found
    .filter((v) => v.impact === "serious" || v.impact === "critical")
    .map((v) => `${v.impact} ${v.id}: ${v.where.slice(0, 3).join("  ")}`);
}
