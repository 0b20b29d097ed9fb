// The service worker: with it the page starts without the network. It keeps the files of one version of the page, all of
// them, and answers with those; a newer version is fetched beside it and takes over when the page asks for it, or when no
// page of the old one is open. What the API says is never kept.

// What the build fills in: the paths of the page's files, and one name for all that is in them.
declare const __FILES__: readonly string[];
declare const __VERSION__: string;

// The types of service workers clash with those of pages, so here is what of them is used.
interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Extendable {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
const worker = self as unknown as {
  addEventListener(type: "install" | "activate", listener: (e: Extendable) => void): void;
  addEventListener(type: "message", listener: (e: MessageEvent<unknown>) => void): void;
  addEventListener(type: "fetch", listener: (e: Fetching) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
};

const files = __FILES__;
const prefix = "kast-page-";
const page = prefix + __VERSION__;
// The engine is large and seldom changes, so it is kept apart, and fetched when it is needed or there is time.
const engines = "kast-engine";

worker.addEventListener("install", (e) => {
  // Names below /assets/ tell what is in the files; of the others the server is asked.
  const fresh = files.map((f) => new Request(f, { cache: f.startsWith("/assets/") ? "default" : "no-cache" }));
  e.waitUntil(caches.open(page).then((cache) => cache.addAll(fresh)));
});

worker.addEventListener("activate", (e) => {
  e.waitUntil(Promise.all([clean(), worker.clients.claim()]));
});

worker.addEventListener("message", (e) => {
  if (e.data === "take over") void worker.skipWaiting();
});

worker.addEventListener("fetch", (e) => {
  const { request } = e;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (files.includes(pathname)) e.respondWith(kept(page, request, false));
  else if (pathname === __ENGINE__) e.respondWith(kept(engines, request, true));
});

async function kept(name: string, request: Request, keep: boolean): Promise<Response> {
  const cache = await caches.open(name);
  const path = new URL(request.url).pathname;
  const found = await cache.match(path, { ignoreVary: true });
  if (found !== undefined) return found;
  const answer = await fetch(request);
  if (keep && answer.status === 200) await cache.put(path, answer.clone());
  return answer;
}

// clean removes what older versions kept.
async function clean(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== page);
  const cache = await caches.open(engines);
  const unused = (await cache.keys()).filter((r) => new URL(r.url).pathname !== __ENGINE__);
  await Promise.all([...old.map((name) => caches.delete(name)), ...unused.map((r) => cache.delete(r))]);
}
