import createClient, { type Middleware } from "openapi-fetch";
import { refusalOf, whole } from "./answer";
import { Unreachable } from "./problem";
import { expired, token } from "./session";
import type { paths } from "./schema";

// bearer adds the token and the language to every call, and asks once more when the token was not good any more.
const bearer: Middleware = {
  async onRequest({ request, schemaPath }) {
    if (!open.has(schemaPath)) request.headers.set("Authorization", `Bearer ${await token()}`);
    request.headers.set("Accept-Language", document.documentElement.lang);
    return request;
  },
};

// open are the calls that ask for no token; so the games and their rules can be read by who has no account, and can get none.
const open: ReadonlySet<string> = new Set<keyof paths>(["/v1/rulesets", "/v1/rulesets/{ruleset}"]);

async function answered(request: Request): Promise<Response> {
  const again = request.clone();
  const answer = await sent(request);
  const used = request.headers.get("Authorization")?.slice("Bearer ".length);
  if (answer.status !== 401 || used === undefined) return answer;
  again.headers.set("Authorization", `Bearer ${await expired(used)}`);
  return sent(again);
}

async function sent(request: Request): Promise<Response> {
  try {
    return await whole(await fetch(request));
  } catch (e) {
    throw request.signal.aborted ? e : new Unreachable(e);
  }
}

// client calls the API as its contract has it. It throws Problem for a refusal, Foreign for one from elsewhere, and
// Unreachable for no answer: use data.
export const client = createClient<paths>({ baseUrl: location.origin, fetch: answered });
client.use(bearer, {
  async onResponse({ response }) {
    if (!response.ok && response.status !== 304) throw await refusalOf(response);
    return response;
  },
});

export { pause, repeated } from "./repeat";

// newId is a UUID, also where the page came over plain HTTP, where browsers have no crypto.randomUUID.
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
