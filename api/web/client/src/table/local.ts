import { effect, signal, type ReadonlySignal } from "@preact/signals";
import { client, newId } from "../api/client";
import { Problem, Unreachable } from "../api/problem";
import { account, accountId } from "../api/session";
import type { Advice, Event, Game, NewGame, Seat } from "../api/types";
import { adviserFor, bestPlay, engineFor } from "../engine/best-play";
import { player } from "../engine/engine";
import type { MoveOf } from "../engine/calls";
import { problemFrom } from "../engine/refusal";
import { t } from "../i18n";
import { changed, games } from "../local/database";
import { waits, type LocalGame } from "../local/games";
import { keepEngine, keepGames } from "../local/keep";
import { followBots } from "./bots";
import { clean } from "./clean";
import { drawDice } from "./draw";
import type { Link, Table } from "./table";

// LocalTable is a game on this device, with what is known of its way to the server.
export interface LocalTable extends Table {
  readonly kept: ReadonlySignal<LocalGame>;
}

export function isLocal(table: Table): table is LocalTable {
  return "kept" in table;
}

const now = () => new Date().toISOString();
// A move causes three events at most (docs/engine.md).
const ids = () => [newId(), newId(), newId()];

// createLocal makes a game that is kept on this device, whose dice this device throws, and gives its id. Problem: the game
// does not allow these seats or options. Unreachable: the engine is not on this device.
export async function createLocal(newGame: NewGame): Promise<string> {
  const id = newGame.id ?? newId();
  const names = newGame.seats.map((s) =>
    s.kind === "me" ? (account.value?.name ?? "") : s.kind === "guest" ? clean(s.name ?? "") : "",
  );
  const { advice, ownPot } = newGame.options ?? {}; // there are no clocks without a server
  const { events, game } = await player("create", {
    id,
    ruleset: newGame.ruleset,
    seats: newGame.seats.map((s, i) => (s.kind === "guest" ? { ...s, name: names[i]! } : s)),
    options: { ...(advice !== undefined && { advice }), ...(ownPot !== undefined && { ownPot }) },
    names,
    at: now(),
    ids: ids(),
  });
  // It is theirs from the start who are signed in; who comes after them does not get it.
  const by = accountId.value;
  await games.add({ id, game, names, changedAt: now(), sent: 0, ...(by !== undefined && { account: by }) }, events);
  keepEngine();
  keepGames();
  return id;
}

// openLocal opens a game that this device keeps; undefined where it keeps none of that id, or it is another account's.
export async function openLocal(id: string): Promise<Table | undefined> {
  const kept = await games.get(id);
  if (kept === undefined || !mine(kept)) return undefined;
  return localTable(kept, await games.events(id));
}

// mine tells whether a game on this device is that of who is signed in here.
export function mine(g: LocalGame): boolean {
  return g.account === undefined || g.account === accountId.value;
}

function localTable(found: LocalGame, log: Event[]): LocalTable {
  const { id, names } = found;
  const { ruleset } = found.game;
  const kept = signal(found);
  let events = log;
  const game = signal<Game | undefined>(shown(found.game, names));
  const link = signal<Link>("local");
  const news = signal<readonly Event[]>([]);
  const gone = signal<Error | undefined>(undefined);
  const busy = signal(false);
  const closing = new AbortController();

  // show tells what the log has led to. Nothing is shown that is not kept.
  function show(after: Game, fresh: readonly Event[]): void {
    game.value = shown(after, names);
    if (fresh.length > 0) news.value = fresh;
  }

  // One at a time: moves, and reading what another tab or the server did.
  let last: Promise<unknown> = Promise.resolve();
  function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(work, work);
    last = done.catch(() => undefined);
    return done;
  }

  async function reread(): Promise<void> {
    const current = await games.get(id);
    if (current === undefined) {
      gone.value = new Error(id);
      return;
    }
    kept.value = current;
    if (current.game.seq === events.length && current.game.head === game.value?.head) return;
    const all = await games.events(id);
    const common = all.findIndex((e, i) => events[i]?.id !== e.id);
    const fresh = common < 0 ? [] : all.slice(common);
    events = all;
    show((await engineFor(ruleset)("fold", { events, names: names })).game, fresh);
  }

  async function move(what: (state: Game) => MoveOf | Promise<MoveOf>): Promise<void> {
    const was = events;
    const played = await engineFor(ruleset)("move", {
      events: was,
      move: await what(game.value!),
      at: now(),
      ids: ids(),
      names: names,
    });
    if (!(await games.append(id, was.length, played.events, played.game, accountId.value))) {
      await reread(); // another tab was faster
      throw problemFrom({ code: "staleState" });
    }
    events = [...was, ...played.events];
    show(played.game, played.events);
  }

  async function moved(what: (state: Game) => MoveOf): Promise<void> {
    if (closing.signal.aborted) throw new Unreachable("closed");
    busy.value = true;
    try {
      await oneAtATime(() => move(what));
    } finally {
      busy.value = false;
    }
  }

  const stopFollowing = changed.subscribe((c) => {
    if (c?.id === id) void oneAtATime(reread).catch(over);
  });
  const stopAdvising = effect(() => {
    // Once best play is known the engine says more of the same state.
    if (bestPlay(ruleset).value.state !== "ready" || ruleset === "tiotusen") return;
    void oneAtATime(async () => {
      show((await engineFor(ruleset)("fold", { events, names: names })).game, []);
    }).catch(over);
  });
  const stopBots = followBots(game, closing.signal, {
    // The computer's move, as it is when it is its turn: meanwhile somebody may have given up.
    move: async (state) => {
      const best = state.seats[state.turn!.seat]!.botLevel === "best";
      const engine = best ? await adviserFor(ruleset) : engineFor(ruleset);
      await oneAtATime(async () => {
        if (game.value!.seq !== state.seq) return;
        const { move: chosen } = await engine("bot", { events });
        await move((at) => (chosen.do === "roll" ? { ...chosen, dice: drawDice(at, chosen.held ?? at.turn?.held ?? []) } : chosen));
      });
    },
    failed: over,
  });

  function over(e: unknown): void {
    if (closing.signal.aborted || (e instanceof Problem && e.code === "staleState")) return;
    console.error(e);
  }

  return {
    id,
    game,
    link,
    news,
    gone,
    busy,
    kept,

    moves(seat) {
      const kind = game.value?.seats[seat]?.kind;
      return kind === "account" || kind === "guest";
    },

    roll: (held, dice) =>
      moved((state) => ({ do: "roll", ...(held && { held }), dice: dice ?? drawDice(state, held ?? state.turn?.held ?? []) })),
    hold: (held) => moved(() => ({ do: "hold", held })),
    enter: (box) => moved(() => ({ do: "enter", box })),
    bank: (held) => moved(() => ({ do: "bank", ...(held && { held }) })),
    resign: (seat) => moved(() => ({ do: "resign", ...(seat !== undefined && { seat }) })),

    async advice() {
      if (bestPlay(ruleset).value.state !== "ready" && game.value!.options.advice) {
        const told = await serversAdvice(game.value!);
        if (told !== undefined) return told;
      }
      return (await adviserFor(ruleset))("advice", { events });
    },
    async review() {
      // The server has best play at hand, so who can reach it need not wait for this device.
      if (!waits(kept.value) && bestPlay(ruleset).value.state !== "ready") {
        try {
          return (await client.GET("/v1/games/{id}/review", { params: { path: { id } } })).data!;
        } catch (e) {
          if (!(e instanceof Unreachable || e instanceof Problem)) throw e; // else this device must do it
        }
      }
      return (await adviserFor(ruleset))("review", { events });
    },
    events: () => Promise.resolve([...events]),
    async at(seq) {
      return shown((await engineFor(ruleset)("fold", { events, seq, names: names })).game, names);
    },

    close() {
      closing.abort();
      stopFollowing();
      stopAdvising();
      stopBots();
    },
  };
}

// serversAdvice asks the server for best play of a scorecard game, which needs to know nothing but the position; undefined
// where it does not answer soon.
async function serversAdvice(game: Game): Promise<Advice | undefined> {
  const card = game.turn === undefined ? undefined : game.seats[game.turn.seat]!.card;
  if (card === undefined) return undefined;
  const { roll, rollsLeft = 3, dice } = game.turn!;
  try {
    const { data } = await client.POST("/v1/rulesets/{ruleset}/advice", {
      params: { path: { ruleset: game.ruleset } },
      body: { card: { boxes: card.boxes, fiveBonuses: card.fiveBonuses }, rollsLeft, ...(roll > 0 && { dice }) },
      signal: AbortSignal.timeout(3000),
    });
    return data;
  } catch {
    return undefined;
  }
}

// shown is a game with what the server would add: whose it is. The name of the account may have changed since; who has none
// yet is told apart all the same.
export function shown(game: Game, names: readonly string[]): Game {
  const me = accountId.value;
  const whose = (s: Seat): Seat => ({
    ...s,
    name: account.value?.name || s.name || names[s.seat] || t().local.me,
    ...(me !== undefined && { accountId: me }),
  });
  return {
    ...game,
    ...(me !== undefined && { host: me }),
    seats: game.seats.map((s) => (s.kind === "account" ? whose(s) : s)),
  };
}
