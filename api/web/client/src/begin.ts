import { signal } from "@preact/signals";
import { client, newId, repeated } from "./api/client";
import type { NewGame } from "./api/types";
import { complain } from "./frame/toast";
import { go } from "./route";
import { createLocal } from "./table/local";

// beginning is the game that is about to begin, and whether the server has not answered so far; undefined: none is.
export const beginning = signal<{ newGame: NewGame; waits: boolean } | undefined>(undefined);

let ended: AbortController | undefined;

// begin makes a game at the server and goes to it. A client seed is sent once the server has committed itself to its own
// (docs/log-format.md), when nobody is waited for; else the table has it ready for the start. Who plays at once and chose none
// brings a random one, so that the proof of the dice is whole without anybody doing anything.
export async function begin(newGame: NewGame, chosen = ""): Promise<void> {
  cancelBeginning();
  const mine = (ended = new AbortController());
  const id = newId();
  const start = newId();
  const open = newGame.seats.some((s) => s.kind === "open");
  const plays = newGame.dice !== "client" && newGame.seats.some((s) => s.kind === "me");
  const clientSeed = chosen === "" && plays && !open ? randomSeed() : chosen;
  beginning.value = { newGame, waits: false };
  const onWait = () => (beginning.value = { newGame, waits: true });
  try {
    await repeated(
      () =>
        client.POST("/v1/games", {
          body: { ...newGame, id, ...(clientSeed !== "" && { start: false }) },
          signal: mine.signal,
        }),
      mine.signal,
      onWait,
    );
    if (clientSeed !== "" && open) {
      seeds.set(id, clientSeed);
      try {
        sessionStorage.setItem(seedKey(id), clientSeed);
      } catch {
        // it is remembered until the page is left
      }
    } else if (clientSeed !== "") {
      await repeated(
        () =>
          client.POST("/v1/games/{id}/start", {
            params: { path: { id } },
            body: { id: start, clientSeed },
            signal: mine.signal,
          }),
        mine.signal,
        onWait,
      );
    }
    if (!mine.signal.aborted) go({ page: "game", id });
  } catch (e) {
    if (!mine.signal.aborted) complain(e);
  } finally {
    if (ended === mine) beginning.value = undefined;
  }
}

// randomSeed is a client seed that nobody knew before.
function randomSeed(): string {
  const signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"; // 64, so that all are alike probable
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => signs[b % 64]).join("");
}

// beginHere makes a game on this device and goes to it.
export async function beginHere(newGame: NewGame): Promise<void> {
  cancelBeginning();
  try {
    go({ page: "game", id: await createLocal(newGame) });
  } catch (e) {
    complain(e);
  }
}

export function cancelBeginning(): void {
  ended?.abort();
  beginning.value = undefined;
}

// chosenSeed is the client seed that was chosen for an open table when it was made, "" for none.
export function chosenSeed(id: string): string {
  try {
    return seeds.get(id) ?? sessionStorage.getItem(seedKey(id)) ?? "";
  } catch {
    return "";
  }
}

const seeds = new Map<string, string>();

function seedKey(id: string): string {
  return `kast-seed-${id}`;
}
