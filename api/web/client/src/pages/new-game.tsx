import { client, newId, repeated } from "../api/client";
import type { RulesetID } from "../api/types";
import { complain } from "../frame/toast";
import { label, t } from "../i18n";
import { go } from "../route";
import { rulesets } from "../rulesets";

// NewGamePage begins a game.
export function NewGamePage() {
  return (
    <>
      <h1>{t().newGame}</h1>
      {rulesets.value.map((r) => (
        <button key={r.id} type="button" class="button" onClick={() => void begin(r.id, r.minSeats)}>
          {label(r.name)}
        </button>
      ))}
    </>
  );
}

async function begin(ruleset: RulesetID, seats: number): Promise<void> {
  const id = newId();
  try {
    await repeated(() =>
      client.POST("/v1/games", {
        body: {
          id,
          ruleset,
          seats: [{ kind: "me" }, ...Array.from({ length: seats - 1 }, () => ({ kind: "bot", level: "casual" }) as const)],
        },
      }),
    );
    go({ page: "game", id });
  } catch (e) {
    complain(e);
  }
}
