import type { Game } from "../api/types";
import { figure, t } from "../i18n";
import { seatName } from "./seats";

// PotScores are the scores of all, with who is in, and in the final round whom to get past.
export function PotScores(p: { game: Game }) {
  const { game } = p;
  const final = game.finalRound;
  return (
    <>
      {final !== undefined && (
        <p class="notice final">{t().potGame.final(seatName(game, final.seat), figure(final.score))}</p>
      )}
      <ul class="potscores" aria-label={t().potGame.scores}>
        {game.seats.map((s) => {
          const turn = game.turn?.seat === s.seat;
          return (
            <li
              key={s.seat}
              class={`potscore${turn ? " turn" : ""}${s.status === "resigned" ? " resigned" : ""}`}
              data-seat={s.seat}
              aria-current={turn ? "true" : undefined}
            >
              <span class="who">{seatName(game, s.seat)}</span>
              <span class="points">{figure(s.total)}</span>
              <span class="is">
                {s.status === "resigned" ? t().gaveUp : s.isIn === true ? t().potGame.in : t().potGame.notIn}
              </span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
