import type { Page } from "playwright-core";
import type { Game, GameSummary, NewGame, SignedIn, Event } from "../../src/api/types";

// Api calls the server as somebody, without the page: what the page shows is compared with it.
export interface Api {
  call<T>(method: string, path: string, body?: unknown): Promise<T>;
  game(id: string): Promise<Game>;
  games(): Promise<GameSummary[]>;
  events(id: string): Promise<Event[]>;
  make(game: NewGame): Promise<Game>;
}

// Refused is an answer that says no.
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly body: { code: string; detail: string },
  ) {
    super(`${status} ${body.code}: ${body.detail}`);
  }
}

function api(url: string, token: () => Promise<string>): Api {
  async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await fetch(url + path, {
      method,
      headers: { Authorization: `Bearer ${await token()}`, ...(body !== undefined && { "Content-Type": "application/json" }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const read: unknown = text === "" ? undefined : JSON.parse(text);
    if (!answer.ok) throw new Refused(answer.status, read as Refused["body"]);
    return read as T;
  }
  return {
    call,
    game: (id) => call("GET", `/v1/games/${id}`),
    games: async () => (await call<{ items: GameSummary[] }>("GET", "/v1/me/games?limit=200")).items,
    events: async (id) => (await call<{ items: Event[] }>("GET", `/v1/games/${id}/events?limit=500`)).items,
    make: async (game) => (await call<{ game: Game }>("POST", "/v1/games", game)).game,
  };
}

// apiOf calls as the account that a page is signed in as; the page makes one when it is there for the first time.
export function apiOf(url: string, page: Page): Api {
  return api(url, async () => {
    const kept = await page.waitForFunction(() => localStorage.getItem("kast-session"));
    return (JSON.parse(String(await kept.jsonValue())) as { accessToken: string }).accessToken;
  });
}

// Guest is somebody new: to call as, and as what a page keeps of a sign-in.
export interface Guest {
  api: Api;
  session: string;
}

// newGuest makes an account without a page.
export async function newGuest(url: string, name: string): Promise<Guest> {
  const answer = await fetch(`${url}/v1/accounts`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ name }),
  });
  const { account, accessToken, refreshToken, expiresIn } = (await answer.json()) as SignedIn;
  return {
    api: api(url, async () => accessToken),
    session: JSON.stringify({ accountId: account.id, accessToken, refreshToken, until: Date.now() + expiresIn * 1000 - 60_000 }),
  };
}

// playOut plays a game of boxes to its end without a page, as fast as it goes: one roll, then the first box.
export async function playOut(api: Api, id: string): Promise<Game> {
  for (;;) {
    const game = await api.game(id);
    if (game.status !== "playing") return game;
    const { game: rolled } = await api.call<{ game: Game }>("POST", `/v1/games/${id}/rolls`, {});
    await api.call("POST", `/v1/games/${id}/entries`, { box: rolled.turn!.boxes![0]!.box });
  }
}
