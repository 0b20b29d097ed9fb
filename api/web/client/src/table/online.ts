import { signal } from "@preact/signals";
import { client, newId, repeated } from "../api/client";
import { Problem, Unreachable } from "../api/problem";
import { accountId } from "../api/session";
import { follow } from "../api/stream";
import type { Box, Event, Game } from "../api/types";
import { drawDice } from "./draw";
import type { Link, Table } from "./table";

// A page out of sight has no stream; so often, in ms, it looks at the game, since its title says whose turn it is.
const GLANCE = 60_000;

// openOnline opens a game that the server keeps, and follows it until it is closed.
export function openOnline(id: string): Table {
  const game = signal<Game | undefined>(undefined);
  const link = signal<Link>("waiting");
  const news = signal<readonly Event[]>([]);
  const gone = signal<Error | undefined>(undefined);
  const busy = signal(false);
  const closing = new AbortController();
  const path = { id };
  let told = 0; // seq of the last event that news had
  let streaming = false;

  // take shows a state unless a later one is there already: answers may overtake each other.
  function take(state: Game): void {
    const now = game.value;
    if (now === undefined || state.seq > now.seq || (state.seq === now.seq && state.serverTime >= now.serverTime)) {
      game.value = state;
    }
  }

  function tell(events: readonly Event[]): void {
    const fresh = events.filter((e) => e.seq > told);
    if (fresh.length === 0) return;
    told = fresh.at(-1)!.seq;
    news.value = fresh;
  }

  async function read(): Promise<Game> {
    const { data } = await client.GET("/v1/games/{id}", { params: { path }, signal: closing.signal });
    take(data!);
    return data!;
  }

  // One reading at a time; news that come meanwhile cause one more.
  let reading: Promise<void> | undefined;
  let again = false;
  function refresh(): void {
    if (reading !== undefined) {
      again = true;
      return;
    }
    reading = repeated(read, closing.signal, undefined, Infinity)
      .then(() => undefined, over)
      .finally(() => {
        reading = undefined;
        if (again) {
          again = false;
          refresh();
        }
      });
  }

  function over(e: unknown): void {
    if (!closing.signal.aborted) gone.value = e instanceof Error ? e : new Error(String(e));
  }

  async function begin(): Promise<void> {
    const first = await repeated(read, closing.signal, () => (link.value = "waiting"), Infinity);
    told = Math.max(told, first.seq);
    link.value = "live"; // the server is there, and the stream follows at once, or when the page is seen
    const looking = setInterval(() => {
      if (document.visibilityState === "hidden") refresh();
    }, GLANCE);
    closing.signal.addEventListener("abort", () => clearInterval(looking));
    await follow({
      path: `/v1/games/${id}/stream?after=${first.seq}`,
      signal: closing.signal,
      onMessage: (m) => {
        const event = JSON.parse(m.data) as Event;
        tell([event]);
        if (event.seq > (game.value?.seq ?? 0)) refresh();
      },
      onLink: (alive) => {
        if (alive) refresh(); // what is beside the log may have changed
        streaming = alive;
        link.value = alive ? "live" : "waiting";
      },
      onOver: (why) => {
        clearInterval(looking);
        if (why === "gameOver") refresh();
        else over(typeof why === "string" ? new Error(why) : why);
      },
    });
  }
  begin().catch(over);

  // moved makes one call that changes the game. It is one at a time, since each depends on the one before.
  async function moved(call: (id: string) => Promise<{ data?: { events: Event[]; game: Game } }>): Promise<void> {
    const move = newId();
    busy.value = true;
    try {
      const { data } = await repeated(
        () => call(move),
        closing.signal,
        () => (link.value = "waiting"),
      );
      if (streaming) link.value = "live"; // a move may have waited while the stream held
      take(data!.game);
      tell(data!.events);
    } catch (e) {
      // The game has gone on without this device knowing: show what it is like now.
      if (e instanceof Problem) refresh();
      throw e;
    } finally {
      busy.value = false;
    }
  }

  return {
    id,
    game,
    link,
    news,
    gone,
    busy,

    moves(seat) {
      const now = game.value;
      const chair = now?.seats[seat];
      if (now === undefined || chair === undefined || accountId.value === undefined) return false;
      if (chair.kind === "account") return chair.accountId === accountId.value;
      if (now.host !== accountId.value) return false;
      return chair.kind === "guest" || (chair.kind === "bot" && now.dice === "client");
    },

    roll(held, dice) {
      const now = game.value;
      const drawn = dice ?? (now?.dice === "client" ? drawDice(now, held ?? now.turn?.held ?? []) : undefined);
      return moved((id) =>
        client.POST("/v1/games/{id}/rolls", {
          params: { path },
          body: { id, ...(held && { held: [...held] }), ...(drawn && { dice: [...drawn] }) },
        }),
      );
    },
    hold: (held) =>
      moved((id) => client.POST("/v1/games/{id}/holds", { params: { path }, body: { id, held: [...held] } })),
    enter: (box: Box) => moved((id) => client.POST("/v1/games/{id}/entries", { params: { path }, body: { id, box } })),
    bank: (held) =>
      moved((id) =>
        client.POST("/v1/games/{id}/banks", { params: { path }, body: { id, ...(held && { held: [...held] }) } }),
      ),
    resign: (seat) =>
      moved((id) =>
        client.POST("/v1/games/{id}/resignations", {
          params: { path },
          body: { id, ...(seat !== undefined && { seat }) },
        }),
      ),

    async advice() {
      const { data } = await client.GET("/v1/games/{id}/advice", { params: { path } });
      return data!;
    },
    async review() {
      const { data } = await client.GET("/v1/games/{id}/review", { params: { path } });
      return data!;
    },
    async events() {
      const all: Event[] = [];
      for (;;) {
        const { data } = await client.GET("/v1/games/{id}/events", {
          params: { path, query: { after: all.at(-1)?.seq ?? 0, limit: 500 } },
        });
        all.push(...data!.items);
        if (data!.items.length < 500) return all;
      }
    },
    async at(seq) {
      const { data } = await client.GET("/v1/games/{id}", { params: { path, query: { seq } } });
      return data!;
    },

    close: () => closing.abort(new Unreachable("closed")),
  };
}
