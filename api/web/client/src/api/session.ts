import { signal } from "@preact/signals";
import { isRecord, read, remove, write } from "../kept";
import { Problem, Unreachable } from "./problem";
import type { Account, ProblemBody, SignedIn } from "./types";

// A sign-in of this browser. Only these four are kept: what the account is called is read anew.
interface Session {
  accountId: string;
  accessToken: string;
  refreshToken: string;
  until: number; // ms since 1970, by this machine's clock, when the access token should be renewed
}

const KEY = "kast-session";
// Tokens are renewed this long before they run out, so that a call under way does not meet the end.
const MARGIN = 60_000;

function stored(): Session | undefined {
  return read(KEY, isSession);
}

function isSession(value: unknown): value is Session {
  return (
    isRecord(value) &&
    typeof value["accountId"] === "string" &&
    typeof value["accessToken"] === "string" &&
    typeof value["refreshToken"] === "string" &&
    typeof value["until"] === "number"
  );
}

function store(session: Session | undefined): void {
  if (session === undefined) remove(KEY);
  else write(KEY, session);
  accountId.value = session?.accountId;
}

// accountId is who this browser is signed in as; undefined for nobody yet. Other tabs of the browser share it.
export const accountId = signal<string | undefined>(stored()?.accountId);

// account is what is known of the caller's account; undefined until it was read.
export const account = signal<Account | undefined>(undefined);

addEventListener("storage", (e) => {
  if (e.key === KEY) {
    accountId.value = stored()?.accountId;
    if (account.value?.id !== accountId.value) account.value = undefined;
  }
});

// keep takes the tokens that an answer brought.
export function keep(signedIn: SignedIn): void {
  store({
    accountId: signedIn.account.id,
    accessToken: signedIn.accessToken,
    refreshToken: signedIn.refreshToken,
    until: Date.now() + signedIn.expiresIn * 1000 - MARGIN,
  });
  account.value = signedIn.account;
}

// signIn makes this browser that of another account, or of the same one once more. It throws Problem for a wrong password.
export async function signIn(username: string, password: string): Promise<void> {
  keep(await post("/v1/tokens", { username, password }));
  signedOut.value = false;
}

// forget signs this browser out without telling the server.
export function forget(): void {
  store(undefined);
  account.value = undefined;
}

async function post(path: string, body: unknown): Promise<SignedIn> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", "Accept-Language": document.documentElement.lang },
      body: JSON.stringify(body),
    });
  } catch (e) {
    throw new Unreachable(e);
  }
  if (!answer.ok) throw await problemOf(answer);
  return (await answer.json()) as SignedIn;
}

// problemOf reads a refusal; what is no problem of the API, such as a proxy's page, counts as no answer.
export async function problemOf(answer: Response): Promise<Problem | Unreachable> {
  try {
    const body = (await answer.json()) as ProblemBody;
    if (typeof body.code === "string") {
      const wait = Number.parseInt(answer.headers.get("Retry-After") ?? "", 10);
      return new Problem(body, Number.isNaN(wait) ? undefined : wait);
    }
  } catch {
    // no JSON
  }
  return new Unreachable(new Error(`status ${answer.status}`));
}

// token is an access token that holds for a while: the one that is there, a renewed one, or that of a new guest, for
// nobody is asked to sign in. One tab at a time renews, since a refresh token works once.
export async function token(): Promise<string> {
  const now = stored();
  if (now !== undefined && Date.now() < now.until) return now.accessToken;
  return locked(async () => {
    const session = stored(); // another tab may have been first
    if (session === undefined) {
      keep(await post("/v1/accounts", {}));
    } else if (Date.now() >= session.until) {
      await renew(session);
    }
    return stored()!.accessToken;
  });
}

// expired is told that the server took a token for no longer valid, and gives another.
export async function expired(used: string): Promise<string> {
  return locked(async () => {
    const session = stored();
    if (session === undefined || session.accessToken !== used) return session?.accessToken ?? "";
    await renew(session);
    return stored()!.accessToken;
  });
}

// signedOut is set when the server has ended the sign-in of a registered account, which a person must know of.
export const signedOut = signal(false);

async function renew(session: Session): Promise<void> {
  try {
    keep(await post("/v1/tokens", { refreshToken: session.refreshToken }));
  } catch (e) {
    if (e instanceof Problem && e.status === 401) {
      forget();
      signedOut.value = true;
    }
    throw e;
  }
}

async function locked<T>(work: () => Promise<T>): Promise<T> {
  // Without a secure context, as on a phone in the same house, there are no locks between tabs; within one there is ours.
  if ("locks" in navigator) return (await navigator.locks.request(KEY, work)) as T;
  const next = queue.then(work, work);
  queue = next.catch(() => undefined);
  return next;
}

let queue: Promise<unknown> = Promise.resolve();
