import { expect, test } from "vitest";
import { useBrowser, visitor } from "./lib/browser";
import { rollButton } from "./lib/play";

useBrowser();

// What a first visit may load, compressed, in bytes; the engine comes later, when there is nothing else to do.
const BYTES = 150_000;

test("a first visit loads little", async () => {
  const v = await visitor();
  const loaded: { path: string; bytes: number }[] = [];
  const sizes: Promise<void>[] = [];
  v.page.on("requestfinished", (request) => {
    sizes.push(
      request.sizes().then((s) => {
        loaded.push({ path: new URL(request.url()).pathname, bytes: s.responseBodySize });
      }),
    );
  });
  await v.go("");
  await v.page.getByRole("button", { name: "Penta" }).waitFor();
  await v.page.getByText("No games in progress.").waitFor();
  await Promise.all(sizes);
  const files = loaded.filter((f) => !f.path.endsWith(".wasm")).sort((a, b) => b.bytes - a.bytes);
  console.log(files.map((f) => `${String(f.bytes).padStart(8)}  ${f.path}`).join("\n"));
  const sum = files.reduce((all, f) => all + f.bytes, 0);
  console.log(`${String(sum).padStart(8)}  of at most ${BYTES}`);
  expect(sum).toBeGreaterThan(10_000);
  expect(sum).toBeLessThan(BYTES);
});

// How much longer the first roll may take than an empty page of the same server, on a slow processor. Machines differ, and so does
// what else they do; both are measured by turns, and the middle of each counts.
const RATIO = 40;

test("the first roll is soon there on a slow processor", async () => {
  const empty: number[] = [];
  const roll: number[] = [];
  for (let i = 0; i < 5; i++) {
    const v = await visitor({ viewport: { width: 390, height: 800 } });
    const cdp = await v.context.newCDPSession(v.page);
    await cdp.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    let begun = performance.now();
    await v.page.goto("/healthz");
    empty.push(performance.now() - begun);
    begun = performance.now();
    await v.page.goto("/");
    await v.page.getByRole("button", { name: "Penta" }).click();
    await rollButton(v.page).click();
    await v.page.getByRole("button", { name: /^Die 1:/ }).waitFor();
    roll.push(performance.now() - begun);
    await v.context.close();
  }
  const middle = (of: number[]) => [...of].sort((a, b) => a - b)[Math.floor(of.length / 2)]!;
  const ratio = middle(roll) / middle(empty);
  console.log(`empty ${empty.map(Math.round).join(" ")} ms, first roll ${roll.map(Math.round).join(" ")} ms: ${ratio.toFixed(1)} times, at most ${RATIO}`);
  expect(ratio).toBeLessThan(RATIO);
});
