import { client } from "../api/client";
import type { Event, Game } from "../api/types";
import { openLocal } from "../table/local";
import type { Table } from "../table/table";

const MOST = 500; // that one answer has

// logOf reads the whole log of a game, and the game, from this device or the server.
export async function logOf(id: string): Promise<{ game: Game; events: readonly Event[] }> {
  const kept = await withLocal(id, async (table) => ({ game: table.game.value!, events: await table.events() }));
  if (kept !== undefined) return kept;
  const path = { id };
  const game = (await client.GET("/v1/games/{id}", { params: { path } })).data!;
  const events: Event[] = [];
  for (;;) {
    const query = { after: events.at(-1)?.seq ?? 0, limit: MOST };
    const { data } = await client.GET("/v1/games/{id}/events", { params: { path, query } });
    events.push(...data!.items);
    if (data!.items.length < MOST) return { game, events };
  }
}

// withLocal does something with a game that this device keeps; undefined where it keeps none of that id.
export async function withLocal<T>(id: string, what: (table: Table) => Promise<T>): Promise<T | undefined> {
  const table = await openLocal(id).catch(() => undefined); // a browser may keep nothing, as in private windows
  if (table === undefined) return undefined;
  try {
    return await what(table);
  } finally {
    table.close();
  }
}
