import { computed, signal } from "@preact/signals";
import { client, pause, repeated } from "./api/client";
import { isProblem } from "./api/problem";
import { accountId } from "./api/session";
import { follow } from "./api/stream";
import type { GameSummary } from "./api/types";
import type { MyGame, Source } from "./mygames";

// The games that the server has of the account, by id, and whose they are.
const kept = signal<{ of: string; byId: ReadonlyMap<string, GameSummary> } | undefined>(undefined);

// failed is set while the list could not be read, though the server answered.
const failed = signal(false);

// A list that could not be read is read again after so many ms.
const LATER = 30_000;

const goesOn = (g: GameSummary) => g.status === "open" || g.status === "playing";

function asMine(game: GameSummary, me: string): MyGame {
  const onTurn = game.turn === undefined ? undefined : game.seats[game.turn.seat];
  const byHost = game.host === me && (onTurn?.kind === "guest" || (onTurn?.kind === "bot" && game.dice === "client"));
  return {
    game,
    myTurn: onTurn?.accountId === me || byHost,
    invited: game.status === "open" && game.seats.some((s) => s.reservedFor === me),
    onDevice: false,
  };
}

// online are the games at the server. Whoever has no account yet has none there, and gets none by looking.
export const online: Source = {
  games: computed(() => {
    const me = accountId.value;
    if (me === undefined) return [];
    if (kept.value?.of !== me) return undefined;
    return [...kept.value.byId.values()].map((g) => asMine(g, me));
  }),

  failed,

  follow(signal) {
    let following: AbortController | undefined;
    const stop = accountId.subscribe((me) => {
      following?.abort();
      failed.value = false;
      if (me === undefined || signal.aborted) return;
      following = new AbortController();
      void keepUp(me, following.signal);
    });
    signal.addEventListener("abort", () => {
      stop();
      following?.abort();
    });
  },
};

// keepUp reads the list once the stream has said from where it tells, so that nothing falls in between; after that each
// message is a reason to ask what has changed.
async function keepUp(me: string, ended: AbortSignal): Promise<void> {
  let cursor: string | undefined;
  let work = Promise.resolve();
  let due = false;
  const fail = (e: unknown) => {
    if (ended.aborted) return;
    console.error(e);
    failed.value = true;
  };
  const ask = () => {
    if (due) return;
    due = true;
    work = work
      .then(() => {
        due = false;
        return repeated(async () => {
          cursor = await changes(me, cursor, ended);
        }, ended, undefined, Infinity);
      })
      .catch(fail);
  };
  await follow({
    path: "/v1/me/stream",
    signal: ended,
    onMessage: (m) => {
      if (m.event === "ready" && cursor === undefined) {
        cursor = m.id;
        work = repeated(() => all(me, ended), ended, undefined, Infinity).catch(fail);
      } else {
        ask();
      }
    },
    onLink: () => undefined,
    onOver: (why) => {
      // A cursor from before the server's database was put back: begin anew.
      if (typeof why !== "string" && isProblem(why, "malformed") && cursor !== undefined) void keepUp(me, ended);
      else void anew(me, ended, fail);
    },
  });
}

// anew reads the list once, which gets another token or tells that the sign-in has ended, and follows it again later.
async function anew(me: string, ended: AbortSignal, fail: (e: unknown) => void): Promise<void> {
  await repeated(() => all(me, ended), ended, undefined, Infinity).catch(fail);
  await pause(LATER, ended);
  if (!ended.aborted) await keepUp(me, ended);
}

async function all(me: string, ended: AbortSignal): Promise<void> {
  const found: GameSummary[] = [];
  for (const status of ["playing", "open"] as const) {
    for (let cursor: string | undefined, first = true; first || cursor !== undefined; first = false) {
      const { data } = await client.GET("/v1/me/games", {
        params: { query: { status, limit: 200, ...(cursor !== undefined && { cursor }) } },
        signal: ended,
      });
      found.push(...data!.items);
      cursor = data!.nextCursor;
    }
  }
  kept.value = { of: me, byId: new Map(found.map((g) => [g.id, g])) };
  failed.value = false;
}

async function changes(me: string, from: string | undefined, ended: AbortSignal): Promise<string | undefined> {
  let cursor = from;
  for (;;) {
    const { data } = await client.GET("/v1/me/changes", {
      params: { query: { ...(cursor !== undefined && { cursor }) } },
      signal: ended,
    });
    const byId = new Map(kept.value?.of === me ? kept.value.byId : []);
    for (const g of data!.items) {
      if (goesOn(g)) byId.set(g.id, g);
      else byId.delete(g.id);
    }
    for (const id of data!.gone) byId.delete(id);
    kept.value = { of: me, byId };
    cursor = data!.nextCursor;
    if (!data!.more) return cursor;
  }
}
