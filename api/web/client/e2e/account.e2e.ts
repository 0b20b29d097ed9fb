import { readFileSync } from "node:fs";
import { describe, expect, inject, test } from "vitest";
import { join } from "node:path";
import type { Account, Game } from "../src/api/types";
import { apiOf } from "./lib/api";
import { refused, useBrowser, visitor, type Visitor } from "./lib/browser";
import { startServer } from "./lib/server";

useBrowser();

// Usernames are the server's for good, and all tests share one.
let count = 0;
const fresh = () => `ada${process.pid}x${++count}`;

async function register(v: Visitor, username: string, password: string): Promise<void> {
  await v.go("account");
  const form = v.page.getByRole("region", { name: "Register" });
  await form.getByRole("textbox", { name: "Username" }).fill(username);
  await form.getByLabel("Password").fill(password);
  await form.getByRole("button", { name: "Register" }).click();
  await v.page.getByText(`You are signed in as ${username}.`).waitFor();
}

async function signIn(v: Visitor, username: string, password: string): Promise<void> {
  const form = v.page.getByRole("region", { name: "Sign in" });
  await form.getByRole("textbox", { name: "Username" }).fill(username);
  await form.getByLabel("Password").fill(password);
  await form.getByRole("button", { name: "Sign in" }).click();
}

const solo = { ruleset: "femlika", seats: [{ kind: "me" }] } as const;

test("a guest takes a name, registers, and keeps account and games", async () => {
  const v = await visitor();
  await v.go("account");
  await v.page.getByText("a guest of this browser").waitFor();
  const api = apiOf(v.url, v.page);
  const before = await api.call<Account>("GET", "/v1/me");
  expect(before.guest).toBe(true);
  const game = await api.make({ ...solo, seats: [...solo.seats] });

  await v.page.getByRole("textbox", { name: "Name", exact: true }).fill("  ");
  await v.page.getByRole("button", { name: "Save name" }).click();
  await v.page.getByText("This is needed.").waitFor();
  await v.page.getByRole("textbox", { name: "Name", exact: true }).fill("Ada Lövelace");
  await v.page.getByRole("button", { name: "Save name" }).click();
  await v.page.getByText("The name is saved.").waitFor();
  await v.page.getByText("You play as Ada Lövelace").waitFor();

  const username = fresh();
  await register(v, username, "correct horse");
  const after = await api.call<Account>("GET", "/v1/me");
  expect(after).toMatchObject({ id: before.id, name: "Ada Lövelace", username, guest: false });
  expect((await api.games()).map((g) => g.id)).toEqual([game.id]);
});

test("a guest is asked for a name where others are about to see it", async () => {
  const ada = await visitor();
  await ada.go("account");
  await ada.page.getByText("a guest of this browser").waitFor();
  const game = await apiOf(ada.url, ada.page).make({ ruleset: "femlika", visibility: "public", seats: [{ kind: "me" }, { kind: "open" }, { kind: "open" }] });
  await ada.go(`games/${game.id}`);
  const bo = await visitor({ locale: "sv" });
  await bo.go(`games/${game.id}`);

  const asked = bo.page.getByRole("textbox", { name: "Namn", exact: true });
  await asked.fill("Bo");
  await bo.page.getByRole("button", { name: "Spara namnet" }).click();
  await bo.page.getByText("De andra ser dig som Bo.").waitFor();
  await expect.poll(() => asked.isVisible()).toBe(false);
  await bo.page.getByRole("button", { name: "Sätt dig" }).click();
  for (const v of [ada, bo]) await v.page.locator('[data-seat="1"]').getByText("Bo").waitFor();

  // One who sits already sees the new name at once.
  await ada.page.getByRole("textbox", { name: "Name", exact: true }).fill("Ada");
  await ada.page.getByRole("button", { name: "Save name" }).click();
  await ada.page.locator('[data-seat="0"]').getByText("Ada").waitFor();
});

test("what is wrong stands at its field", async () => {
  const username = fresh();
  await register(await visitor(), username, "correct horse");

  const v = await visitor({ allow: [refused(409), refused(401), refused(403)] });
  await v.go("account");
  const form = v.page.getByRole("region", { name: "Register" });
  const name = form.getByRole("textbox", { name: "Username" });
  const password = form.getByLabel("Password");
  const send = form.getByRole("button", { name: "Register" });
  await name.fill(username);
  await password.fill("short");
  await send.click();
  await form.getByRole("alert").filter({ hasText: "8 to 128" }).waitFor();
  expect(await password.getAttribute("aria-invalid")).toBe("true");
  await password.fill("battery staple");
  await send.click();
  await expect.poll(() => name.getAttribute("aria-invalid")).toBe("true");
  await expect.poll(() => v.page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("username");
  await signIn(v, username, "wrong horse");
  await v.page.getByRole("region", { name: "Sign in" }).getByRole("alert").filter({ hasText: "Wrong username or password." }).waitFor();
});

test("a second browser signs in, and one browser's new password signs the other out", async () => {
  const username = fresh();
  const one = await visitor();
  await register(one, username, "correct horse");
  const game = await apiOf(one.url, one.page).make({ ...solo, seats: [...solo.seats] });

  const two = await visitor({ allow: [refused(401)] });
  await two.go("account");
  await two.page.getByText("a guest of this browser").waitFor();
  await signIn(two, username, "correct horse");
  await two.page.getByText(`You are signed in as ${username}.`).waitFor();
  expect((await apiOf(two.url, two.page).games()).map((g) => g.id)).toEqual([game.id]);

  const form = one.page.getByRole("region", { name: "Change password" });
  one.allowed.push(refused(403));
  await form.getByLabel("Old password").fill("wrong horse");
  await form.getByLabel("New password").fill("battery staple");
  await form.getByRole("button", { name: "Change password" }).click();
  await expect.poll(() => form.getByLabel("Old password").getAttribute("aria-invalid")).toBe("true");
  await form.getByLabel("Old password").fill("correct horse");
  await form.getByLabel("New password").fill("battery staple");
  await form.getByRole("button", { name: "Change password" }).click();
  await one.page.getByText("The password is changed").waitFor();
  expect((await apiOf(one.url, one.page).games()).length).toBe(1);

  // The other browser hears of it with the next call that it makes.
  await two.page.reload();
  await two.page.getByText("The server has ended the sign-in of this browser.").waitFor();
  await two.page.getByRole("link", { name: "Sign in" }).click();
  await two.page.getByText("a guest of this browser").waitFor();
  await signIn(two, username, "battery staple");
  await two.page.getByText(`You are signed in as ${username}.`).waitFor();
  await two.page.getByText("The server has ended the sign-in of this browser.").waitFor({ state: "detached" });
});

test("a guest with games is asked before signing in and before signing out", async () => {
  const username = fresh();
  await register(await visitor(), username, "correct horse");

  const v = await visitor();
  await v.go("account");
  await v.page.getByText("a guest of this browser").waitFor();
  const api = apiOf(v.url, v.page);
  const guest = await api.call<Account>("GET", "/v1/me");
  await api.make({ ...solo, seats: [...solo.seats] });

  await signIn(v, username, "correct horse");
  const ask = v.page.getByRole("dialog", { name: "Leave the guest's games?" });
  await ask.getByText("you have 1 game.").waitFor();
  await v.page.keyboard.press("Escape");
  await ask.waitFor({ state: "detached" });
  expect((await api.call<Account>("GET", "/v1/me")).id).toBe(guest.id);

  await v.page.getByRole("button", { name: "Sign out" }).click();
  const leave = v.page.getByRole("dialog", { name: "Sign out a guest?" });
  await leave.getByRole("button", { name: "Cancel" }).click();
  await leave.waitFor({ state: "detached" });

  await signIn(v, username, "correct horse");
  await ask.getByRole("button", { name: "Sign in and leave them" }).click();
  await v.page.getByText(`You are signed in as ${username}.`).waitFor();
  expect((await api.call<Account>("GET", "/v1/me")).username).toBe(username);

  await v.page.getByRole("button", { name: "Sign out" }).click();
  await v.page.getByText("You are signed out.").waitFor();
  await v.go("account");
  await v.page.getByText("a guest of this browser").waitFor();
});

test("the export is a file with all games, and the account can be deleted", async () => {
  const v = await visitor();
  const username = fresh();
  await register(v, username, "correct horse");
  const api = apiOf(v.url, v.page);
  const game = await api.make({ ...solo, seats: [...solo.seats] });

  const [download] = await Promise.all([
    v.page.waitForEvent("download"),
    v.page.getByRole("button", { name: "Download" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^kast-\d{4}-\d\d-\d\d\.json$/);
  const file = join(inject("folder"), "export.json");
  await download.saveAs(file);
  const all = JSON.parse(readFileSync(file, "utf8")) as { account: Account; games: { game: Game }[] };
  expect(all.account.username).toBe(username);
  expect(JSON.stringify(all.games)).toContain(game.id);

  await v.page.getByRole("button", { name: "Delete account" }).click();
  const first = v.page.getByRole("dialog", { name: "Delete your account?" });
  await first.getByText("Your seats in finished games stay").waitFor();
  await first.getByRole("button", { name: "Cancel" }).click();
  await v.page.getByRole("button", { name: "Delete account" }).click();
  await first.getByRole("button", { name: "Go on" }).click();
  const token = JSON.parse((await v.page.evaluate(() => localStorage.getItem("kast-session")))!) as { accessToken: string };
  await v.page.getByRole("dialog", { name: "Really delete it?" }).getByRole("button", { name: "Delete for good" }).click();
  await v.page.getByText("The account is deleted.").waitFor();
  const answer = await fetch(`${v.url}/v1/me`, { headers: { Authorization: `Bearer ${token.accessToken}` } });
  expect(answer.status).toBe(401);
});

describe("of a server", () => {
  test("whose limits are on, the page says how long to wait", async () => {
    const server = await startServer(inject("binary"), join(inject("folder"), "limits.db"), ["--rate-limits", "on"]);
    try {
      const v = await visitor({ url: server.url, allow: [refused(429)] });
      await v.go("account");
      await v.page.getByText("a guest of this browser").waitFor();
      // Somebody else at this address has been guessing.
      const wrong = { method: "POST", headers: { "Content-Type": "application/json" }, body: '{"username":"ada","password":"wrong"}' };
      for (let status = 0; status !== 429; ) status = (await fetch(`${server.url}/v1/tokens`, wrong)).status;
      await signIn(v, "ada", "correct horse");
      await v.page.getByText(/Too many attempts\. Try again in \d+ (second|minute)s?\./).waitFor();
      await v.context.close(); // before its server goes
    } finally {
      await server.stop();
    }
  });

  test("that is closed to newcomers, the page says so and lets one sign in", async () => {
    const server = await startServer(inject("binary"), join(inject("folder"), "closed.db"), ["--registration", "closed"]);
    try {
      const v = await visitor({ url: server.url, allow: [refused(403), refused(401)] });
      await v.go("account");
      await v.page.getByText("the operator makes the accounts").waitFor();
      await signIn(v, "nobody", "correct horse");
      await v.page.getByText("Wrong username or password.").waitFor();
      await v.go("rules/penta");
      await v.page.getByRole("heading", { level: 1, name: "Penta" }).waitFor();
      await v.context.close(); // before its server goes: it reads the other rules meanwhile
    } finally {
      await server.stop();
    }
  });
});
