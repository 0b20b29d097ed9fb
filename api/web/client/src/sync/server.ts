import { client } from "../api/client";
import type { Event, Game, GameSummary } from "../api/types";

// Changes are what changed in one's games since a cursor.
export interface Changes {
  items: readonly Pick<GameSummary, "id" | "seq">[];
  gone: readonly string[];
  nextCursor: string;
  more: boolean;
}

// Server is what is asked of the server. It throws Problem for a refusal and Unreachable for no answer.
export interface Server {
  // upload sends a whole log (docs/sync.md), and gives the game that the server has then.
  upload(id: string, events: readonly Event[], names: readonly string[]): Promise<Pick<Game, "seq">>;
  changes(cursor: string | undefined): Promise<Changes>;
  // events are those of a game after seq.
  events(id: string, seq: number): Promise<Event[]>;
}

// An answer that takes longer, in ms, is none: the log is sent again.
const PATIENCE = 30_000;

export const server: Server = {
  async upload(id, events, names) {
    const { data } = await client.PUT("/v1/games/{id}/log", {
      params: { path: { id } },
      body: { events: [...events], names: [...names] },
      signal: AbortSignal.timeout(PATIENCE),
    });
    return data!.game;
  },

  async changes(cursor) {
    const { data } = await client.GET("/v1/me/changes", {
      params: { query: { ...(cursor !== undefined && { cursor }) } },
      signal: AbortSignal.timeout(PATIENCE),
    });
    return data!;
  },

  async events(id, seq) {
    const all: Event[] = [];
    for (;;) {
      const { data } = await client.GET("/v1/games/{id}/events", {
        params: { path: { id }, query: { after: all.at(-1)?.seq ?? seq, limit: 500 } },
        signal: AbortSignal.timeout(PATIENCE),
      });
      all.push(...data!.items);
      if (data!.items.length < 500) return all;
    }
  },
};
