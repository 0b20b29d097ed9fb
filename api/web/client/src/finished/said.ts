import type { Event, Frame, Game } from "../api/types";
import { figure, label, t } from "../i18n";
import { boxLabel, rulesetOf } from "../rulesets";
import { seatName } from "../game/seats";

// said is what happened in an event, in words. Frames are those up to it: a hold is of the dice that lay there before.
export function said(frames: readonly Frame[], at: number): string {
  const { event, game } = frames[at]!;
  const words = t().past;
  const name = event.seat === undefined ? "" : seatName(game, event.seat);
  switch (event.type) {
    case "created":
      return words.saidCreated(label(rulesetOf(game.ruleset)?.name));
    case "joined":
      return words.saidJoined(name);
    case "left":
      return words.saidLeft(seatName(frames[at - 1]?.game ?? game, event.seat!));
    case "started":
      return words.saidStarted;
    case "rolled":
      return saidRolled(event, name);
    case "held": {
      const dice = diceAt(frames, at);
      const kept = event.held!.map((i) => dice[i]).join(" ");
      return kept === "" ? words.saidHeldNone(name) : words.saidHeld(name, kept);
    }
    case "entered":
      return saidEntered(event, game, name);
    case "banked":
      return (event.by === "clock" ? words.saidClockBanked : words.saidBanked)(name, figure(event.points!));
    case "resigned":
      return words.saidResigned(name);
    case "resumed":
      return words.saidResumed;
    case "finished": {
      const first = (event.placements ?? []).flatMap((place, seat) => (place === 1 ? [seatName(game, seat)] : []));
      return first.length > 0 ? words.saidFinished(first.join(", ")) : words.saidOver;
    }
    case "closed":
      return words.saidClosed;
  }
}

function saidRolled(event: Event, name: string): string {
  const words = t().past;
  const rolled = (event.by === "clock" ? words.saidClockRolled : words.saidRolled)(name, event.dice!.join(" "));
  const points = figure(event.points ?? 0);
  switch (event.outcome) {
    case "straight":
      return `${rolled}. ${words.saidStraight(points)}`;
    case "pot":
      return `${rolled}. ${words.saidPot(points)}`;
    case "zilch":
      return `${rolled}. ${words.saidZilch}`;
    case "bust":
      return `${rolled}. ${words.saidBust}`;
    default:
      return rolled;
  }
}

function saidEntered(event: Event, game: Game, name: string): string {
  const words = t().past;
  const box = label(boxLabel(game.ruleset, event.box!));
  const more = [
    ...(event.joker ? [words.saidJoker] : []),
    ...(event.bonus ? [words.saidBonus(figure(event.bonus))] : []),
  ];
  const entered =
    event.by === "clock"
      ? words.saidClockEntered(name, box, figure(event.points!))
      : event.points === 0
        ? words.saidStruck(name, box)
        : words.saidEntered(name, box, figure(event.points!));
  return [entered, ...more].join(" ");
}

// diceAt are the dice that lie on the table after an event, those of the last roll until then; none before the first.
export function diceAt(frames: readonly Frame[], at: number): readonly number[] {
  for (let i = at; i >= 0; i--) {
    const event = frames[i]!.event;
    if (event.type === "rolled") return event.dice!;
    if (event.type === "started") break;
  }
  return [];
}
