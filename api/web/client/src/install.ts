import { signal } from "@preact/signals";
import { keepEngineWhenIdle } from "./local/keep";

// How often a page that stays open looks for a newer version, in ms.
const OFTEN = 3_600_000;

// newVersion is set when a newer version of the page is here and waits.
export const newVersion = signal(false);

// Whether this tab asked for the newer version, or another did and it has taken over.
let asked = false;
let taken = false;
// touched is whether anything was done on the page that is shown, which would be lost.
let touched = false;

let registration: ServiceWorkerRegistration | undefined;

// install has the page start without the network from now on. Browsers do so only where the page came over https, or from
// this machine itself.
export async function install(): Promise<void> {
  if (!("serviceWorker" in navigator) || import.meta.env.DEV) return;
  const { serviceWorker } = navigator;
  let controlled = serviceWorker.controller !== null;
  serviceWorker.addEventListener("controllerchange", () => {
    // Another version has taken over, and the files of this one are gone. The first is this one's own.
    if (controlled) {
      taken = newVersion.value = true;
      if (asked || (document.visibilityState === "hidden" && !touched)) location.reload();
    }
    controlled = true;
  });
  for (const doing of ["pointerdown", "keydown", "input"]) addEventListener(doing, () => (touched = true), true);
  addEventListener("hashchange", () => (touched = false));
  const r = (registration = await serviceWorker.register("/sw.js", { updateViaCache: "none" }));
  const look = () => (newVersion.value = taken || (r.waiting !== null && serviceWorker.controller !== null));
  r.addEventListener("updatefound", () => r.installing?.addEventListener("statechange", look));
  look();
  let last = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible" || Date.now() - last < OFTEN) return;
    last = Date.now();
    r.update().catch(() => undefined); // no network
  });
  keepEngineWhenIdle();
}

// takeOver goes on with the newer version. Other tabs offer it then, since what was typed there would be lost.
export function takeOver(): void {
  asked = true;
  if (taken) location.reload();
  else registration?.waiting?.postMessage("take over");
}
