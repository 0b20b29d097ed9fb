// Runs the engine as a page does, but for Node: serve.mjs wasm_exec.js kast-engine.wasm
//
// Each line of input is {"method", "params"}, params being JSON in a string; each line of output is the engine's answer, and
// before that of a call with "progress": true one line with the last progress and how often there was one.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const [exec, wasm] = process.argv.slice(2);
await import(pathToFileURL(exec).href);
const go = new globalThis.Go();
const { instance } = await WebAssembly.instantiate(readFileSync(wasm), go.importObject);
go.run(instance); // ends when the page does

for await (const line of createInterface({ input: process.stdin })) {
  const { method, params, progress } = JSON.parse(line);
  let last = [0, 0], times = 0;
  const answer = kastEngine(method, params, (...now) => { last = now; times++; });
  if (progress) process.stdout.write(JSON.stringify({ last, times }) + '\n');
  process.stdout.write(answer + '\n');
}
process.exit(0);
