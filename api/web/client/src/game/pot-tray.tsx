import type { Game, Ruleset } from "../api/types";
import { figure, t } from "../i18n";
import type { Table } from "../table/table";
import { Dice } from "./dice";
import { MiniDie } from "./minidie";
import { PotAdvice } from "./pot-advice";
import type { PotHolds } from "./pot-holds";
import type { Rolled } from "./rolled";
import { seatName } from "./seats";

interface TrayProps {
  table: Table;
  game: Game;
  rules: Ruleset;
  holds: PotHolds;
  refused: string | undefined; // why the last hold was refused
  rolled: Rolled | undefined;
}

// PotTray is the pot, the turn and the dice, and what is done with them.
export function PotTray(p: TrayProps) {
  const { game, holds } = p;
  const turn = game.turn!;
  const mine = p.table.moves(turn.seat);
  const entry = p.rules.pot?.entry ?? 350;
  const points = (turn.points ?? 0) + (turn.heldPoints ?? 0);
  const enough = points >= entry;
  const ahead = game.finalRound !== undefined && game.finalRound.seat !== turn.seat ? game.finalRound.score - game.seats[turn.seat]!.total : undefined;
  const mustHold = mine && turn.roll > 0 && turn.may.includes("hold") && !turn.may.includes("roll") && !turn.may.includes("bank") && holds.held.value.length === 0;
  return (
    <div class="tray pottray">
      <dl class="potfigures">
        <div class={`thepot${enough && (game.pot ?? 0) > 0 ? " takes" : ""}`}>
          <dt>{t().potGame.pot}</dt>
          <dd data-pot>{figure(game.pot ?? 0)}</dd>
        </div>
        <div>
          <dt>{t().potGame.turnPoints}</dt>
          <dd data-points>{figure(points)}</dd>
        </div>
        <div>
          <dt>{t().potGame.hold}</dt>
          <dd data-held>{figure(turn.heldPoints ?? 0)}</dd>
        </div>
      </dl>
      <p class="pothints" aria-live="off">
        {p.refused !== undefined ? (
          <span class="hint" role="alert">
            {p.refused}
          </span>
        ) : (
          mustHold && <span class="hint">{t().potGame.mustHold}</span>
        )}
        {turn.needs350 === true && !enough && !mustHold && p.refused === undefined && <span class="hint">{t().potGame.needs350}</span>}
        {enough && (game.pot ?? 0) > 0 && <span class="hint good">{t().potGame.takesPot}</span>}
        {ahead !== undefined && ahead >= 0 && <span class="hint">{t().potGame.toBeat(figure(ahead))}</span>}
      </p>
      <Aside game={game} rules={p.rules} />
      <Dice
        dice={turn.dice}
        count={p.rules.dice}
        held={holds.held.value}
        locked={turn.locked ?? []}
        canHold={mine && turn.may.includes("hold")}
        onTap={holds.toggle}
        pending={holds.pending.value}
        rolled={p.rolled}
      />
      {mine ? (
        <div class="act">
          <RollButton {...p} />
          <BankButton {...p} entry={entry} />
          <PotAdvice table={p.table} game={game} holds={holds} />
        </div>
      ) : (
        <p class="waits quiet">
          {game.seats[turn.seat]?.kind === "bot" ? t().computerPlays(seatName(game, turn.seat)) : t().waitingFor(seatName(game, turn.seat))}
        </p>
      )}
    </div>
  );
}

// Aside are the dice set aside earlier in the turn, by groups, which further dice of their face double.
function Aside(p: { game: Game; rules: Ruleset }) {
  const turn = p.game.turn!;
  const locked = turn.locked ?? [];
  if (locked.length === 0) return null;
  const groups = Object.entries(turn.groups ?? {}).map(([face, count]) => {
    const worth = groupPoints(p.rules, Number(face), Number(count));
    return { face: Number(face), count: Number(count), worth };
  });
  const singles = (turn.points ?? 0) - groups.reduce((sum, g) => sum + g.worth, 0);
  // Of a face with a group only singles from before it are no part of it.
  const left = new Map(groups.map((g) => [g.face, g.count]));
  const loose = [...locked].reverse().map((i) => turn.dice[i]!).filter((face) => {
    const n = left.get(face) ?? 0;
    if (n > 0) left.set(face, n - 1);
    return n === 0;
  });
  return (
    <div class="potaside">
      <span class="quiet">{t().potGame.setAside}</span>
      {groups.map((g) => (
        <span key={g.face} class="potgroup">
          <span class="potdice">
            {Array.from({ length: g.count }, (_, i) => (
              <MiniDie key={i} face={g.face} />
            ))}
          </span>
          {t().potGame.group(g.count, g.face, figure(g.worth))}
        </span>
      ))}
      {loose.length > 0 && (
        <span class="potgroup">
          <span class="potdice">
            {loose.map((face, i) => (
              <MiniDie key={i} face={face} />
            ))}
          </span>
          {t().potGame.singles(figure(singles))}
        </span>
      )}
    </div>
  );
}

// groupPoints is what a group is worth, by the figures that the ruleset tells: doubled for each die beyond three.
function groupPoints(rules: Ruleset, face: number, count: number): number {
  const pot = rules.pot;
  if (pot === undefined) return 0;
  return (face === 1 ? pot.groupOfOnes : face * pot.groupFactor) * 2 ** (count - 3);
}

export function canRoll(game: Game, holds: PotHolds): boolean {
  return !holds.acting.value && (game.turn!.may.includes("roll") || holds.pending.value);
}

export function canBank(game: Game, holds: PotHolds): boolean {
  return !holds.acting.value && (game.turn!.may.includes("bank") || holds.pending.value);
}

export function roll(table: Table, holds: PotHolds): void {
  void holds.move(() => table.roll());
}

export function bank(table: Table, holds: PotHolds): void {
  void holds.move(() => table.bank());
}

function RollButton(p: TrayProps) {
  const turn = p.game.turn!;
  const can = canRoll(p.game, p.holds);
  const free = p.rules.dice - (turn.locked?.length ?? 0) - p.holds.held.value.length;
  const text = turn.roll === 0 ? t().potGame.roll : free === p.rules.dice && turn.may.includes("roll") ? t().potGame.rollAll : t().potGame.rollAgain;
  // It is not disabled but says so, since the focus would be lost.
  return (
    <button type="button" class="button primary roll" aria-disabled={!can} onClick={() => can && roll(p.table, p.holds)}>
      {text}
    </button>
  );
}

function BankButton(p: TrayProps & { entry: number }) {
  const turn = p.game.turn!;
  const can = canBank(p.game, p.holds);
  const points = (turn.points ?? 0) + (turn.heldPoints ?? 0);
  const gains = points + (points >= p.entry ? (p.game.pot ?? 0) : 0);
  return (
    <button type="button" class="button bank" aria-disabled={!can} onClick={() => can && bank(p.table, p.holds)}>
      {turn.may.includes("bank") ? t().potGame.bank(figure(gains)) : t().potGame.stop}
    </button>
  );
}
