import { client } from "../api/client";
import { accountId } from "../api/session";
import type { Stats } from "../api/types";
import { Loaded, useLoaded } from "../frame/loaded";
import { signed } from "../finished/points";
import { figure, label, t } from "../i18n";
import { rulesetOf } from "../rulesets";

type RulesetStats = Stats["items"][number];

// OwnStats is what one's finished games come to, ruleset by ruleset (docs/statistics.md).
export function OwnStats() {
  const stats = useLoaded(async () => {
    if (accountId.value === undefined) return []; // nobody gets an account by looking
    return (await client.GET("/v1/me/stats")).data!.items;
  }, [accountId.value]);
  return (
    <section>
      <h2>{t().past.ownGames}</h2>
      <Loaded of={stats}>
        {(items) =>
          items.length === 0 ? (
            <p class="quiet">{t().past.noStats}</p>
          ) : (
            <div class="statCards">
              {items.map((s) => (
                <Card key={s.ruleset} of={s} />
              ))}
            </div>
          )
        }
      </Loaded>
    </section>
  );
}

function Card(p: { of: RulesetStats }) {
  const s = p.of;
  const words = t().past;
  const rows: [string, string | undefined][] = [
    [words.played, figure(s.played)],
    [words.playedSolo, s.playedSolo > 0 && s.playedTable > 0 ? figure(s.playedSolo) : undefined],
    [words.playedTable, s.playedSolo > 0 && s.playedTable > 0 ? figure(s.playedTable) : undefined],
    [words.won, s.playedTable > 0 ? figure(s.won) : undefined],
    [words.placements, s.playedTable > 0 ? placementsText(s.placements) : undefined],
    [words.bestSolo, s.bestSolo !== undefined ? figure(s.bestSolo) : undefined],
    [words.bestTable, s.bestTable !== undefined ? figure(s.bestTable) : undefined],
    [words.meanTotal, s.meanTotal !== undefined ? figure(s.meanTotal, 1) : undefined],
    [words.upperBonusRate, s.upperBonusRate !== undefined ? `${figure(100 * s.upperBonusRate)} %` : undefined],
    [words.furtherFives, s.furtherFives !== undefined ? figure(s.furtherFives) : undefined],
    [words.meanLoss, s.meanLoss !== undefined ? figure(s.meanLoss, 1) : undefined],
    [words.meanLuck, s.meanLuck !== undefined ? signed(s.meanLuck) : undefined],
  ];
  return (
    <article class="statCard">
      <h3>{label(rulesetOf(s.ruleset)?.name)}</h3>
      <dl>
        {rows
          .filter(([, value]) => value !== undefined)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {s.reviewed < s.completed && <p class="quiet">{words.reviewedOf(figure(s.reviewed), figure(s.completed))}</p>}
    </article>
  );
}

// placementsText tells how often one came first, second, and so on, as far as one ever came.
function placementsText(placements: readonly number[]): string {
  const last = placements.findLastIndex((n) => n > 0);
  return placements
    .slice(0, last + 1)
    .map((n) => figure(n))
    .join(" · ");
}
