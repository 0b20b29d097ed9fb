// keepEngine sees to it that the engine is on this device when the network is not. Without a
// secure context nothing can be kept; then games go on as long as the page is open.
export function keepEngine(): void {
  if (!isSecureContext) return;
  void caches
    .open(ENGINES)
    .then(async (cache) => {
      if ((await cache.match(__ENGINE__)) === undefined) await cache.add(__ENGINE__);
    })
    .catch(() => undefined); // the next game tries again
}

// keepGames asks the browser not to throw games away when it needs room.
export function keepGames(): void {
  void navigator.storage?.persist?.().catch(() => undefined);
}

// ENGINES is the cache that the service worker has engines in: src/service-worker.ts.
const ENGINES = "kast-engine";

// keepEngineWhenIdle does so some time after the page has come, without taking anything from it.
export function keepEngineWhenIdle(): void {
  const saves = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
  if (!isSecureContext || saves) return;
  setTimeout(() => {
    if ("requestIdleCallback" in window) requestIdleCallback(keepEngine);
    else keepEngine();
  }, 5000);
}
