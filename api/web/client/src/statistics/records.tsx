import { useState } from "preact/hooks";
import { client } from "../api/client";
import { accountId } from "../api/session";
import type { RulesetID } from "../api/types";
import { Loaded, useLoaded } from "../frame/loaded";
import { figure, t, when } from "../i18n";
import { href } from "../route";
import { rulesetOf } from "../rulesets";
import { RulesetChoice } from "./choice";

type Kind = "solo" | "table";

const MOST = 20;

// Records are the best totals of this server's accounts, with its own dice.
export function Records() {
  const words = t().past;
  const [ruleset, setRuleset] = useState<RulesetID>("penta");
  const [wanted, setKind] = useState<Kind>("solo");
  const alone = (rulesetOf(ruleset)?.minSeats ?? 1) === 1;
  const kind: Kind = alone ? wanted : "table";
  const records = useLoaded(async () => {
    const params = { path: { ruleset }, query: { kind, limit: MOST } };
    return (await client.GET("/v1/rulesets/{ruleset}/records", { params })).data!.items;
  }, [ruleset, kind]);
  return (
    <section>
      <div class="pastTitle">
        <h2>{words.records}</h2>
        <div class="choices">
          <RulesetChoice value={ruleset} onChange={setRuleset} />
          {alone && (
            <label>
              <span class="unseen">{words.filter}</span>
              <select value={kind} onChange={(e) => setKind(e.currentTarget.value as Kind)}>
                <option value="solo">{words.kindSolo}</option>
                <option value="table">{words.kindTable}</option>
              </select>
            </label>
          )}
        </div>
      </div>
      <Loaded of={records}>
        {(items) =>
          items.length === 0 ? (
            <p class="quiet">{words.noRecords}</p>
          ) : (
            <div class="pastTable" tabIndex={0} role="region" aria-label={words.records}>
              <table>
                <thead>
                  <tr>
                    <th scope="col">{words.rank}</th>
                    <th scope="col" class="words">
                      {words.name}
                    </th>
                    <th scope="col">{t().total}</th>
                    <th scope="col">{words.date}</th>
                  </tr>
                </thead>
                <tbody>
                  {items.map((r) => (
                    <tr key={r.accountId} aria-current={r.accountId === accountId.value ? "true" : undefined}>
                      <td>{r.rank}</td>
                      <th scope="row" class="words">
                        {r.name}
                      </th>
                      <td>
                        {r.gameId !== undefined ? <a href={href({ page: "replay", id: r.gameId })}>{figure(r.total)}</a> : figure(r.total)}
                      </td>
                      <td>{when(r.at)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </Loaded>
    </section>
  );
}
