import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Problem } from "./problem";

vi.mock("./session", async () => {
  const { Problem } = await import("./problem");
  return {
    token: async () => "old",
    expired: async () => "new",
    problemOf: async (answer: Response) => new Problem((await answer.json()) as never),
  };
});
const { follow } = await import("./stream");

// Page is what a document says of its being seen.
class Page extends EventTarget {
  visibilityState = "visible";
  show(seen: boolean): void {
    this.visibilityState = seen ? "visible" : "hidden";
    this.dispatchEvent(new Event("visibilitychange"));
  }
}

interface Connection {
  headers: Record<string, string>;
  open: boolean;
  send: (text: string) => void;
}

let page: Page;
let connections: Connection[];
let refused: number[]; // statuses of the next answers

function connect(_: string, init: { headers: Record<string, string>; signal: AbortSignal }): Promise<Response> {
  const status = refused.shift();
  if (status !== undefined) return Promise.resolve(Response.json({ status, code: "unauthenticated", detail: "" }, { status }));
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const c: Connection = {
        headers: init.headers,
        open: true,
        send: (text) => controller.enqueue(new TextEncoder().encode(text)),
      };
      connections.push(c);
      init.signal.addEventListener("abort", () => {
        if (c.open) controller.error(new Error("aborted"));
        c.open = false;
      });
    },
  });
  return Promise.resolve(new Response(body, { headers: { "Content-Type": "text/event-stream" } }));
}

describe("follow", () => {
  const closing = new AbortController();
  let links: boolean[];
  let messages: string[];
  let overs: unknown[];

  function begin(): void {
    links = [];
    messages = [];
    overs = [];
    void follow({
      path: "/stream",
      signal: closing.signal,
      onMessage: (m) => messages.push(m.data),
      onLink: (alive) => links.push(alive),
      onOver: (why) => overs.push(why),
    });
  }

  beforeEach(() => {
    vi.useFakeTimers();
    page = new Page();
    connections = [];
    refused = [];
    vi.stubGlobal("document", page);
    vi.stubGlobal("addEventListener", () => undefined);
    vi.stubGlobal("removeEventListener", () => undefined);
    vi.stubGlobal("fetch", connect);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("gives its connection back while nobody looks, and goes on from there when somebody does", async () => {
    begin();
    await vi.advanceTimersByTimeAsync(0);
    connections[0]!.send("id: 7\ndata: a\n\n");
    await vi.advanceTimersByTimeAsync(0);
    expect(messages).toEqual(["a"]);

    page.show(false);
    await vi.advanceTimersByTimeAsync(1000);
    page.show(true);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(connections.map((c) => c.open)).toEqual([true]); // a glance elsewhere

    page.show(false);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(connections.map((c) => c.open)).toEqual([false]);
    page.show(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(connections.map((c) => c.open)).toEqual([false, true]);
    expect(connections[1]!.headers["Last-Event-ID"]).toBe("7");
    expect(links).toEqual([true, true]);
  });

  it("takes another token when the one at hand is not good any more", async () => {
    refused = [401];
    begin();
    await vi.advanceTimersByTimeAsync(0);
    expect(connections[0]!.headers.Authorization).toBe("Bearer new");
    expect(overs).toEqual([]);
  });

  it("is over when no token is good", async () => {
    refused = [401, 401];
    begin();
    await vi.advanceTimersByTimeAsync(0);
    expect(overs).toHaveLength(1);
    expect(overs[0]).toBeInstanceOf(Problem);
    expect(connections).toEqual([]);
  });

  it("connects again to a server that cannot at the moment", async () => {
    refused = [503];
    begin();
    await vi.advanceTimersByTimeAsync(500);
    expect(links).toEqual([false, true]);
  });
});
