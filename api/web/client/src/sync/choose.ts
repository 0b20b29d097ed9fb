import type { Event, Game } from "../api/types";
import type { Games, LocalGame } from "../local/games";

type Fold = (events: readonly Event[], names: readonly string[]) => Promise<Game>;

// takeServers ends a divergence by what the server has. False: the game has gone on meanwhile, or there is none.
export async function takeServers(games: Games, id: string, fold: Fold): Promise<boolean> {
  const game = await games.get(id);
  if (game?.trouble?.kind !== "diverged") return false;
  const own = await games.events(id);
  const events = [...own.slice(0, game.trouble.seq - 1), ...game.trouble.events];
  const { trouble: _, ...rest } = game;
  return games.replace(
    own.length,
    { ...rest, game: await fold(events, game.names), changedAt: new Date().toISOString(), sent: events.length },
    events,
  );
}

// keepAsAnother makes what this device has a game of its own, of the new id, and leaves the old one to the server: a
// diverged one becomes what is there, one that the server refuses is not kept twice. False: there is nothing to choose.
export async function keepAsAnother(games: Games, id: string, newId: string, fold: Fold): Promise<boolean> {
  const game = await games.get(id);
  if (game?.trouble === undefined) return false;
  const own = await games.events(id);
  // The chain would be another; the server makes it anew, and so does the engine.
  const events = own.map(({ prev: _prev, hash: _hash, ...e }) => (e.seq === 1 ? { ...e, gameId: newId } : e)) as Event[];
  const copy: LocalGame = {
    id: newId,
    game: await fold(events, game.names),
    names: game.names,
    changedAt: new Date().toISOString(),
    sent: 0,
    ...(game.account !== undefined && { account: game.account }),
  };
  await games.add(copy, events);
  if (game.trouble.kind === "diverged") await takeServers(games, id, fold);
  else await games.remove(id);
  return true;
}
