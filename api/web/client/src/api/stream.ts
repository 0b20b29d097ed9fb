import { createParser } from "eventsource-parser";
import { refusalOf } from "./answer";
import { Foreign, Problem, Unreachable } from "./problem";
import { againIn, pause } from "./repeat";
import { expired, token } from "./session";
import { inSight, onOutOfSight } from "./sight";

// A comment comes every 15 s at least, so a stream that was silent for twice as long is dead.
const SILENCE = 30_000;
// A page that was hidden for so long, in ms, gives its connection back.
const OUT_OF_SIGHT = 3000;
// Waits before connecting again, in ms, grow from the one to the other.
const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;

// Message is one event of a stream: id is where to go on from, event its type, data a JSON document.
export interface Message {
  id: string | undefined;
  event: string;
  data: string;
}

export interface Follow {
  path: string; // with the query that says where to begin
  signal: AbortSignal;
  onMessage: (m: Message) => void;
  // told when messages come, and when they do not any more
  onLink: (alive: boolean) => void;
  // told when the stream is over for good: the reason of its end, or the refusal
  onOver: (why: string | Problem | Foreign) => void;
}

// follow reads a stream of the API (docs/live.md) until the signal ends it: it connects again where it was cut off, and
// gives each message once. EventSource cannot do it, since it sends no token. Over HTTP/1.1 a browser has six connections to
// a server for all its tabs, so a tab that nobody looks at gives its own back, and takes one again when it is seen: onLink
// is not told of that, only of the new connection.
export async function follow(f: Follow): Promise<void> {
  let last: string | undefined;
  let wait = FIRST_WAIT;
  for (;;) {
    await inSight(f.signal);
    if (f.signal.aborted) return;
    let over: string | undefined;
    let ms = wait;
    try {
      const hidden = await once(f, last, (m) => {
        ms = wait = FIRST_WAIT;
        if (m.event === "end") {
          over = (JSON.parse(m.data) as { reason: string }).reason;
          return;
        }
        if (m.id !== undefined) last = m.id;
        f.onMessage(m);
      });
      if (hidden && over === undefined) continue;
    } catch (e) {
      if (e instanceof Foreign || (e instanceof Problem && e.status < 500 && e.status !== 429)) {
        if (!f.signal.aborted) f.onOver(e);
        return;
      }
      ms = againIn(e, wait, Infinity) ?? wait;
    }
    if (f.signal.aborted) return;
    if (over !== undefined && over !== "shutdown" && over !== "unavailable") {
      f.onOver(over);
      return;
    }
    f.onLink(false);
    await pause(ms, f.signal);
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }
}

// once follows one connection to its end, and tells whether that came since the page was out of sight.
async function once(f: Follow, last: string | undefined, onMessage: (m: Message) => void): Promise<boolean> {
  const cut = new AbortController();
  const stop = () => cut.abort();
  let hidden = false;
  const seen = onOutOfSight(OUT_OF_SIGHT, () => {
    hidden = true;
    stop();
  });
  f.signal.addEventListener("abort", stop);
  let watch = setTimeout(stop, SILENCE);
  try {
    const answer = await opened(f.path, last, cut.signal);
    if (!answer.ok) throw await refusalOf(answer);
    if (!/^text\/event-stream\b/.test(answer.headers.get("Content-Type") ?? "")) throw new Error("no stream");
    f.onLink(true);
    const parser = createParser({
      onEvent: (e) => onMessage({ id: e.id, event: e.event ?? "message", data: e.data }),
    });
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return false;
      clearTimeout(watch);
      watch = setTimeout(stop, SILENCE);
      parser.feed(value);
    }
  } catch (e) {
    if (hidden) return true;
    throw e instanceof Problem || e instanceof Foreign ? e : new Unreachable(e);
  } finally {
    clearTimeout(watch);
    seen();
    f.signal.removeEventListener("abort", stop);
    cut.abort();
  }
}

// opened asks for the stream, once more with another token when the one at hand was not good any more. What people wait for
// goes before it where connections are few.
async function opened(path: string, last: string | undefined, signal: AbortSignal): Promise<Response> {
  const ask = (bearer: string) => {
    const headers: Record<string, string> = { Authorization: `Bearer ${bearer}`, Accept: "text/event-stream" };
    if (last !== undefined) headers["Last-Event-ID"] = last;
    return fetch(path, { headers, signal, cache: "no-store", priority: "low" });
  };
  const used = await token();
  const answer = await ask(used);
  if (answer.status !== 401) return answer;
  void answer.body?.cancel();
  return ask(await expired(used));
}
