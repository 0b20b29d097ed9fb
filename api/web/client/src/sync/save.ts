import type { Table } from "../table/table";

// saveLog gives a person the log of a game as a file, one event a line: what kast verify reads.
export async function saveLog(table: Table): Promise<void> {
  const lines = (await table.events()).map((e) => `${JSON.stringify(e)}\n`);
  const url = URL.createObjectURL(new Blob(lines, { type: "application/x-ndjson" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `kast-${table.id}.jsonl`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
