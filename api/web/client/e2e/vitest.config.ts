import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// The page in a real browser, against a real server: npm run e2e. One file at a time, since the machine may have two cores.
export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  test: {
    include: ["e2e/**/*.e2e.ts"],
    globalSetup: "e2e/lib/setup.ts",
    fileParallelism: false,
    testTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } }, // of one second alone, a busy machine makes nothing
    hookTimeout: 90_000,
    reporters: ["default"],
  },
});
