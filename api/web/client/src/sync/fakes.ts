// What tests have in the place of IndexedDB and of a server.
import { Problem, Unreachable } from "../api/problem";
import type { Event, ProblemBody } from "../api/types";
import { owned, type Games, type LocalGame } from "../local/games";
import type { Changes, Server } from "./server";

// memory keeps games as IndexedDB does.
export function memory(): Games & { byId: Map<string, { game: LocalGame; events: Event[] }> } {
  const byId = new Map<string, { game: LocalGame; events: Event[] }>();
  const notes = new Map<string, string>();
  return {
    byId,
    all: async () => [...byId.values()].map((k) => k.game),
    get: async (id) => byId.get(id)?.game,
    events: async (id) => [...(byId.get(id)?.events ?? [])],
    async add(game, events) {
      if (byId.has(game.id)) return false;
      byId.set(game.id, { game, events: [...events] });
      return true;
    },
    async append(id, seq, events, game, by) {
      const now = byId.get(id);
      if (now?.game.game.seq !== seq) return false;
      byId.set(id, { game: { ...owned(now.game, by), game }, events: [...now.events, ...events] });
      return true;
    },
    async change(id, how) {
      const now = byId.get(id);
      if (now !== undefined) byId.set(id, { ...now, game: how(now.game) });
    },
    async replace(seq, game, events) {
      if (byId.get(game.id)?.game.game.seq !== seq) return false;
      byId.set(game.id, { game, events: [...events] });
      return true;
    },
    remove: async (id) => void byId.delete(id),
    note: async (key, value) => void (value === undefined ? notes.delete(key) : notes.set(key, value)),
    noted: async (key) => notes.get(key),
  };
}

export function refusal(body: Partial<ProblemBody> & Pick<ProblemBody, "code" | "status">): Problem {
  return new Problem({ type: "about:blank", title: "", detail: "", ...body });
}

export interface FakeServer extends Server {
  logs: Map<string, Event[]>;
  order: string[]; // of the last changes
  calls: number;
  // lose says of the next calls whether they get lost on the way there ("before"), or their answers do ("after").
  lose: ("before" | "after" | undefined)[];
  // put is another device's upload.
  put(id: string, events: Event[]): void;
}

// fake is a server that keeps logs by docs/sync.md.
export function fake(): FakeServer {
  const s = {
    logs: new Map<string, Event[]>(),
    order: [] as string[],
    lose: [] as ("before" | "after" | undefined)[],
    calls: 0,
    async answered<T>(work: () => T): Promise<T> {
      s.calls++;
      const lost = s.lose.shift();
      if (lost === "before") throw new Unreachable("lost");
      const answer = work();
      if (lost === "after") throw new Unreachable("lost");
      return answer;
    },
    upload: (id: string, events: readonly Event[], _names: readonly string[], as: string | undefined) =>
      s.answered(() => {
        const has = s.logs.get(id) ?? [];
        const common = has.findIndex((e, i) => events[i] !== undefined && events[i].id !== e.id);
        if (common >= 0) throw refusal({ code: "logDiverged", status: 409, seq: common + 1, events: has.slice(common) });
        if (events.length > has.length) s.put(id, events.map((e) => ({ ...e, hash: `hash of ${e.id}` })));
        return { seq: s.logs.get(id)!.length, host: as ?? "guest" };
      }),
    put(id: string, events: Event[]) {
      s.logs.set(id, events);
      s.order = [...s.order.filter((o) => o !== id), id];
    },
    changes: (cursor: string | undefined): Promise<Changes> =>
      s.answered(() => {
        const from = cursor === undefined ? 0 : Number(cursor);
        if (from > s.order.length + 100) throw refusal({ code: "malformed", status: 400 });
        return { items: s.order.map((id) => ({ id, seq: s.logs.get(id)!.length })), gone: [], nextCursor: "0", more: false };
      }),
    events: (id: string, seq: number) => s.answered(() => s.logs.get(id)!.slice(seq)),
  };
  return s;
}
