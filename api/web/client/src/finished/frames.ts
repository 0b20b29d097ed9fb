import { client, repeated } from "../api/client";
import type { Frame } from "../api/types";
import { withLocal } from "./log";

// framesOf reads a game step by step, event and game after each, and gives them as they come: the first soon, all of a long
// game in the end.
export async function framesOf(id: string, signal: AbortSignal, onFrames: (frames: readonly Frame[]) => void): Promise<void> {
  const local = await withLocal(id, async (table) => {
    for (const event of await table.events()) {
      if (signal.aborted) break;
      onFrames([{ event, game: await table.at(event.seq) }]);
    }
    return true;
  });
  if (local) return;
  for (let after = 0, limit = 50; ; limit = 200) {
    const { data } = await repeated(
      () => client.GET("/v1/games/{id}/replay", { params: { path: { id }, query: { after, limit } }, signal }),
      signal,
    );
    const frames = data!.items;
    onFrames(frames);
    if (frames.length < limit) return;
    after = frames.at(-1)!.event.seq;
  }
}
