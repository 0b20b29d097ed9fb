import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import type { Plugin } from "vite";

// Files that the page does without when there is no network.
const seldom = /\.png$|^sw\.js$/;

// serviceWorker tells src/service-worker.ts which files the page has, and gives them one name that changes with them.
export function serviceWorker(): Plugin {
  return {
    name: "kast-service-worker",
    apply: "build",
    enforce: "post", // index.html is there by then
    generateBundle(_options, bundle) {
      const all = Object.values(bundle).map((f) => ({ name: f.fileName, body: f.type === "chunk" ? f.code : f.source }));
      for (const name of readdirSync("public")) all.push({ name, body: readFileSync(`public/${name}`) });
      all.sort((a, b) => (a.name < b.name ? -1 : 1));
      const files = all.filter((f) => !seldom.test(f.name));
      const version = createHash("sha256");
      for (const f of files) version.update(f.name).update(f.body);
      const sw = bundle["sw.js"];
      if (sw?.type !== "chunk") throw new Error("there is no sw.js");
      if (sw.imports.length > 0) throw new Error(`sw.js must stand alone, and imports ${sw.imports.join()}`);
      sw.code = sw.code
        .replace("__FILES__", JSON.stringify(files.map((f) => (f.name === "index.html" ? "/" : `/${f.name}`))))
        .replace("__VERSION__", JSON.stringify(version.digest("hex").slice(0, 16)));
    },
  };
}
