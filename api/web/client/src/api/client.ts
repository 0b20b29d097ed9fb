import createClient, { type Middleware } from "openapi-fetch";
import { Unreachable } from "./problem";
import { expired, problemOf, token } from "./session";
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
  let answer: Response;
  try {
    answer = await fetch(request);
  } catch (e) {
    throw request.signal.aborted ? e : new Unreachable(e);
  }
  const used = request.headers.get("Authorization")?.slice("Bearer ".length);
  if (answer.status !== 401 || used === undefined) return answer;
  again.headers.set("Authorization", `Bearer ${await expired(used)}`);
  try {
    return await fetch(again);
  } catch (e) {
    throw new Unreachable(e);
  }
}

// client calls the API as its contract has it. It throws Problem for a refusal and Unreachable for no answer: use data.
export const client = createClient<paths>({ baseUrl: location.origin, fetch: answered });
client.use(bearer, {
  async onResponse({ response }) {
    if (!response.ok && response.status !== 304) throw await problemOf(response);
    return response;
  },
});

// repeated calls until there is an answer, or the signal ends it: for calls that carry an id of their own, of which the
// server does each once. Waits grow to 8 s; onWait is told before each.
export async function repeated<T>(call: () => Promise<T>, signal?: AbortSignal, onWait?: () => void): Promise<T> {
  for (let wait = 500; ; wait = Math.min(wait * 2, 8000)) {
    try {
      return await call();
    } catch (e) {
      if (!(e instanceof Unreachable) || signal?.aborted) throw e;
      onWait?.();
      await pause(wait, signal);
    }
  }
}

// pause waits for so many ms, less when the network comes back or the signal ends.
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener("online", done);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    addEventListener("online", done);
    signal?.addEventListener("abort", done);
  });
}

// newId is a UUID, also where the page came over plain HTTP, where browsers have no crypto.randomUUID.
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
