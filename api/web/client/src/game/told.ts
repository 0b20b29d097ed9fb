import { effect, untracked } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Event, Game } from "../api/types";
import { announce } from "../frame/announce";
import { label, t } from "../i18n";
import { boxLabel } from "../rulesets";
import type { Table } from "../table/table";
import { gives } from "./gives";
import { seatName, turnText } from "./seats";

// News of one move come one by one where they come over the stream: what is said waits for as many ms for the rest.
const GATHER = 200;

// useTold has a screen reader say what happens at the table: rolls, entries, who gives up, and whose turn it is then.
// What is said of an event is the ruleset's to know.
export function useTold(table: Table, textOf: typeof eventText = eventText): void {
  useEffect(() => {
    let events: string[] = [];
    let state: string[] = []; // said after what led to it
    let timer: ReturnType<typeof setTimeout> | undefined;
    let turn = turnOf(table.game.peek());
    let sacrificed = "";
    const say = (to: string[], text: string) => {
      to.push(text);
      clearTimeout(timer);
      timer = setTimeout(() => {
        announce([...events, ...state].join(" "));
        events = [];
        state = [];
      }, GATHER);
    };
    const stops = [
      effect(() => {
        const news = table.news.value;
        untracked(() => {
          const game = table.game.peek();
          for (const e of news) {
            const text = game === undefined ? undefined : textOf(table, game, e);
            if (text !== undefined) say(events, text);
          }
        });
      }),
      effect(() => {
        const game = table.game.value;
        untracked(() => {
          if (game?.turn === undefined) return;
          if (turnOf(game) !== turn && game.seats.length > 1) say(state, `${turnText(game)}.`);
          turn = turnOf(game);
          const roll = `${turn}/${game.turn.roll}`;
          if (game.turn.mustSacrifice === true && roll !== sacrificed) {
            sacrificed = roll;
            say(state, t().mustSacrifice);
          }
        });
      }),
    ];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [table]);
}

function turnOf(game: Game | undefined): string {
  return game?.turn === undefined ? "" : `${game.turn.seat}/${game.turn.round}`;
}

// eventText is what is said of an event; nothing of those that one has caused without more to know, such as a hold.
export function eventText(table: Table, game: Game, e: Event): string | undefined {
  if (e.seat === undefined) return undefined;
  const own = table.moves(e.seat);
  const name = seatName(game, e.seat);
  switch (e.type) {
    case "rolled": {
      const dice = (e.dice ?? []).join(", ");
      if (own) return t().rolled(dice);
      // A computer rolls several times in one answer: its entry says enough.
      return game.seats[e.seat]?.kind === "bot" ? undefined : t().rolledBy(name, dice);
    }
    case "entered": {
      const what = gives(game.ruleset, e);
      if (e.by === "clock") return t().enteredByClock(name, what);
      if (own) return t().entered(what);
      if (e.points === 0 && e.bonus === 0) return t().struckBy(name, label(boxLabel(game.ruleset, e.box!)));
      return t().enteredBy(name, what);
    }
    case "resigned":
      return t().resignedBy(name);
    default:
      return undefined;
  }
}
