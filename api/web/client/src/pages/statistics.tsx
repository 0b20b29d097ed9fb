import { t } from "../i18n";
import { DiceFall } from "../statistics/dice-fall";
import { OwnStats } from "../statistics/own";
import { Records } from "../statistics/records";
import { OwnTotals } from "../statistics/totals-chart";
import "../finished/finished.css";
import "../finished/table.css";
import "../statistics/statistics.css";

// StatisticsPage is what finished games come to: one's own, the best of all, and how the dice fall.
export function StatisticsPage() {
  return (
    <div class="statistics">
      <h1>{t().statistics}</h1>
      <OwnStats />
      <OwnTotals />
      <Records />
      <DiceFall />
    </div>
  );
}
