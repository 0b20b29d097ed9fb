// @vitest-environment node
import { beforeAll, describe, expect, test, vi } from "vitest";
import type { Engine, MoveOf } from "./calls";
import type { Event } from "../api/types";
import { drawDice } from "../table/draw";

vi.mock("../i18n", () => ({ t: () => ({ refused: { mustRollFirst: "Roll first." } }) }));

let engine: Engine;
beforeAll(async () => {
  const { engineInNode } = await import("./node");
  engine = await engineInNode();
});

const at = "2026-03-14T18:02:11.000Z";
const ids = () => [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];

describe("the engine that the page has", () => {
  test("plays a game against the computer to its end", { timeout: 60_000 }, async () => {
    const id = crypto.randomUUID();
    const seats = [{ kind: "me" }, { kind: "bot", level: "casual" }] as const;
    let { events, game } = await engine("create", { id, ruleset: "femlika", seats, at, ids: ids() });
    while (game.status === "playing") {
      const turn = game.turn!;
      // The person takes the first roll, and the first box.
      const move: MoveOf =
        game.seats[turn.seat]!.kind === "bot"
          ? (await engine("bot", { events })).move
          : turn.roll === 0
            ? { do: "roll" }
            : { do: "enter", box: turn.boxes![0]!.box };
      const dice = drawDice(game, move.held ?? []);
      const played = await engine("move", { events, move: move.do === "roll" ? { ...move, dice } : move, at, ids: ids() });
      events = [...events, ...played.events];
      game = played.game;
    }
    expect(game.status).toBe("finished");
    expect((await engine("verify", { events })).game).toEqual(game);
    // A log that went through JSON once more is the same to it.
    const copy = JSON.parse(JSON.stringify(events)) as Event[];
    expect((await engine("fold", { events: copy, seq: 1 })).game.seq).toBe(1);
  });

  test("refuses in words for people", async () => {
    const { events } = await engine("create", {
      id: crypto.randomUUID(),
      ruleset: "penta",
      seats: [{ kind: "me" }],
      at,
      ids: ids(),
    });
    const entering = engine("move", { events, move: { do: "enter", box: "ones" }, at, ids: ids() });
    await expect(entering).rejects.toMatchObject({ code: "mustRollFirst", message: "Roll first." });
  });
});
