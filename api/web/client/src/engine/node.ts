// The engine in Node, for tests: the same files that the page has.
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import "../../../engine/wasm_exec.js";
import { engineOver, type Engine } from "./calls";

declare const Go: new () => { importObject: WebAssembly.Imports; run(instance: WebAssembly.Instance): Promise<void> };
declare const kastEngine: (method: string, params: string) => string;

export async function engineInNode(): Promise<Engine> {
  const go = new Go();
  const packed = readFileSync(new URL("../../../engine/kast-engine.wasm.gz", import.meta.url));
  const { instance } = await WebAssembly.instantiate(new Uint8Array(gunzipSync(packed)), go.importObject);
  void go.run(instance);
  return engineOver((method, params) => Promise.resolve(kastEngine(method, params)));
}
