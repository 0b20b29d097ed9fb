import { isProblem, Problem } from "../api/problem";
import type { Event, Game } from "../api/types";
import { waits, type Games, type LocalGame } from "../local/games";
import { keepAsAnother } from "./choose";
import { release } from "./release";
import type { Server } from "./server";

// Exchange brings this device's games to the server and what changed there to this device, as docs/sync.md has it. Each
// step can be cut off anywhere and done again.
export interface Exchange {
  games: Games;
  server: Server;
  // me is who is signed in; undefined for nobody yet, who becomes a guest by the first call.
  me: () => string | undefined;
  // fold is the game that a log leads to.
  fold: (events: readonly Event[], names: readonly string[]) => Promise<Game>;
  newId: () => string;
}

// exchanged does all that there is to do once. It throws what stands in the way of everything: no answer, no sign-in, too
// many calls. What is wrong with one game is noted there, and does not hold up the others.
export async function exchanged(x: Exchange): Promise<void> {
  await release(x.games, x.me);
  for (const game of await x.games.all()) {
    if (waits(game) && game.trouble === undefined && mine(x, game)) await send(x, game.id);
  }
  if (x.me() !== undefined && (await x.games.all()).some((g) => g.account === x.me())) await take(x);
}

// mine tells whether a game is to be sent by who is signed in. A game that was made while nobody was is worth a new guest;
// one that a guest left behind waits for somebody to come.
function mine(x: Exchange, game: LocalGame): boolean {
  if (game.account !== undefined) return game.account === x.me();
  return x.me() !== undefined || game.released !== true;
}

// guests are the names that the server takes: those of guests, since it knows what an account is called.
function guests(names: readonly string[], events: readonly Event[]): string[] {
  const seats = events[0]?.seats as readonly { kind?: string }[] | undefined; // of created, the first event of every log
  return names.map((name, i) => (seats?.[i]?.kind === "guest" ? name : ""));
}

// send sends a log until the server has all of it; what was added meanwhile goes with the next round.
async function send(x: Exchange, id: string): Promise<void> {
  const game = await x.games.get(id);
  if (game === undefined) return;
  const events = await x.games.events(id);
  if (!mine(x, game)) return; // meanwhile another came
  const as = x.me();
  let answer: Pick<Game, "host">;
  try {
    answer = await x.server.upload(id, events, guests(game.names, events), as);
  } catch (e) {
    if (isProblem(e, "badName")) {
      // Names count for less than the game.
      answer = await x.server.upload(id, events, game.names.map(() => ""), as);
    } else if (e instanceof Problem && aboutGame(e)) {
      await x.games.change(id, (g) => ({ ...g, trouble: troubleOf(e) }));
      // It is still the guest's who left it: then it goes on as another game.
      if (game.released === true && taken(e)) await keepAsAnother(x.games, id, x.newId(), x.fold);
      return;
    } else {
      throw e;
    }
  }
  // Whose it became is known before; where somebody came or left meanwhile, by the server.
  const account = as !== undefined && as === x.me() ? as : answer.host;
  await x.games.change(id, ({ released: _, ...g }) => ({
    ...g,
    sent: Math.max(g.sent, events.length),
    ...(account !== undefined && { account }),
  }));
}

// taken tells whether a refusal means that another has a game of this id.
function taken(e: Problem): boolean {
  return e.code === "notFound" || e.code === "idInUse";
}

// aboutGame tells whether a refusal is about the log that was sent; others would be the same for any.
function aboutGame(e: Problem): boolean {
  return e.status < 500 && e.status !== 429 && !aboutAccount(e);
}

// aboutAccount tells whether a refusal means that a person must sign in first: the sign-in has ended, or there is none and
// nobody gets one by coming here.
export function aboutAccount(e: unknown): boolean {
  return e instanceof Problem && (e.status === 401 || e.code === "registrationClosed");
}

function troubleOf(e: Problem): NonNullable<LocalGame["trouble"]> {
  if (e.code === "logDiverged" && e.body.seq !== undefined && e.body.events !== undefined) {
    return { kind: "diverged", seq: e.body.seq, events: e.body.events };
  }
  return { kind: "refused", problem: e.body };
}

// take takes over what other devices have done in games that this one keeps.
async function take(x: Exchange): Promise<void> {
  const me = x.me()!;
  const key = `changes ${me}`;
  let cursor = await x.games.noted(key);
  for (;;) {
    if (x.me() !== me) return; // the answers would be about another's games
    let changes;
    try {
      changes = await x.server.changes(cursor);
    } catch (e) {
      if (!isProblem(e, "malformed") || cursor === undefined) throw e;
      cursor = undefined; // the server's database was put back to an older one: begin anew
      await x.games.note(key, undefined);
      for (const g of await x.games.all()) {
        if (g.account === x.me()) await x.games.change(g.id, (now) => ({ ...now, sent: 0 }));
      }
      continue;
    }
    if (x.me() !== me) return;
    for (const item of changes.items) await catchUp(x, item.id, item.seq);
    for (const id of changes.gone) await dropped(x, id);
    cursor = changes.nextCursor;
    await x.games.note(key, cursor);
    if (!changes.more) return;
  }
}

async function catchUp(x: Exchange, id: string, seq: number): Promise<void> {
  const game = await x.games.get(id);
  if (game === undefined || game.trouble !== undefined) return;
  if (seq < game.sent) {
    // The server has lost what it had: its database was put back to an older one. It gets it again.
    await x.games.change(id, (g) => ({ ...g, sent: seq }));
  }
  if (seq <= game.game.seq || waits(game)) return;
  const own = await x.games.events(id);
  const fresh = await x.server.events(id, own.length);
  if (fresh.length === 0) return;
  const all = [...own, ...fresh];
  let folded: Game;
  try {
    folded = await x.fold(all, game.names);
  } catch (e) {
    if (!isProblem(e, "badLog")) throw e;
    await diverged(x, id, own);
    return;
  }
  // Where this device has gone on meanwhile, the next upload finds out what that means.
  if (await x.games.append(id, own.length, fresh, folded)) {
    await x.games.change(id, (g) => ({ ...g, sent: Math.max(g.sent, all.length) }));
  }
}

// diverged notes where the server's log is not the one that it once took from here.
async function diverged(x: Exchange, id: string, own: readonly Event[]): Promise<void> {
  const theirs = await x.server.events(id, 0);
  const at = theirs.findIndex((e, i) => e.hash !== own[i]?.hash || e.id !== own[i]?.id);
  if (at < 0) return;
  await x.games.change(id, (g) => ({ ...g, trouble: { kind: "diverged", seq: at + 1, events: theirs.slice(at) } }));
}

// dropped is a game that the account is not in any more. What the server has of it is gone from here too; what only this
// device has stays.
async function dropped(x: Exchange, id: string): Promise<void> {
  const game = await x.games.get(id);
  if (game !== undefined && game.account === x.me() && !waits(game)) await x.games.remove(id);
}
