import { useState } from "preact/hooks";
import type { Game } from "../api/types";
import { Question } from "../frame/question";
import { complain } from "../frame/toast";
import { t } from "../i18n";
import type { Table } from "../table/table";
import { isOwn, seatName } from "./seats";

// GiveUp asks whether a seat gives up: the viewer's own, or a guest's of this device. First it means the one on turn.
export function GiveUp(p: { table: Table; game: Game }) {
  const [asks, setAsks] = useState(false);
  const seats = p.game.seats.filter((s) => s.status === "playing" && s.kind !== "bot" && p.table.moves(s.seat));
  const [chosen, choose] = useState<number>();
  const first = seats.find(isOwn) ?? seats[0];
  if (first === undefined) return null;
  const seat = seats.find((s) => s.seat === chosen) ?? first;
  const ask = () => {
    choose(p.game.turn?.seat); // as it is now: it does not change under the question
    setAsks(true);
  };
  const answer = (yes: boolean) => {
    setAsks(false);
    if (yes) p.table.resign(isOwn(seat) ? undefined : seat.seat).catch(complain);
  };
  return (
    <>
      <button type="button" class="button plain" onClick={ask}>
        {t().giveUp}
      </button>
      {asks && (
        <Question title={t().giveUpAsk} yes={t().giveUp} danger onAnswer={answer}>
          <p>{p.game.seats.length === 1 ? t().giveUpSolo : t().giveUpMeans}</p>
          {seats.length > 1 && (
            <fieldset class="who-gives-up">
              <legend>{t().giveUpWho}</legend>
              {seats.map((s) => (
                <label key={s.seat}>
                  <input type="radio" name="seat" checked={s.seat === seat.seat} onChange={() => choose(s.seat)} />{" "}
                  {seatName(p.game, s.seat)}
                </label>
              ))}
            </fieldset>
          )}
        </Question>
      )}
    </>
  );
}
