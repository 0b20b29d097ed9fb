import { useEffect, useState } from "preact/hooks";
import { t, figure, label } from "../i18n";
import { nameOf } from "../names";
import { others } from "../mygames-local";
import { missing, useMyGames, type MyGame } from "../mygames";
import { href } from "../route";
import { rulesetOf } from "../rulesets";

// MyGames lists the games that go on, those where the caller is to move first.
export function MyGames() {
  const games = useMyGames();
  return (
    <section aria-labelledby="going-on">
      <h2 id="going-on">{t().start.goingOn}</h2>
      {missing.value !== undefined && <Missing key={missing.value} why={missing.value} alone={games === undefined || games.length === 0} />}
      {games === undefined || (games.length === 0 && missing.value !== undefined) ? null : games.length === 0 ? (
        <p class="quiet">{t().start.none}</p>
      ) : (
        <ul class="games">
          {games.map((g) => (
            <Line key={g.game.id} mine={g} />
          ))}
        </ul>
      )}
      {others.value > 0 && (
        <p class="quiet" data-others>
          {t().start.others(others.value)} <a href={href({ page: "account" })}>{t().start.othersSignIn}</a>
        </p>
      )}
    </section>
  );
}

// Missing says that games of the server may be missing. One that answers within a moment is not spoken of.
function Missing(p: { why: "waiting" | "failed"; alone: boolean }) {
  const [long, setLong] = useState(p.why === "failed");
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), 1500);
    return () => clearTimeout(timer);
  }, []);
  const text = !long ? t().loading : p.why === "failed" ? t().start.serversUnread : t().start.serversLater;
  return (
    <div role="status" class="quiet">
      {(long || p.alone) && <p>{text}</p>}
    </div>
  );
}

function Line(p: { mine: MyGame }) {
  const { game, myTurn, invited, onDevice, inTrouble } = p.mine;
  const state = myTurn
    ? t().start.yourTurn
    : invited
      ? t().start.invited
      : game.status === "open"
        ? t().start.notStarted
        : game.turn !== undefined
          ? t().start.turnOf(nameOf(game.seats[game.turn.seat]))
          : "";
  return (
    <li>
      <a href={href({ page: "game", id: game.id })} class={myTurn || invited ? "game mine" : "game"} data-game={game.id}>
        <strong>{label(rulesetOf(game.ruleset)?.name)}</strong>
        <span class="state">{state}</span>
        <span class="quiet who">
          {game.seats.map((s) => (game.status === "open" ? nameOf(s) : `${nameOf(s)} ${figure(s.total)}`)).join(" · ")}
        </span>
        {(onDevice || inTrouble) && (
          <span class="quiet where" data-waits>
            {`${t().start.onThisDevice}: ${inTrouble ? t().local.needsChoice : t().local.notUploaded}`}
          </span>
        )}
      </a>
    </li>
  );
}
