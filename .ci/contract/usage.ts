// Plays a solo game with a client of the generated types, and prints the total. A
// change of the contract that would break a client breaks it.
import createClient from "openapi-fetch";
import type { components, paths } from "./kast";

type Game = components["schemas"]["Game"];
type Box = components["schemas"]["Box"];
type Headers = { Authorization: string };
type Problem = components["schemas"]["Problem"];

declare const process: { argv: string[] };

const client = createClient<paths>({ baseUrl: process.argv[2] ?? "" });

function fail(problem: Problem): never {
  switch (problem.code) {
    case "staleState":
    case "notYourTurn":
      throw new Error(`read the game again: ${problem.detail}`);
    default:
      throw new Error(`${problem.status} ${problem.code}: ${problem.detail}`);
  }
}

// best is the entry that gives the most now; nothing where none may be made.
function best(game: Game): Box | undefined {
  const entries = game.turn?.boxes ?? [];
  return entries.toSorted((a, b) => b.points + b.bonus - a.points - a.bonus)[0]?.box;
}

async function signUp(): Promise<Headers> {
  const account = await client.POST("/v1/accounts", { body: { name: "Åsa" } });
  if (account.error) fail(account.error);
  return { Authorization: `Bearer ${account.data.accessToken}` };
}

async function playAlone(headers: Headers): Promise<number> {
  const made = await client.POST("/v1/games", {
    headers,
    body: { id: crypto.randomUUID(), ruleset: "penta", seats: [{ kind: "me" }] },
  });
  if (made.error) fail(made.error);
  let game: Game = made.data.game;

  while (game.status === "playing") {
    const path = { id: game.id };
    const rolled = await client.POST("/v1/games/{id}/rolls", {
      headers,
      params: { path, header: { "If-Match": `"${game.head}"` } },
      body: { id: crypto.randomUUID(), held: [] },
    });
    if (rolled.error) fail(rolled.error);
    const box = best(rolled.data.game);
    if (box === undefined) throw new Error("nothing to enter");
    const entered = await client.POST("/v1/games/{id}/entries", {
      headers,
      params: { path },
      body: { id: crypto.randomUUID(), box },
    });
    if (entered.error) fail(entered.error);
    const last = entered.data.events.at(-1);
    if (last?.seq !== entered.data.game.seq) throw new Error("an event is missing");
    game = entered.data.game;
  }
  const seat = game.seats[0];
  return seat?.card?.total ?? 0;
}

async function openTables(headers: Headers): Promise<string[]> {
  const tables = await client.GET("/v1/games", { headers, params: { query: { status: "open", limit: 20 } } });
  if (tables.error) fail(tables.error);
  return tables.data.items.map((table) => table.id);
}

const headers = await signUp();
const total = await playAlone(headers);
if ((await openTables(headers)).length > 0) throw new Error("a private game is in the lobby");
console.log(total);
