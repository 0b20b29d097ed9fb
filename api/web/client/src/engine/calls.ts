import type { Advice, Box, Event, Game, NewOptions, NewSeat, Review, RulesetID } from "../api/types";
import { problemFrom, type Refused } from "./refusal";

// The engine's calls (docs/engine.md), typed. Whatever runs it carries them: a worker in the page, Node in tests.

export interface MoveOf {
  do: "roll" | "hold" | "enter" | "bank" | "resign";
  dice?: readonly number[];
  held?: readonly number[];
  box?: Box;
  seat?: number;
  by?: Event["by"];
}

export interface Played {
  events: Event[]; // the new ones
  game: Game;
}

export interface Calls {
  create: {
    params: {
      id: string;
      ruleset: RulesetID;
      seats: readonly NewSeat[];
      options?: NewOptions;
      names?: readonly string[];
      at: string;
      ids: readonly string[];
    };
    answer: Played;
  };
  move: {
    params: {
      events: readonly Event[];
      move: MoveOf;
      at: string;
      ids: readonly string[];
      names?: readonly string[];
    };
    answer: Played;
  };
  fold: {
    params: { events: readonly Event[]; seq?: number; names?: readonly string[] };
    answer: { game: Game };
  };
  verify: {
    params: { events: readonly Event[]; serverSeed?: string; names?: readonly string[] };
    answer: { game: Game };
  };
  bot: { params: { events: readonly Event[] }; answer: { move: MoveOf } };
  clock: { params: { events: readonly Event[] }; answer: { move: MoveOf } };
  solve: { params: { ruleset: RulesetID }; answer: { ruleset: RulesetID; expectedTotal?: number } };
  advice: { params: { events: readonly Event[] }; answer: Advice };
  review: { params: { events: readonly Event[] }; answer: Review };
}

export type Progress = (done: number, all: number) => void;

// Carry takes a call to a running engine, JSON both ways.
export type Carry = (method: string, params: string, onProgress?: Progress) => Promise<string>;

// Engine is one running engine. It throws Problem where it refuses.
export type Engine = <M extends keyof Calls>(
  method: M,
  params: Calls[M]["params"],
  onProgress?: Progress,
) => Promise<Calls[M]["answer"]>;

// engineOver gives typed calls to what carries them.
export function engineOver(carry: Carry): Engine {
  return async (method, params, onProgress) => {
    const answer = JSON.parse(await carry(method, JSON.stringify(params), onProgress)) as Refused | object;
    if ("problem" in answer) throw problemFrom(answer.problem);
    return answer as never;
  };
}
