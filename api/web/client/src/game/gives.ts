import type { Box, RulesetID } from "../api/types";
import { label, t } from "../i18n";
import { boxLabel } from "../rulesets";

// gives says in words what a box gives, or has given: "Full house: 25 points".
export function gives(
  ruleset: RulesetID,
  e: { box?: Box | undefined; points?: number | undefined; bonus?: number | undefined; joker?: boolean | undefined },
): string {
  const name = e.box === undefined ? "" : label(boxLabel(ruleset, e.box));
  return t().boxGives(name, e.points ?? 0, e.bonus ?? 0, e.joker ?? false);
}
