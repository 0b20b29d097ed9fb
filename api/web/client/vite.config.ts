import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { defineConfig } from "vite";
import { serviceWorker } from "./vite-service-worker.ts";

// enginePath is the path of the engine, which Go serves by the same name: api/web/engine.go.
function enginePath(): string {
  const sum = createHash("sha256").update(readFileSync(new URL("../engine/kast-engine.wasm.gz", import.meta.url))).digest("hex");
  return `/assets/kast-engine-${sum.slice(0, 16)}.wasm`;
}

const kast = process.env["KAST"] ?? "http://127.0.0.1:8080";

// What is built goes beside the Go package that embeds it. Names carry the hash of what is in them, so that they may be
// kept for ever; index.html and what a browser looks for by name do not.
export default defineConfig({
  base: "/",
  define: { __ENGINE__: JSON.stringify(enginePath()) },
  plugins: [serviceWorker()],
  build: {
    outDir: "../dist",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0, // the Content-Security-Policy knows no data: but for images
    reportCompressedSize: false,
    rolldownOptions: {
      input: { index: "index.html", sw: "src/service-worker.ts" },
      output: { entryFileNames: (chunk) => (chunk.name === "sw" ? "sw.js" : "assets/[name]-[hash].js") },
    },
  },
  worker: { format: "es" },
  server: {
    // npx vite, beside a running kast serve
    proxy: { "/v1": kast, "/assets/kast-engine": kast },
  },
});
