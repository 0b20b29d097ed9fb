import { describe, expect, it } from "vitest";
import type { Ruleset } from "../api/types";
import { chosen, newGame, offered, type Choice } from "./choice";

const bonanza: Ruleset = {
  id: "bonanza",
  rulesVersion: 1,
  engine: "scorecard",
  name: { sv: "Bonanza", en: "Bonanza" },
  dice: 5,
  minSeats: 1,
  maxSeats: 4,
  options: [
    { name: "turnSeconds", label: { sv: "", en: "" }, defaultNumber: 45, values: [30, 45, 60, 90] },
    { name: "autoEnterSeconds", label: { sv: "", en: "" }, defaultNumber: 0, minimum: 0, maximum: 60 },
    { name: "advice", label: { sv: "", en: "" }, defaultSwitch: true },
  ],
};

const choice: Choice = {
  ruleset: "bonanza",
  seats: [
    { kind: "me", name: "" },
    { kind: "guest", name: " Bo " },
    { kind: "guest", name: "" },
    { kind: "best", name: "" },
  ],
  visibility: "public",
  device: false,
  options: { bonanza: { turnSeconds: 60, autoEnterSeconds: 99, advice: false } },
};

const guest = (n: number) => `Player ${n}`;

describe("newGame", () => {
  it("is the choice as the API takes it", () => {
    expect(newGame(bonanza, choice, guest)).toEqual({
      ruleset: "bonanza",
      dice: "server",
      visibility: "private", // nobody is waited for
      options: { turnSeconds: 60, autoEnterSeconds: 60, advice: false },
      seats: [{ kind: "me" }, { kind: "guest", name: "Bo" }, { kind: "guest", name: "Player 3" }, { kind: "bot", level: "best" }],
    });
  });

  it("has no clock for one alone", () => {
    const alone: Choice = { ...choice, seats: [{ kind: "me", name: "" }] };
    expect(newGame(bonanza, alone, guest).options).toEqual({ autoEnterSeconds: 60, advice: false });
  });

  it("has no clocks with the device's dice, which an open seat rules out", () => {
    const here: Choice = { ...choice, device: true };
    expect(newGame(bonanza, here, guest)).toMatchObject({ dice: "client", options: { advice: false } });
    const open: Choice = { ...here, seats: [...here.seats.slice(0, 1), { kind: "open", name: "" }] };
    expect(newGame(bonanza, open, guest)).toMatchObject({ dice: "server", visibility: "public" });
    expect(offered(bonanza, open)).toHaveLength(3);
  });
});

describe("chosen", () => {
  it("falls back where the ruleset has no such value", () => {
    const odd: Choice = { ...choice, options: { bonanza: { turnSeconds: 3600 } } };
    expect(chosen(bonanza.options[0]!, odd)).toBe(45);
  });
});
