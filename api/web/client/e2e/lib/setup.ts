import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { startServer } from "./server";

declare module "vitest" {
  export interface ProvidedContext {
    binary: string; // kast, as it is now
    folder: string; // for databases; gone at the end
    url: string; // of a server that all tests share
    browser: string; // where the one browser listens
  }
}

const CHROMIUM = process.env["KAST_CHROMIUM"] ?? "/usr/bin/chromium";

// setup builds the program and starts a server and a browser, once for all files.
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (!existsSync(CHROMIUM)) {
    throw new Error(`There is no browser at ${CHROMIUM}: apt-get install chromium, or set KAST_CHROMIUM.`);
  }
  const folder = mkdtempSync(join(tmpdir(), "kast-e2e-"));
  let binary = process.env["KAST_BINARY"];
  if (binary === undefined) {
    binary = join(folder, "kast");
    const root = fileURLToPath(new URL("../../../../..", import.meta.url));
    execFileSync("go", ["build", "-o", binary, "./cmd/kast"], { cwd: root, stdio: "inherit", env: { ...process.env, CGO_ENABLED: "0" } });
  }
  const server = await startServer(binary, join(folder, "shared.db"));
  const browser = await chromium.launchServer({
    executablePath: CHROMIUM,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
  project.provide("binary", binary);
  project.provide("folder", folder);
  project.provide("url", server.url);
  project.provide("browser", browser.wsEndpoint());
  return async () => {
    await browser.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
