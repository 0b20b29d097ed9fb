import type { Game } from "../api/types";

// drawDice rolls the dice of a game whose dice are the client's: those that are held or set aside keep what they show.
// Every face is as likely: of the 256 values of a byte the last four are left out, for they would favour some.
export function drawDice(
  game: Pick<Game, "ruleset" | "turn">,
  held: readonly number[],
  bytes: () => Uint8Array = () => crypto.getRandomValues(new Uint8Array(16)),
): number[] {
  const count = game.ruleset === "tiotusen" ? 6 : 5;
  const turn = game.turn;
  const kept = new Set(turn === undefined || turn.roll === 0 ? [] : [...held, ...(turn.locked ?? [])]);
  const faces = uniform(bytes);
  return Array.from({ length: count }, (_, position) =>
    kept.has(position) ? turn!.dice[position]! : (faces.next().value as number),
  );
}

function* uniform(bytes: () => Uint8Array): Generator<number> {
  for (;;) {
    for (const byte of bytes()) {
      if (byte < 252) yield (byte % 6) + 1;
    }
  }
}
