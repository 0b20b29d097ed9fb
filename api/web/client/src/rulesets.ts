import { signal } from "@preact/signals";
import { client, repeated } from "./api/client";
import type { Box, Label, Ruleset, RulesetID } from "./api/types";
import { isRecord, read, write } from "./kept";

const KEY = "kast-rulesets";

// isRulesets tells whether these are rulesets as far as the page looks at them without asking.
function isRulesets(value: unknown): value is Ruleset[] {
  return (
    Array.isArray(value) &&
    value.every(
      (r) =>
        isRecord(r) &&
        typeof r["id"] === "string" &&
        isRecord(r["name"]) &&
        Array.isArray(r["options"]) &&
        typeof r["minSeats"] === "number" &&
        typeof r["maxSeats"] === "number" &&
        (isRecord(r["pot"]) || (isRecord(r["scorecard"]) && Array.isArray(r["scorecard"]["boxes"]))),
    )
  );
}

// rulesets are the games as the server lists them, boxes, options and names included; kept for when there is no network.
export const rulesets = signal<readonly Ruleset[]>(read(KEY, isRulesets) ?? []);

// loadRulesets reads them anew, once the page is up.
export async function loadRulesets(): Promise<void> {
  const { data } = await repeated(() => client.GET("/v1/rulesets"));
  if (!isRulesets(data?.items)) throw new Error("these are no rulesets");
  rulesets.value = data.items;
  write(KEY, data.items);
}

export function rulesetOf(id: RulesetID): Ruleset | undefined {
  return rulesets.value.find((r) => r.id === id);
}

// boxLabel is what a box is called in a ruleset, in both languages.
export function boxLabel(ruleset: RulesetID, box: Box): Label | undefined {
  return rulesetOf(ruleset)?.scorecard?.boxes.find((b) => b.id === box)?.label;
}
