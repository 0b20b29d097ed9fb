import { signal } from "@preact/signals";
import { client, repeated } from "./api/client";
import type { Box, Label, Ruleset, RulesetID } from "./api/types";

const KEY = "kast-rulesets";

function kept(): readonly Ruleset[] {
  const text = localStorage.getItem(KEY);
  return text === null ? [] : (JSON.parse(text) as Ruleset[]);
}

// rulesets are the games as the server lists them, boxes, options and names included; kept for when there is no network.
export const rulesets = signal<readonly Ruleset[]>(kept());

// loadRulesets reads them anew, once the page is up.
export async function loadRulesets(): Promise<void> {
  const { data } = await repeated(() => client.GET("/v1/rulesets"));
  rulesets.value = data!.items;
  localStorage.setItem(KEY, JSON.stringify(data!.items));
}

export function rulesetOf(id: RulesetID): Ruleset | undefined {
  return rulesets.value.find((r) => r.id === id);
}

// boxLabel is what a box is called in a ruleset, in both languages.
export function boxLabel(ruleset: RulesetID, box: Box): Label | undefined {
  return rulesetOf(ruleset)?.scorecard?.boxes.find((b) => b.id === box)?.label;
}
