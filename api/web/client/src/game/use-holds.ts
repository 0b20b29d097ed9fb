import { useMemo } from "preact/hooks";
import { complain } from "../frame/toast";
import type { Table } from "../table/table";
import { createHolds, type Holds } from "./holds";

// useHolds are the holds of a table for as long as it is shown.
export function useHolds(table: Table): Holds {
  return useMemo(() => createHolds(table, complain), [table]);
}
