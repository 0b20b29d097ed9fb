import { client } from "../api/client";
import type { GameSummary, RulesetID } from "../api/types";

// Past is a page of finished games, newest first, and where the next one begins.
export interface Past {
  items: readonly GameSummary[];
  nextCursor?: string | undefined;
}

// past lists the games that one has finished, wherever they are kept: the only place of the page that knows where.
export async function past(ruleset: RulesetID | undefined, cursor?: string, limit = 30): Promise<Past> {
  const { data } = await client.GET("/v1/me/games", {
    params: { query: { status: "finished", limit, ...(ruleset && { ruleset }), ...(cursor && { cursor }) } },
  });
  return data!;
}
