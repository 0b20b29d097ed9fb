import { effect, signal } from "@preact/signals";
import { newId } from "./api/client";
import { Problem } from "./api/problem";
import { account, accountId, signedOut } from "./api/session";
import type { Event, Game } from "./api/types";
import { player } from "./engine/engine";
import { changed, games } from "./local/database";
import { waits } from "./local/games";
import * as choice from "./sync/choose";
import { aboutAccount, exchanged, type Exchange } from "./sync/exchange";
import { dropDeleted, isGuest, noteGuest } from "./sync/release";
import { server } from "./sync/server";

// How long after a move the log goes up, in ms: what comes meanwhile goes with it, since it goes up whole.
const SOON = 10_000;
// Waits after a failure, in ms, grow from the one to the other.
const FIRST_WAIT = 4000;
const LONGEST_WAIT = 300_000;

async function fold(events: readonly Event[], names: readonly string[]): Promise<Game> {
  return (await player("fold", { events, names })).game;
}

const exchange: Exchange = { games, server, me: () => accountId.value, fold, newId };

// reached is whether the server answered the last time; undefined before that.
export const reached = signal<boolean | undefined>(undefined);

let timer: ReturnType<typeof setTimeout> | undefined;
let due = Infinity; // when the timer goes off
let failures = 0;
let running = false;
let again = false;

// schedule has games exchanged in so many ms, or sooner where that was said before.
function schedule(ms: number): void {
  const at = Date.now() + ms;
  if (at >= due) return;
  clearTimeout(timer);
  due = at;
  timer = setTimeout(() => void run(), ms);
}

async function run(): Promise<void> {
  due = Infinity;
  if (running) {
    again = true;
    return;
  }
  running = true;
  try {
    await oneTab(() => exchanged(exchange));
    failures = 0;
    reached.value = true;
  } catch (e) {
    reached.value = false;
    // Who must sign in first is waited for: the account changes then.
    if (!aboutAccount(e)) {
      const wait = Math.min(FIRST_WAIT * 2 ** failures, LONGEST_WAIT) * (0.75 + Math.random() / 2);
      schedule(Math.max(wait, e instanceof Problem ? (e.retryAfter ?? 0) * 1000 : 0));
      failures++;
    }
  } finally {
    running = false;
    if (again) {
      again = false;
      schedule(FIRST_WAIT / 4);
    }
  }
}

// oneTab does work in one tab at a time, where there are locks between tabs. Without them it may be done twice, which does
// no harm but to the battery.
async function oneTab(work: () => Promise<void>): Promise<void> {
  if (!("locks" in navigator)) return work();
  await navigator.locks.request("kast-sync", work);
}

// guestHere is whether who is signed in here is a guest; while it is told that a sign-in has ended, whether that was one.
export const guestHere = signal(false);

// followGuests notes who is a guest, as long as one can ask: it must be known when the sign-in has ended.
function followGuests(): void {
  const first = accountId.value;
  if (first !== undefined) {
    void isGuest(games, first)
      .then((guest) => {
        if (account.value === undefined || signedOut.value) guestHere.value = guest;
      })
      .catch(() => undefined);
  }
  effect(() => {
    if (account.value === undefined) return;
    if (!signedOut.value) guestHere.value = account.value.guest; // else a new guest has come meanwhile
    void noteGuest(games, account.value.id, account.value.guest).catch(() => undefined);
  });
}

// sendNow sends what waits before a sign-out, for so many ms at most, and tells how many games could not be sent.
export async function sendNow(ms: number): Promise<number> {
  const waiting = async () => {
    const all = await games.all().catch(() => []);
    return all.filter((g) => waits(g) && (g.account === undefined || g.account === accountId.value)).length;
  };
  if ((await waiting()) === 0) return 0;
  const sent = oneTab(() => exchanged(exchange)).catch(() => undefined);
  await Promise.race([sent, new Promise((over) => setTimeout(over, ms))]);
  return waiting();
}

// accountDeleted does on this device what the deletion of an account asks for.
export async function accountDeleted(id: string): Promise<void> {
  await dropDeleted(games, id).catch(() => undefined);
}

// startSync keeps the games of this device and the server's the same from now on, whenever there is a network.
export function startSync(): void {
  addEventListener("online", () => {
    failures = 0;
    schedule(0);
  });
  document.addEventListener("visibilitychange", () => {
    schedule(document.visibilityState === "visible" ? 1000 : 0);
  });
  changed.subscribe((c) => {
    if (c?.here !== true) return;
    void games.get(c.id).then((g) => {
      if (g === undefined || !waits(g) || g.trouble !== undefined) return;
      if (failures === 0) schedule(g.game.status === "playing" ? SOON : 0);
    });
  });
  followGuests();
  effect(() => {
    void accountId.value;
    schedule(1000);
  });
  void retryRefused();
}

// retryRefused gives logs that were refused another try, once a visit: the server may be a newer one now.
async function retryRefused(): Promise<void> {
  for (const g of await games.all().catch(() => [])) {
    if (g.trouble?.kind !== "refused") continue;
    await games.change(g.id, ({ trouble: _, ...rest }) => rest);
  }
}

// takeServers ends a divergence of a game by what the server has.
export async function takeServers(id: string): Promise<void> {
  await choice.takeServers(games, id, fold);
}

// keepAsAnother makes what this device has of a game one of its own, and gives its id; undefined: there is no need to.
export async function keepAsAnother(id: string): Promise<string | undefined> {
  const other = newId();
  return (await choice.keepAsAnother(games, id, other, fold)) ? other : undefined;
}
