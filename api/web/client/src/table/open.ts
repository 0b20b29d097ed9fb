import { openOnline } from "./online";
import type { Table } from "./table";

// openTable opens a game wherever it is kept.
export async function openTable(id: string): Promise<Table> {
  return openOnline(id);
}
