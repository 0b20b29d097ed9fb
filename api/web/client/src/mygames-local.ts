import { computed, signal } from "@preact/signals";
import { accountId } from "./api/session";
import { changed, games } from "./local/database";
import { waits, type LocalGame } from "./local/games";
import type { MyGame, Source } from "./mygames";
import { mine, shown } from "./table/local";

const kept = signal<readonly LocalGame[] | undefined>(undefined);

function asMine(g: LocalGame): MyGame {
  const game = shown(g.game, g.names);
  const onTurn = game.turn === undefined ? undefined : game.seats[game.turn.seat]!.kind;
  return {
    game: { ...game, updatedAt: g.changedAt },
    myTurn: onTurn === "account" || onTurn === "guest",
    invited: false,
    onDevice: waits(g),
    inTrouble: g.trouble !== undefined,
  };
}

// others is how many games on this device are another account's, and not over or not at the server.
export const others = computed(
  () => kept.value?.filter((g) => !mine(g) && (waits(g) || g.game.status === "playing")).length ?? 0,
);

// local are the games on this device, also those that the server has by now.
export const local: Source = {
  games: computed(() => {
    void accountId.value; // whose games they are
    return kept.value?.filter((g) => mine(g) && g.game.status === "playing").map(asMine);
  }),

  follow(signal) {
    let reading = false;
    let again = false;
    async function read(): Promise<void> {
      if (reading) {
        again = true;
        return;
      }
      reading = true;
      do {
        again = false;
        kept.value = await games.all().catch(() => []);
      } while (again);
      reading = false;
    }
    const stop = changed.subscribe(() => void read());
    signal.addEventListener("abort", stop);
  },
};
