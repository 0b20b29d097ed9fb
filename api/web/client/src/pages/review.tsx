import { useState } from "preact/hooks";
import { client } from "../api/client";
import { isProblem } from "../api/problem";
import { accountId } from "../api/session";
import type { Game, Review, RulesetID } from "../api/types";
import { Loaded, useLoaded } from "../frame/loaded";
import { seatName } from "../game/seats";
import { WorkingOut } from "../game/working-out";
import { Heading } from "../finished/heading";
import { withLocal } from "../finished/log";
import { patiently } from "../finished/patiently";
import { SeatReview } from "../finished/seat-review";
import { t } from "../i18n";
import "../finished/review.css";

// ReviewPage is a game judged by best play, one seat at a time.
export function ReviewPage(p: { id: string }) {
  const [unready, setUnready] = useState(false);
  const [here, setHere] = useState<RulesetID>(); // the game is judged on this device
  const loaded = useLoaded(async () => {
    const path = { id: p.id };
    const local = await withLocal(p.id, async (table) => {
      setHere(table.game.value!.ruleset);
      return { game: table.game.value!, review: await table.review() };
    });
    if (local !== undefined) return local;
    const game = (await client.GET("/v1/games/{id}", { params: { path } })).data!;
    try {
      const review = await patiently(
        async () => (await client.GET("/v1/games/{id}/review", { params: { path } })).data!,
        () => setUnready(true),
      );
      return { game, review };
    } catch (e) {
      if (isProblem(e, "adviceOff")) return { game, review: undefined };
      throw e;
    }
  }, [p.id]);
  const game = "value" in loaded ? loaded.value.game : undefined;
  if (unready && game === undefined) {
    return (
      <div class="review">
        <Heading page="review" id={p.id} />
        <p role="status">{t().past.notReady}</p>
      </div>
    );
  }
  return (
    <div class="review">
      <Heading page="review" id={p.id} game={game} />
      {here !== undefined && game === undefined && <WorkingOut ruleset={here} />}
      <Loaded of={loaded}>
        {({ game, review }) => (review === undefined ? <p>{t().past.adviceOff}</p> : <Seats game={game} review={review} />)}
      </Loaded>
    </div>
  );
}

function Seats(p: { game: Game; review: Review }) {
  const own = p.game.seats.find((s) => s.kind === "account" && s.accountId === accountId.value)?.seat ?? 0;
  const [seat, setSeat] = useState(own);
  return (
    <>
      {p.game.seats.length > 1 && (
        <p>
          <label>
            <span class="quiet">{t().past.seat} </span>
            <select value={seat} onChange={(e) => setSeat(Number(e.currentTarget.value))}>
              {p.game.seats.map((s) => (
                <option key={s.seat} value={s.seat}>
                  {seatName(p.game, s.seat)}
                </option>
              ))}
            </select>
          </label>
        </p>
      )}
      <SeatReview key={seat} game={p.game} review={p.review} seat={seat} />
    </>
  );
}
