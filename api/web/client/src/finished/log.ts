import { client } from "../api/client";
import type { Event, Game } from "../api/types";

const MOST = 500; // that one answer has

// logOf reads the whole log of a game, and the game.
export async function logOf(id: string): Promise<{ game: Game; events: readonly Event[] }> {
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
