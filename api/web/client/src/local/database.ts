import { openDB, type DBSchema, type IDBPDatabase, type IDBPTransaction } from "idb";
import { signal } from "@preact/signals";
import type { Event } from "../api/types";
import { owned, readable, type Games, type LocalGame } from "./games";

interface Schema extends DBSchema {
  games: { key: string; value: LocalGame };
  logs: { key: string; value: { id: string; events: readonly Event[] } };
  notes: { key: string; value: string };
}

type Names = ("games" | "logs")[];

let opened: Promise<IDBPDatabase<Schema>> | undefined;

function database(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>("kast", 1, {
    upgrade(db) {
      db.createObjectStore("games", { keyPath: "id" });
      db.createObjectStore("logs", { keyPath: "id" });
      db.createObjectStore("notes");
    },
    // A newer page in another tab wants to change the database: let it, and open it anew when it is needed.
    blocking: (_now, _wanted, event) => {
      (event.target as IDBDatabase).close();
      opened = undefined;
    },
    terminated: () => (opened = undefined),
  }).catch((e: unknown) => {
    opened = undefined;
    throw e;
  });
  return opened;
}

// changed tells of games that were changed, in this tab or another, by id; each time anew.
export const changed = signal<{ id: string; here: boolean } | undefined>(undefined);

const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("kast-games") : undefined;
if (channel !== undefined) {
  channel.onmessage = (e: MessageEvent<string>) => (changed.value = { id: e.data, here: false });
}

function tell(id: string): void {
  changed.value = { id, here: true };
  channel?.postMessage(id);
}

// written carries a change of games out. What it wrote is on the disk before it says so, as far as the browser keeps its word.
async function written<T>(
  id: string,
  work: (tx: IDBPTransaction<Schema, Names, "readwrite">) => Promise<T | undefined>,
): Promise<T | undefined> {
  const db = await database();
  const tx = db.transaction(["games", "logs"] as Names, "readwrite", { durability: "strict" });
  const [done] = await Promise.all([work(tx), tx.done]);
  if (done !== undefined) tell(id);
  return done;
}

// sound leaves out what cannot be read, and says so once.
let told = false;
function sound(game: LocalGame): boolean {
  const fine = readable(game);
  if (!fine && !told) {
    told = true;
    console.error("a game on this device cannot be read, and is left out", game);
  }
  return fine;
}

// games are those that this browser keeps, in IndexedDB.
export const games: Games = {
  async all() {
    const all = await (await database()).getAll("games");
    return all.filter(sound);
  },
  async get(id) {
    const game = await (await database()).get("games", id);
    return game !== undefined && sound(game) ? game : undefined;
  },
  async events(id) {
    return [...((await (await database()).get("logs", id))?.events ?? [])];
  },

  async add(game, events) {
    const done = await written(game.id, async (tx) => {
      if ((await tx.objectStore("games").getKey(game.id)) !== undefined) return undefined;
      await tx.objectStore("games").add(game);
      await tx.objectStore("logs").put({ id: game.id, events });
      return true;
    });
    return done === true;
  },

  async append(id, seq, events, game, by) {
    const done = await written(id, async (tx) => {
      const now = await tx.objectStore("games").get(id);
      const log = await tx.objectStore("logs").get(id);
      if (now === undefined || log === undefined || !sound(now) || now.game.seq !== seq) return undefined;
      await tx.objectStore("games").put({ ...owned(now, by), game, changedAt: new Date().toISOString() });
      await tx.objectStore("logs").put({ id, events: [...log.events, ...events] });
      return true;
    });
    return done === true;
  },

  async change(id, how) {
    await written(id, async (tx) => {
      const now = await tx.objectStore("games").get(id);
      if (now === undefined || !sound(now)) return undefined;
      await tx.objectStore("games").put(how(now));
      return true;
    });
  },

  async replace(seq, game, events) {
    const done = await written(game.id, async (tx) => {
      const now = await tx.objectStore("games").get(game.id);
      if (now?.game?.seq !== seq) return undefined;
      await tx.objectStore("games").put(game);
      await tx.objectStore("logs").put({ id: game.id, events });
      return true;
    });
    return done === true;
  },

  async remove(id) {
    await written(id, async (tx) => {
      await tx.objectStore("games").delete(id);
      await tx.objectStore("logs").delete(id);
      return true;
    });
  },

  async note(key, value) {
    const db = await database();
    if (value === undefined) await db.delete("notes", key);
    else await db.put("notes", value, key);
  },
  async noted(key) {
    return (await database()).get("notes", key);
  },
};
