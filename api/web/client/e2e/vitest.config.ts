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
    hookTimeout: 90_000,
    reporters: ["default"],
  },
});
