// The engine in a Web Worker, where a call may take long without the page standing still.
import "../../../engine/wasm_exec.js";
import type { Ask, Told } from "./messages";

declare const Go: new () => { importObject: WebAssembly.Imports; run(instance: WebAssembly.Instance): Promise<void> };
declare const kastEngine: (method: string, params: string, onProgress: (done: number, all: number) => void) => string;

// Progress is told at most this often, in ms: a solver has some thousand steps.
const OFTEN = 100;

function tell(told: Told): void {
  postMessage(told);
}

async function start(): Promise<void> {
  const go = new Go();
  const file = await fetch(__ENGINE__);
  if (!file.ok) throw new Error(`status ${file.status}`);
  const { instance } = await WebAssembly.instantiateStreaming(file, go.importObject);
  void go.run(instance); // it ends with the worker
}

const started = start();
started.catch((e: unknown) => tell({ failed: String(e) }));

addEventListener("message", (e: MessageEvent<Ask>) => {
  void started.then(() => {
    const { n, method, params } = e.data;
    let last = 0;
    const answer = kastEngine(method, params, (done, all) => {
      const now = performance.now();
      if (now - last < OFTEN) return;
      last = now;
      tell({ n, done, all });
    });
    tell({ n, answer });
  });
});
