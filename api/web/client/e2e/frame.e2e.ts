import { expect, test } from "vitest";
import { CUT, useBrowser, visitor } from "./lib/browser";

useBrowser();

const focused = "document.activeElement?.textContent";

test("a place names the tab and has the focus at its heading", async () => {
  const v = await visitor();
  await v.go("");
  await v.page.getByRole("link", { name: "Account" }).click();
  await v.page.getByRole("heading", { level: 1, name: "Account" }).waitFor();
  expect(await v.page.title()).toBe("Account · Kast");
  await expect.poll(() => v.page.evaluate(focused)).toBe("Account");
  await v.page.getByRole("link", { name: "Rules" }).click();
  await v.page.getByRole("heading", { level: 1, name: "Penta" }).waitFor();
  await expect.poll(() => v.page.evaluate(focused)).toBe("Penta");
  await v.page.goBack();
  await expect.poll(() => v.page.title()).toBe("Account · Kast");
});

test("at 320 px the places lie in a menu, by keyboard too", async () => {
  const v = await visitor({ viewport: { width: 320, height: 640 } });
  await v.go("account");
  const menu = v.page.getByRole("button", { name: "Menu" });
  const rules = v.page.getByRole("link", { name: "Rules" });
  await menu.waitFor();
  expect(await rules.isVisible()).toBe(false);
  await menu.focus();
  await v.page.keyboard.press("Enter");
  await rules.waitFor();
  await v.page.keyboard.press("Escape");
  await rules.waitFor({ state: "hidden" });
  await v.page.keyboard.press("Enter");
  await rules.focus();
  await v.page.keyboard.press("Enter");
  await v.page.getByRole("heading", { level: 1, name: "Penta" }).waitFor();
  await rules.waitFor({ state: "hidden" });
  expect(await v.page.evaluate("document.documentElement.scrollWidth")).toBe(320);
});

test("the page speaks the browser's language, and another when asked", async () => {
  const v = await visitor({ locale: "sv-SE" });
  await v.go("account");
  await v.page.getByRole("heading", { level: 1, name: "Konto" }).waitFor();
  expect(await v.page.evaluate("document.documentElement.lang")).toBe("sv");
  expect(await v.page.title()).toBe("Konto · Kast");
  await v.page.getByRole("combobox", { name: "Språk" }).selectOption("en");
  await v.page.getByRole("heading", { level: 1, name: "Account" }).waitFor();
  await v.page.reload();
  await v.page.getByRole("heading", { level: 1, name: "Account" }).waitFor();
});

test("the rules of each game are read, link by link, and are there without the network", async () => {
  const v = await visitor({ allow: [/Failed to load resource: net::ERR_INTERNET_DISCONNECTED/] });
  await v.go("rules");
  const games = v.page.getByRole("navigation", { name: "Rules", exact: true });
  for (const name of ["Fem lika", "Bonanza", "Tiotusen", "Penta"]) {
    await games.getByRole("link", { name }).click();
    await v.page.getByRole("article").getByRole("heading", { level: 1 }).waitFor();
    expect(await games.getByRole("link", { name }).getAttribute("aria-current")).toBe("page");
  }
  await v.page.getByRole("article").getByRole("link", { name: "joker" }).first().click();
  await expect.poll(() => v.page.evaluate(focused)).toBe("Joker");
  expect(v.page.url()).toMatch(/#\/rules\/penta$/);

  await v.context.setOffline(true);
  await games.getByRole("link", { name: "Bonanza" }).click();
  await v.page.getByRole("heading", { level: 1, name: "Bonanza" }).waitFor();
});

test("rules that could not be kept for want of a network are kept once there is one", async () => {
  const v = await visitor({ allow: [CUT] });
  await v.page.clock.install();
  await v.go("account");
  await v.page.getByRole("heading", { level: 1, name: "Account" }).waitFor();
  const kept = (name: string) => v.page.evaluate((key) => localStorage.getItem(key) !== null, `kast-rule${name}`);
  await expect.poll(() => kept("sets")).toBe(true);

  await v.context.setOffline(true);
  const failed = v.page.waitForEvent("requestfailed", (r) => r.url().includes("/v1/rulesets/"));
  await v.page.clock.fastForward(10_000);
  await failed;
  await v.context.setOffline(false);
  for (const game of ["penta", "femlika", "bonanza", "tiotusen"]) await expect.poll(() => kept(`s-${game}`)).toBe(true);
});
