import { client, repeated } from "../api/client";
import type { Label, RulesetID } from "../api/types";
import { isRecord, read, write } from "../kept";
import { rulesets } from "../rulesets";

const key = (ruleset: RulesetID) => `kast-rules-${ruleset}`;

// keptRules are the rules of a game as this browser had them last, for when there is no network.
export function keptRules(ruleset: RulesetID): Label | undefined {
  return read(key(ruleset), isLabel);
}

function isLabel(value: unknown): value is Label {
  return isRecord(value) && typeof value["sv"] === "string" && typeof value["en"] === "string";
}

// loadRules reads the rules of a game from the server, and keeps them.
export async function loadRules(ruleset: RulesetID): Promise<Label> {
  const { data } = await client.GET("/v1/rulesets/{ruleset}", { params: { path: { ruleset } } });
  const rules = data!.rules!;
  write(key(ruleset), rules);
  return rules;
}

// keepAllRules keeps the rules of all games, for those who look for them where there is no network. While there is none
// already, it waits; whoever asks meanwhile waits with it.
export function keepAllRules(): Promise<void> {
  keeping ??= keepEach().finally(() => (keeping = undefined));
  return keeping;
}

let keeping: Promise<void> | undefined;

async function keepEach(): Promise<void> {
  for (const r of rulesets.value) if (keptRules(r.id) === undefined) await repeated(() => loadRules(r.id));
}
