import { effect } from "@preact/signals";
import { Unreachable } from "../api/problem";
import { accountId } from "../api/session";
import type { Game } from "../api/types";
import { games } from "../local/database";
import { openLocal } from "./local";
import { openOnline } from "./online";
import type { Table } from "./table";

// A game that the server has not told of for so long, in ms, is opened as it is.
const PATIENCE = 3000;

// openTable opens a game wherever it is kept: on this device first. A game at the server that this device could play on
// alone is taken along, so that it goes on when the network does not.
export async function openTable(id: string): Promise<Table> {
  const local = await openLocal(id).catch(noDatabase);
  if (local !== undefined) return local;
  const online = openOnline(id);
  const game = await told(online);
  if (game === undefined || !alone(game)) return online;
  try {
    const events = await online.events();
    const state = await online.at(events.length);
    const sent = events.length;
    await games.add(
      { id, game: state, names: namesIn(game), changedAt: game.serverTime, sent, account: accountId.value! },
      events,
    );
    const taken = await openLocal(id);
    if (taken === undefined) return online;
    online.close();
    return taken;
  } catch (e) {
    if (!(e instanceof Unreachable)) noDatabase(e);
    return online;
  }
}

// noDatabase is a browser that keeps nothing, as some do in private windows.
function noDatabase(e: unknown): undefined {
  console.warn(e);
}

// told is the game once the server has told of it; undefined when it does not, or not soon.
function told(table: Table): Promise<Game | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, PATIENCE, undefined);
    const stop = effect(() => {
      if (table.game.value === undefined && table.gone.value === undefined) return;
      clearTimeout(timer);
      resolve(table.game.value);
      queueMicrotask(() => stop());
    });
  });
}

// alone tells whether a game that goes on is one in which nobody else has a say: its dice are the client's, and all its
// seats are moved by this account.
function alone(game: Game): boolean {
  return (
    game.status === "playing" &&
    game.dice === "client" &&
    game.host === accountId.value &&
    game.seats.every((s) => s.kind === "guest" || s.kind === "bot" || s.accountId === accountId.value)
  );
}

// namesIn are the names of a game by the seats' numbers in its log's first event. No seat has moved since where none was
// open, and none was where one account holds all.
function namesIn(game: Game): string[] {
  return game.seats.map((s) => s.name ?? "");
}
