import { Problem, Unreachable } from "./problem";

// How long, in seconds, a call lets itself be told to wait: what the server wants later than that, people should know.
const PATIENCE = 30;

// againIn is how many ms a call waits that threw, at least; undefined: it is not to be sent again. No answer, a server that
// cannot at the moment and one that is asked too often all pass.
export function againIn(thrown: unknown, wait: number, patience = PATIENCE): number | undefined {
  if (thrown instanceof Unreachable) return wait;
  if (!(thrown instanceof Problem) || (thrown.status !== 503 && thrown.status !== 429)) return undefined;
  const told = thrown.retryAfter ?? 0;
  return thrown.status === 429 && told > patience ? undefined : Math.max(wait, told * 1000);
}

// repeated calls until there is an answer, or the signal ends it: for calls that carry an id of their own, of which the
// server does each once. Waits grow to 8 s; onWait is told before each. Whoever asks too often and is told to wait for more
// than patience, in seconds, gets that answer.
export async function repeated<T>(
  call: () => Promise<T>,
  signal?: AbortSignal,
  onWait?: () => void,
  patience = PATIENCE,
): Promise<T> {
  for (let wait = 500; ; wait = Math.min(wait * 2, 8000)) {
    try {
      return await call();
    } catch (e) {
      const ms = againIn(e, wait, patience);
      if (ms === undefined || signal?.aborted) throw e;
      onWait?.();
      await pause(ms, signal);
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
