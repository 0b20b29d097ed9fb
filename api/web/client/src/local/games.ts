import type { Event, Game, ProblemBody } from "../api/types";

// LocalGame is a game whose log is on this device, as lists need it; its log lies beside it.
export interface LocalGame {
  id: string;
  game: Game; // after the last event, as the engine gives it
  names: readonly string[]; // of accounts and guests, by the seat's number in created; "" for none
  changedAt: string;
  // sent is how many events the server has, as far as is known; 0: it does not know the game
  sent: number;
  account?: string; // whose game it is: of who was signed in when it was made, or of who sent it; absent: of who comes
  // released: it was a guest's to whom nothing leads back. The server may have it already, under that guest.
  released?: boolean;
  trouble?: Trouble;
}

// Trouble is why a log is not sent any more until somebody has chosen what is to become of it.
export type Trouble =
  // another device went on: what the server has from event seq on
  | { kind: "diverged"; seq: number; events: readonly Event[] }
  // the server does not take the log
  | { kind: "refused"; problem: ProblemBody };

// waits tells whether the server lacks events of a game.
export function waits(g: LocalGame): boolean {
  return g.sent < g.game.seq;
}

// owned is a game that becomes somebody's, where it was nobody's.
export function owned(g: LocalGame, by: string | undefined): LocalGame {
  return g.account === undefined && by !== undefined ? { ...g, account: by } : g;
}

// readable tells whether what a browser kept is a game. One that is none must not hide the others.
export function readable(kept: unknown): kept is LocalGame {
  const g = kept as Partial<LocalGame> | null | undefined;
  const game = g?.game as Partial<Game> | null | undefined;
  return typeof game?.seq === "number" && Array.isArray(game.seats) && Array.isArray(g!.names) && typeof g!.sent === "number";
}

// Games keeps logs on this device. Each change is whole or not at all, and is there for good once it is told.
export interface Games {
  all(): Promise<LocalGame[]>;
  get(id: string): Promise<LocalGame | undefined>;
  events(id: string): Promise<Event[]>;
  // add keeps a new game; false: it is there already.
  add(game: LocalGame, events: readonly Event[]): Promise<boolean>;
  // append takes events on after event seq; false: the game has gone on meanwhile, and nothing has changed. A game of nobody
  // becomes that of by.
  append(id: string, seq: number, events: readonly Event[], game: Game, by?: string): Promise<boolean>;
  // change changes what is beside the log, as it is then.
  change(id: string, how: (game: LocalGame) => LocalGame): Promise<void>;
  // replace puts another log in the place of one of seq events; false: the game has gone on meanwhile.
  replace(seq: number, game: LocalGame, events: readonly Event[]): Promise<boolean>;
  remove(id: string): Promise<void>;
  // note and noted keep small texts, such as a cursor.
  note(key: string, value: string | undefined): Promise<void>;
  noted(key: string): Promise<string | undefined>;
}
