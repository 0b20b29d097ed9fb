import { client } from "../api/client";
import { accountId } from "../api/session";
import type { GameSummary } from "../api/types";
import { Loaded, useLoaded } from "../frame/loaded";
import { label, t } from "../i18n";
import { href } from "../route";
import { rulesetOf } from "../rulesets";

// HomePage lists the games that go on, and begins new ones.
export function HomePage() {
  const games = useLoaded(async () => (await client.GET("/v1/me/games")).data!.items, [accountId.value]);
  return (
    <>
      <p>
        <a class="button primary" href={href({ page: "new" })}>
          {t().newGame}
        </a>
      </p>
      <Loaded of={games}>
        {(items) => (
          <ul class="games">
            {items
              .filter((g) => g.status === "open" || g.status === "playing")
              .map((g) => (
                <GameLine key={g.id} game={g} />
              ))}
          </ul>
        )}
      </Loaded>
    </>
  );
}

function GameLine(p: { game: GameSummary }) {
  return (
    <li>
      <a href={href({ page: "game", id: p.game.id })}>
        {label(rulesetOf(p.game.ruleset)?.name)} {p.game.seats.map((s) => s.name ?? "").join(", ")}
      </a>
    </li>
  );
}
