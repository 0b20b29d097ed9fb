import { client } from "../api/client";
import { Unreachable } from "../api/problem";
import { accountId, token } from "../api/session";
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
  // upload sends a whole log (docs/sync.md) as an account, undefined for nobody yet, and gives the game that the server has
  // then. Unreachable: another account is signed in by now, and nothing was sent.
  upload(id: string, events: readonly Event[], names: readonly string[], as: string | undefined): Promise<Pick<Game, "seq" | "host">>;
  changes(cursor: string | undefined): Promise<Changes>;
  // events are those of a game after seq.
  events(id: string, seq: number): Promise<Event[]>;
}

// An answer that takes longer, in ms, is none: the log is sent again.
const PATIENCE = 30_000;

// still sees to it that a call goes out as an account: a token may have to be renewed first, and meanwhile one can sign out.
async function still(as: string): Promise<void> {
  if (accountId.value === as) await token();
  if (accountId.value !== as) throw new Unreachable("another account");
}

export const server: Server = {
  async upload(id, events, names, as) {
    if (as !== undefined) await still(as);
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
