import { t } from "../i18n";
import type { Table } from "../table/table";

// LinkState says how the table hears of news.
export function LinkState(p: { table: Table }) {
  const link = p.table.link.value;
  const text = { live: t().linkLive, waiting: t().linkWaiting, local: t().linkLocal }[link];
  return (
    <span class="link-state" data-link={link}>
      {text}
    </span>
  );
}
