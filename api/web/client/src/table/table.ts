import type { ReadonlySignal } from "@preact/signals";
import type { Advice, Box, Event, Game, Review } from "../api/types";

// Link says how a table hears of news: from the server, not at the moment, or not at all since it is played here.
export type Link = "live" | "waiting" | "local";

// Table is one game that the page shows and plays, wherever it is kept. Its state is never the page's own: it is what the
// server answered last, or what the engine makes of the log.
export interface Table {
  readonly id: string;
  readonly game: ReadonlySignal<Game | undefined>;
  readonly link: ReadonlySignal<Link>;
  // news are the events that came last, in order; for the sound of dice, animations, and what a screen reader says.
  readonly news: ReadonlySignal<readonly Event[]>;
  // gone is set when the game cannot be shown any more, with why.
  readonly gone: ReadonlySignal<Error | undefined>;
  // busy while a move is on its way.
  readonly busy: ReadonlySignal<boolean>;

  // moves tells whether this device moves that seat: its account's own, or as host a guest's.
  moves(seat: number): boolean;

  // Moves, as the API has them. They throw Problem where they are refused; where there is no answer they are sent again
  // until there is one, under the same id.
  roll(held?: readonly number[], dice?: readonly number[]): Promise<void>;
  hold(held: readonly number[]): Promise<void>;
  enter(box: Box): Promise<void>;
  bank(held?: readonly number[]): Promise<void>;
  resign(seat?: number): Promise<void>;

  advice(): Promise<Advice>;
  review(): Promise<Review>;
  // events is the whole log, in order.
  events(): Promise<Event[]>;
  // at is the game as it was after event seq.
  at(seq: number): Promise<Game>;

  // close ends what the table does in the background.
  close(): void;
}
