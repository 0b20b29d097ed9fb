import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, inject } from "vitest";

let browser: Browser;
const open = new Set<Visitor>();

// useBrowser connects to the browser of the run, and after each test looks whether anything went wrong that no test asks
// for: an error on the console, one that nobody caught, something that the Content-Security-Policy forbids, a request to
// another origin.
export function useBrowser(): void {
  beforeAll(async () => {
    browser = await chromium.connect(inject("browser"));
  });
  afterEach(async () => {
    const visitors = [...open];
    open.clear();
    for (const v of visitors) await v.context.close();
    for (const v of visitors) expect(v.wrong.filter((w) => !v.allowed.some((a) => a.test(w)))).toEqual([]);
  });
  afterAll(async () => {
    await browser.close();
  });
}

// Visitor is somebody with a browser of their own.
export interface Visitor {
  context: BrowserContext;
  page: Page;
  url: string;
  wrong: string[];
  allowed: RegExp[];
  // go opens a place of the page.
  go(place: string): Promise<void>;
}

export interface VisitorOptions extends BrowserContextOptions {
  url?: string; // of another server
  // What may stand on the console: a browser writes there each answer that is no 2xx, and each request without one.
  allow?: RegExp[];
  // The sign-in that the browser has from before: Guest.session.
  session?: string;
  // Without it there is no service worker, so what tests put in the way of a request is in the way of all.
  offline?: boolean;
}

// CUT is what a browser writes of a connection that is not there.
export const CUT = /Failed to load resource: net::ERR_(INTERNET_DISCONNECTED|CONNECTION_(REFUSED|RESET|CLOSED)|INCOMPLETE_CHUNKED_ENCODING|EMPTY_RESPONSE|NETWORK_CHANGED|FAILED)/;

// refused is what a browser writes of an answer with that status.
export const refused = (status: number) => new RegExp(`Failed to load resource: the server responded with a status of ${status}`);

export async function visitor(options: VisitorOptions = {}): Promise<Visitor> {
  const { url = inject("url"), allow = [], offline = false, session, ...rest } = options;
  const context = await browser.newContext({
    locale: "en",
    viewport: { width: 1280, height: 900 },
    reducedMotion: "reduce",
    baseURL: url,
    ...rest,
  });
  context.setDefaultTimeout(40_000); // a machine may have much else to do
  const wrong: string[] = [];
  await context.addInitScript(() => {
    addEventListener("securitypolicyviolation", (e) => console.error(`policy: ${e.violatedDirective} ${e.blockedURI}`));
  });
  // As over plain HTTP on another machine, where browsers have none.
  if (!offline) await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, "serviceWorker"));
  if (session !== undefined) {
    await context.addInitScript((kept) => {
      if (location.protocol === "http:" && localStorage.getItem("kast-session") === null) localStorage.setItem("kast-session", kept);
    }, session);
  }
  const mine = new URL(url).origin;
  context.on("request", (request) => {
    const to = request.url();
    if (!to.startsWith(`${mine}/`) && !to.startsWith(`blob:${mine}/`)) wrong.push(`another origin: ${to}`);
  });
  context.on("console", (m) => {
    if (m.type() === "error" || m.type() === "warning") wrong.push(`${m.type()}: ${m.text()} ${m.location().url}`);
  });
  context.on("weberror", (e) => wrong.push(`uncaught: ${e.error().stack ?? e.error().message}`));
  const page = await context.newPage();
  const found: Visitor = {
    context,
    page,
    url,
    wrong,
    allowed: allow,
    async go(place) {
      await page.goto(`/#/${place}`);
    },
  };
  open.add(found);
  return found;
}
