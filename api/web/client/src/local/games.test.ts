import { expect, test } from "vitest";
import { owned, readable, type LocalGame } from "./games";

const sound = { id: "g", game: { seq: 1, seats: [] }, names: [], changedAt: "", sent: 0 } as unknown as LocalGame;

test("what is no game is told apart from one", () => {
  expect(readable(sound)).toBe(true);
  for (const bad of [undefined, null, { id: "g" }, { id: "g", game: null }, { ...sound, game: {} }, { ...sound, names: undefined }]) {
    expect(readable(bad)).toBe(false);
  }
});

test("a game of nobody becomes that of who moves in it, and no other does", () => {
  expect(owned(sound, "bob").account).toBe("bob");
  expect(owned({ ...sound, account: "ada" }, "bob").account).toBe("ada");
  expect(owned(sound, undefined)).toBe(sound);
});
