import type { Game } from "../api/types";
import { figure, t } from "../i18n";
import { seatName } from "./seats";

// Standings are the totals of all seats; one chooses there whose card is shown.
export function Standings(p: { game: Game; shown: number; onShow: (seat: number) => void }) {
  return (
    <div class="totals" role="group" aria-label={t().cardsOf}>
      {p.game.seats.map((s) => {
        const turn = p.game.turn?.seat === s.seat;
        return (
          <button
            key={s.seat}
            type="button"
            class={`seat-total${turn ? " turn" : ""}${s.status === "resigned" ? " resigned" : ""}`}
            aria-pressed={p.shown === s.seat}
            data-seat={s.seat}
            onClick={() => p.onShow(s.seat)}
          >
            <span class="who">{seatName(p.game, s.seat)}</span>
            <span class="unseen">: </span>
            <span class="points">{figure(s.total)}</span>
            {turn && <span class="unseen">, {t().onTurn}</span>}
            {s.status === "resigned" && <span class="unseen">, {t().gaveUp}</span>}
          </button>
        );
      })}
    </div>
  );
}
