import type { Game, Ruleset } from "../api/types";
import { t } from "../i18n";
import type { Table } from "../table/table";
import { Advice } from "./advice";
import { Best } from "./best";
import { Dice } from "./dice";
import type { Entering } from "./entering";
import type { Holds } from "./holds";
import type { Rolled } from "./rolled";
import { seatName } from "./seats";

interface TrayProps {
  table: Table;
  game: Game;
  rules: Ruleset;
  holds: Holds;
  entering: Entering | undefined;
  rolled: Rolled | undefined;
}

// Tray is the dice and what is done with them: below the card on a phone, where the thumb is, else beside it.
export function Tray(p: TrayProps) {
  const turn = p.game.turn!;
  const mine = p.table.moves(turn.seat);
  return (
    <div class="tray">
      {turn.mustSacrifice === true && <p class="notice">{t().mustSacrifice}</p>}
      <Dice
        dice={turn.dice}
        count={p.rules.dice}
        held={p.holds.held.value}
        canHold={mine && turn.may.includes("hold")}
        onTap={p.holds.toggle}
        pending={p.holds.pending.value}
        rolled={p.rolled}
      />
      {/* Its room is kept, so that the button to roll stays where it is. */}
      {p.game.options.advice && <Best game={p.game} best={turn.roll > 0 ? (turn.best ?? []) : []} entering={p.entering} />}
      {mine ? (
        <div class="act">
          <RollButton game={p.game} rules={p.rules} holds={p.holds} table={p.table} />
          {p.entering !== undefined && <Advice table={p.table} game={p.game} holds={p.holds} entering={p.entering} />}
        </div>
      ) : (
        <Waits game={p.game} />
      )}
    </div>
  );
}

// roll rolls what is not held; the hold goes with it, so that it counts whatever became of the calls before.
export function roll(table: Table, holds: Holds): void {
  const first = table.game.peek()?.turn?.roll === 0;
  void holds.act((held) => table.roll(first ? undefined : held));
}

// canRoll tells whether a roll would be accepted with the dice that are held.
export function canRoll(game: Game, rules: Ruleset, holds: Holds): boolean {
  return (game.turn?.rollsLeft ?? 0) > 0 && holds.held.value.length < rules.dice && !holds.acting.value;
}

function RollButton(p: { game: Game; rules: Ruleset; holds: Holds; table: Table }) {
  const left = p.game.turn?.rollsLeft ?? 0;
  const can = canRoll(p.game, p.rules, p.holds);
  const why = left === 0 ? t().noRollsLeft : p.holds.held.value.length === p.rules.dice ? t().allHeld : t().rollsLeft(left);
  // It is not disabled but says so, since the focus would be lost with the last roll.
  return (
    <button type="button" class="button primary roll" aria-disabled={!can} onClick={() => can && roll(p.table, p.holds)}>
      {t().roll} <span class="left">{why}</span>
    </button>
  );
}

function Waits(p: { game: Game }) {
  const seat = p.game.turn!.seat;
  const name = seatName(p.game, seat);
  return <p class="waits quiet">{p.game.seats[seat]?.kind === "bot" ? t().computerPlays(name) : t().waitingFor(name)}</p>;
}
