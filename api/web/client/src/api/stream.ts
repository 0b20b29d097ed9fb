import { createParser } from "eventsource-parser";
import { pause } from "./client";
import { problemOf, token } from "./session";
import { Problem, Unreachable } from "./problem";

// A comment comes every 15 s at least, so a stream that was silent for twice as long is dead.
const SILENCE = 30_000;

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
  onOver: (why: string | Problem) => void;
}

// follow reads a stream of the API (docs/live.md) until the signal ends it: it connects again where it was cut off, and
// gives each message once. EventSource cannot do it, since it sends no token.
export async function follow(f: Follow): Promise<void> {
  let last: string | undefined;
  for (let wait = 500; !f.signal.aborted; wait = Math.min(wait * 2, 8000)) {
    let over: string | undefined;
    try {
      await once(f, last, (m) => {
        wait = 500;
        if (m.event === "end") {
          over = (JSON.parse(m.data) as { reason: string }).reason;
          return;
        }
        if (m.id !== undefined) last = m.id;
        f.onMessage(m);
      });
    } catch (e) {
      if (e instanceof Problem && e.status < 500 && e.status !== 429) {
        f.onOver(e);
        return;
      }
    }
    if (f.signal.aborted) return;
    if (over !== undefined && over !== "shutdown" && over !== "unavailable") {
      f.onOver(over);
      return;
    }
    f.onLink(false);
    await pause(wait, f.signal);
  }
}

async function once(f: Follow, last: string | undefined, onMessage: (m: Message) => void): Promise<void> {
  const cut = new AbortController();
  const stop = () => cut.abort();
  f.signal.addEventListener("abort", stop);
  let watch = setTimeout(stop, SILENCE);
  try {
    const headers: Record<string, string> = { Authorization: `Bearer ${await token()}`, Accept: "text/event-stream" };
    if (last !== undefined) headers["Last-Event-ID"] = last;
    const answer = await fetch(f.path, { headers, signal: cut.signal, cache: "no-store" });
    if (!answer.ok) throw await problemOf(answer);
    f.onLink(true);
    const parser = createParser({
      onEvent: (e) => onMessage({ id: e.id, event: e.event ?? "message", data: e.data }),
    });
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(watch);
      watch = setTimeout(stop, SILENCE);
      parser.feed(value);
    }
  } catch (e) {
    throw e instanceof Problem ? e : new Unreachable(e);
  } finally {
    clearTimeout(watch);
    f.signal.removeEventListener("abort", stop);
    cut.abort();
  }
}
