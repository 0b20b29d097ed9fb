import { isRecord, read, write } from "../kept";
import type { NewGame, NewSeat, OptionBounds, Ruleset, RulesetID } from "../api/types";

// SeatChoice is what somebody wants on one seat: computers by their level.
export interface SeatChoice {
  kind: "me" | "guest" | "open" | "best" | "casual";
  name: string; // of a guest
}

// Choice is all that the page for a new game asks, as it is kept for the next time.
export interface Choice {
  ruleset: RulesetID;
  seats: readonly SeatChoice[];
  visibility: "private" | "public";
  device: boolean; // the dice and the game are this device's
  // what was chosen, by ruleset and option; what was not is for the server to say
  options: Partial<Record<RulesetID, Partial<Record<OptionBounds["name"], number | boolean>>>>;
}

const KEY = "kast-new-game";

const FIRST: Choice = {
  ruleset: "penta",
  seats: [{ kind: "me", name: "" }],
  visibility: "private",
  device: false,
  options: {},
};

// lastChoice is what was chosen last on this device.
export function lastChoice(): Choice {
  return read(KEY, isChoice) ?? FIRST;
}

export function keepChoice(choice: Choice): void {
  write(KEY, choice);
}

const KINDS = ["me", "guest", "open", "best", "casual"];

function isChoice(value: unknown): value is Choice {
  return (
    isRecord(value) &&
    typeof value["ruleset"] === "string" &&
    Array.isArray(value["seats"]) &&
    value["seats"].every((s) => isRecord(s) && KINDS.includes(s["kind"] as string) && typeof s["name"] === "string") &&
    typeof value["device"] === "boolean" &&
    (value["visibility"] === "private" || value["visibility"] === "public") &&
    isRecord(value["options"])
  );
}

// hasOpen tells whether others are to come to the table by themselves, for which it has to be at the server.
export function hasOpen(choice: Choice): boolean {
  return choice.seats.some((s) => s.kind === "open");
}

// onDevice tells whether the game is to be kept here.
export function onDevice(choice: Choice): boolean {
  return choice.device && !hasOpen(choice);
}

// offered are the options that such a game has: there are no clocks for one alone, nor with the device's dice.
export function offered(ruleset: Ruleset, choice: Choice): readonly OptionBounds[] {
  return ruleset.options.filter((o) => {
    if (o.name === "turnSeconds") return choice.seats.length > 1 && !onDevice(choice);
    if (o.name === "autoEnterSeconds") return !onDevice(choice);
    return true;
  });
}

// chosen is the value of an option: what was chosen, where the ruleset still has it, or its default.
export function chosen(option: OptionBounds, choice: Choice): number | boolean {
  const value = choice.options[choice.ruleset]?.[option.name];
  if (option.defaultSwitch !== undefined) return typeof value === "boolean" ? value : option.defaultSwitch;
  const byDefault = option.defaultNumber ?? 0;
  if (typeof value !== "number" || !Number.isInteger(value)) return byDefault;
  if (option.values !== undefined) return option.values.includes(value) ? value : byDefault;
  return Math.min(Math.max(value, option.minimum ?? 0), option.maximum ?? value);
}

// seatsFit tells whether the ruleset is played by so many.
export function seatsFit(ruleset: Ruleset, choice: Choice): boolean {
  return choice.seats.length >= ruleset.minSeats && choice.seats.length <= ruleset.maxSeats;
}

// newGame is the choice as the API takes it; nameless guests get the name that guest gives for their number.
export function newGame(ruleset: Ruleset, choice: Choice, guest: (seat: number) => string): NewGame {
  const options = Object.fromEntries(offered(ruleset, choice).map((o) => [o.name, chosen(o, choice)]));
  return {
    ruleset: ruleset.id,
    dice: onDevice(choice) ? "client" : "server",
    visibility: hasOpen(choice) ? choice.visibility : "private",
    options,
    seats: choice.seats.map((s, i) => newSeat(s, () => guest(i + 1))),
  };
}

function newSeat(seat: SeatChoice, guest: () => string): NewSeat {
  switch (seat.kind) {
    case "best":
    case "casual":
      return { kind: "bot", level: seat.kind };
    case "guest":
      return { kind: "guest", name: seat.name.trim() || guest() };
    default:
      return { kind: seat.kind };
  }
}
