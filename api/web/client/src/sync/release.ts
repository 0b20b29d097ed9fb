import { waits, type Games, type LocalGame } from "../local/games";

// A guest is an account that nothing leads back to once its sign-in has ended, and so is one that was deleted. Their games
// on this device become those of who comes next: else nobody would ever see them again.

const key = (account: string) => `guest ${account}`;

// noteGuest notes whether an account is one that nothing leads back to.
export async function noteGuest(games: Games, account: string, guest: boolean): Promise<void> {
  await games.note(key(account), guest ? "yes" : undefined);
}

// isGuest tells what was noted.
export async function isGuest(games: Games, account: string): Promise<boolean> {
  return (await games.noted(key(account))) !== undefined;
}

// release sets the games free of guests who are not signed in any more, but for those that are over and at the server.
export async function release(games: Games, me: () => string | undefined): Promise<void> {
  for (const found of await games.all()) {
    const { id, account } = found;
    if (account === undefined || account === me() || over(found) || !(await isGuest(games, account))) continue;
    await games.change(id, (g) => {
      if (g.account !== account || account === me()) return g;
      const { account: _, trouble: _trouble, ...rest } = g;
      return { ...rest, sent: 0, released: true };
    });
  }
}

function over(g: LocalGame): boolean {
  return !waits(g) && g.game.status !== "playing";
}

// dropDeleted takes the games of an account that was deleted from this device, as far as the server had them; what only this
// device has is set free like a guest's.
export async function dropDeleted(games: Games, account: string): Promise<void> {
  for (const g of await games.all()) {
    if (g.account === account && !waits(g)) await games.remove(g.id);
  }
  await noteGuest(games, account, true);
}
