import { client } from "../api/client";
import { Unreachable } from "../api/problem";
import { accountId } from "../api/session";
import type { GameSummary, RulesetID } from "../api/types";
import { games } from "../local/database";
import { waits } from "../local/games";
import { mine, shown } from "../table/local";

// PastGame is a finished game as lists show it, wherever it is kept.
export type PastGame = Pick<GameSummary, "id" | "ruleset" | "dice" | "seats" | "finishedAt" | "updatedAt"> & {
  onDevice: boolean; // on this device, and not yet at the server
};

// Past is a page of finished games, newest first, and where the next one begins.
export interface Past {
  items: readonly PastGame[];
  nextCursor?: string | undefined;
}

// past lists the games that one has finished: those at the server page by page, and on the first page those that are on this
// device alone. Without a server these are all there is.
export async function past(ruleset: RulesetID | undefined, cursor?: string, limit = 30): Promise<Past> {
  if (cursor !== undefined) return online(ruleset, cursor, limit);
  const local = await onDevice(ruleset).catch(() => []);
  if (accountId.value === undefined) return { items: local }; // nobody gets an account by looking
  try {
    const first = await online(ruleset, undefined, limit);
    const known = new Set(first.items.map((g) => g.id));
    const items = [...local.filter((g) => g.onDevice && !known.has(g.id)), ...first.items];
    return { ...first, items: items.sort((a, b) => ended(b).localeCompare(ended(a))) };
  } catch (e) {
    if (e instanceof Unreachable && local.length > 0) return { items: local };
    throw e;
  }
}

function ended(g: PastGame): string {
  return g.finishedAt ?? g.updatedAt;
}

async function online(ruleset: RulesetID | undefined, cursor: string | undefined, limit: number): Promise<Past> {
  const { data } = await client.GET("/v1/me/games", {
    params: { query: { status: "finished", limit, ...(ruleset && { ruleset }), ...(cursor && { cursor }) } },
  });
  return { items: data!.items.map((g) => ({ ...g, onDevice: false })), nextCursor: data!.nextCursor };
}

async function onDevice(ruleset: RulesetID | undefined): Promise<PastGame[]> {
  return (await games.all())
    .filter((g) => mine(g) && g.game.status === "finished" && (ruleset === undefined || g.game.ruleset === ruleset))
    .map((g) => ({ ...shown(g.game, g.names), updatedAt: g.changedAt, onDevice: waits(g) }))
    .sort((a, b) => ended(b).localeCompare(ended(a)));
}
