import { defineConfig } from "vite";

// What is built goes beside the Go package that embeds it. Names carry the hash of what is in them, so that they may be
// kept for ever; index.html and what a browser looks for by name do not.
export default defineConfig({
  base: "/",
  build: {
    outDir: "../dist",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0, // the Content-Security-Policy knows no data: but for images
    reportCompressedSize: false,
  },
  server: {
    // npx vite, beside a running kast serve
    proxy: { "/v1": "http://127.0.0.1:8080" },
  },
});
