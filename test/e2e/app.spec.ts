import { expect, type Page } from "@playwright/test";
import { encodeQR } from "qr";
import { brand } from "#brand";
import { expectAccessible } from "./support/axe.ts";
import { FILMED } from "./support/cameraFilm.ts";
import { test } from "./support/fixtures.ts";
import { setLanguage } from "./support/showScreen.ts";
import { signInBrowser } from "./support/signInPage.ts";

test.use({ serviceWorkers: "allow", username: "sheila.guzman" });

const OFFLINE =
  /net::ERR_INTERNET_DISCONNECTED|Failed to load resource|WebSocket connection|TypeError/;
const NOT_ASKED = "We ask BDO for the name when you are connected.";
const KEPT_ON = "Show my last balances without a connection";
const h1 = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 });
const menu = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name });

/** The worker is there with all files, and stands between this page and the network. */
async function untilKept(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
}

/** What the browser's caches and the databases of this origin hold, as text. */
async function keptIn(page: Page): Promise<{ addresses: string[]; records: string }> {
  return page.evaluate(async () => {
    const addresses: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const { url } of await cache.keys()) addresses.push(new URL(url).pathname);
    }
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open("last-balances", 1);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const all = (shelf: string) =>
      new Promise<unknown[]>((resolve) => {
        const request = db.transaction(shelf).objectStore(shelf).getAll();
        request.onsuccess = () => resolve(request.result);
      });
    const keys = (await all("key")) as CryptoKey[];
    const records = JSON.stringify([
      await all("draft"),
      keys.map(({ extractable, algorithm }) => ({ extractable, algorithm })),
    ]);
    db.close();
    return { addresses, records };
  });
}

/**
 * The bank has a newer worker. No route sees what the browser fetches of it, so it is told of another address: a worker
 * of another address is a newer one. The portal's own registration, with the next page, is then newer again.
 */
async function releaseAnew(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // Of releases that came before this one.
    for (const name of ["release-older", "release-old"]) await caches.open(name);
    // As in src/portal/api/release.ts.
    type Policy = { createScriptURL: (address: string) => string };
    const { trustedTypes } = globalThis as unknown as {
      trustedTypes: { createPolicy: (name: string, rules: Policy) => Policy };
    };
    const policy = trustedTypes.createPolicy("newer", { createScriptURL: (address) => address });
    await navigator.serviceWorker.register(policy.createScriptURL("/sw.js?newer"));
  });
}

test("S306 S307 without a connection the portal opens, in both languages, with the last balances only where the member chose it", async ({
  signedIn: page,
  context,
  guard,
  bank,
  sandbox,
  member,
}) => {
  guard.expectMessage(OFFLINE);
  guard.expectMessage(/401/);
  await untilKept(page);
  const balances = page.getByRole("region", { name: "Account Balances" });
  const amount = (await balances.locator(".amt").first().textContent()) ?? "";
  expect(amount).toMatch(/^₱[\d,]+\.\d\d$/);

  // Nothing was chosen: the page opens and shows nothing of the member.
  await context.setOffline(true);
  await page.goto("/transaction-history");
  await expect(h1(page, "You are offline")).toBeVisible();
  await expect(page.getByText("No balances are kept in this browser")).toBeVisible();
  await expect(page.locator("body")).not.toContainText("₱");
  // A call has no answer, and staff have their own pages or none.
  expect(await page.evaluate(() => fetch("/api/config").catch(() => "no answer"))).toBe(
    "no answer",
  );
  const desk = await context.newPage();
  await expect(desk.goto("/console")).rejects.toThrow("ERR_INTERNET_DISCONNECTED");
  await desk.close();
  await expect(page.locator("body")).not.toContainText(member.lastName);
  await expectAccessible(page);
  await page.getByText("FIL", { exact: true }).click();
  await expect(h1(page, "Wala kayong koneksyon")).toBeVisible();
  await expectAccessible(page);
  await page.getByText("EN", { exact: true }).click();
  // The page that was wanted comes by itself, and the session was never lost.
  await context.setOffline(false);
  await expect(h1(page, "Transaction History")).toBeVisible();

  await menu(page, "Safety").click();
  const choice = page.getByRole("switch", { name: KEPT_ON });
  await expect(choice).toHaveAttribute("aria-checked", "false");
  await choice.click();
  await expect(choice).toHaveAttribute("aria-checked", "true");
  await menu(page, "Dashboard").click();
  await expect(balances).toContainText(amount);
  await expect.poll(async () => (await keptIn(page)).records).toContain("AES-GCM");
  const { addresses, records } = await keptIn(page);
  expect(records).toContain(`"extractable":false`);
  expect(records).not.toContain(amount.slice(1));
  expect(records).not.toContain(member.lastName);
  expect(addresses.filter((path) => !/^\/assets\/|^\/offline\.html$/.test(path))).toEqual([]);

  // Opened anew, by whoever has the phone in hand: dated, and with nothing that says whose they are.
  await context.setOffline(true);
  const opened = await context.newPage();
  await opened.goto("/");
  await expect(opened.getByRole("region", { name: "Your last balances" })).toContainText(amount);
  await expect(opened.getByText(/^As of \w+ \d+, \d{4}, \d+:\d\d [AP]M\.$/)).toBeVisible();
  await expect(opened.locator("body")).not.toContainText(member.lastName);
  await expectAccessible(opened);
  await opened.close();
  await context.setOffline(false);

  // Signed in elsewhere: as soon as this browser knows of it, nothing is kept here any more. No page is open meanwhile:
  // one that asks without its cookie takes its session for one that ran out.
  await page.goto("about:blank");
  await context.clearCookies({ name: /dev-|sid/ });
  await signInBrowser(context, bank.portalUrl, sandbox, member);
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "Member Login" })).toBeVisible();
  await expect.poll(async () => (await keptIn(page)).records).not.toContain("AES-GCM");
  await context.setOffline(true);
  await page.goto("/");
  await expect(page.getByText("No balances are kept in this browser")).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole("heading", { name: "Member Login" })).toBeVisible();
});

test("S308 a new release waits for what is being typed, and a screen that was never opened comes without a connection", async ({
  signedIn: page,
  context,
  guard,
}) => {
  guard.expectMessage(OFFLINE);
  await untilKept(page);
  const markPage = () => page.evaluate(() => Object.assign(window, { isSamePage: true }));
  const isSamePage = () => page.evaluate(() => "isSamePage" in window);
  const ready = page.getByText("A new version is ready.");
  await menu(page, "Transfer Funds").click();
  const amount = page.getByLabel("Amount, in pesos");
  await amount.fill("123.45");
  await markPage();
  await releaseAnew(page);
  await expect(ready).toBeVisible();
  await expectAccessible(page);
  await expect(amount).toHaveValue("123.45");

  // The step away from what was typed lets nothing in; the next one does, by itself.
  await menu(page, "Transaction History").click();
  await expect(h1(page, "Transaction History")).toBeVisible();
  expect(await isSamePage()).toBe(true);
  await Promise.all([page.waitForEvent("load"), menu(page, "Dashboard").click()]);
  await expect(h1(page, "Member Dashboard")).toBeVisible();
  expect(await isSamePage()).toBe(false);

  // The release before stays for pages that are open; those before it go.
  const releases = () => page.evaluate(async () => (await caches.keys()).toSorted());
  await expect
    .poll(releases)
    .toEqual([expect.stringMatching(/^release-[0-9a-f]{16}$/), "release-old"]);

  // The next one, let in by hand in the middle of a form: what was typed stands there again.
  await menu(page, "Transfer Funds").click();
  await amount.fill("678.90");
  await markPage();
  await expect(ready).toBeVisible();
  await expect(amount).toHaveValue("678.90");
  const reload = page.getByRole("button", { name: "Reload", exact: true });
  await Promise.all([page.waitForEvent("load"), reload.click()]);
  expect(await isSamePage()).toBe(false);
  await expect(amount).toHaveValue("678.90");

  // Without a connection: what was typed stays, and nothing can be ordered.
  await context.setOffline(true);
  await expect(
    page.getByRole("button", { name: "Connect to the internet to transfer" }),
  ).toBeVisible();
  await expect(amount).toHaveValue("678.90");
  // Code that this page has not fetched is there.
  await menu(page, "Update Password").click();
  await expect(h1(page, "Update Password")).toBeVisible();
  const fields = ["Current Password", "Set New Password", "Confirm New Password"];
  for (const name of fields)
    await page.getByLabel(name, { exact: true }).fill("nine bangka on the river");
  await page.getByRole("button", { name: "Update Password" }).click();
  const nothingSent = page.getByRole("alert").filter({ hasText: "Nothing was sent." });
  await expect(nothingSent).toBeVisible();
  for (const name of fields)
    await expect(page.getByLabel(name, { exact: true })).toHaveValue("nine bangka on the river");
  await context.setOffline(false);
  await expect(page.getByText("Connected again.")).toBeVisible();
  // What was said of being offline is no longer so.
  await expect(nothingSent).toBeHidden();
});

test("S308 without a connection a page keeps what it showed, or says what it waits for, and comes by itself", async ({
  signedIn: page,
  context,
  guard,
}) => {
  guard.expectMessage(OFFLINE);
  await untilKept(page);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const main = page.getByRole("main");
  const needs = main.getByText("This needs a connection");
  const waits = page.getByText("You are offline. We will reconnect by ourselves.");
  const asOf = page.getByText(/^You are offline\. As of \d+:\d\d [AP]M\.$/);
  const ofBalances = page.getByText(/^No connection\. Showing balances from \d/);
  const rows = main.locator(".panel ul a.tx");
  await menu(page, "Card Settings").click();
  await expect(main.getByText("Available on card")).toBeVisible();
  await menu(page, "Transaction History").click();
  // The card's page has rows too.
  await expect(h1(page, "Transaction History")).toBeVisible();
  await expect(rows.first()).toBeVisible();
  const shown = await rows.count();

  await test.step("what was read stays with its time, also in place of a search", async () => {
    await context.setOffline(true);
    await expect(asOf).toBeVisible();
    await expect(rows).toHaveCount(shown);
    await main.getByRole("searchbox").fill("jollibee");
    await expect(main.getByText("Searching needs a connection.")).toBeVisible();
    await expect(rows).toHaveCount(shown);
    await expect(asOf).toBeVisible();
    await expectAccessible(page);
    await menu(page, "Card Settings").click();
    await expect(main.getByText("Available on card")).toBeVisible();
    await expect(ofBalances).toBeVisible();
    await menu(page, "Transaction History").click();
    await expect(rows).toHaveCount(shown);
    await expect(asOf).toBeVisible();
  });

  await test.step("what was never read says that it needs a connection, in both languages", async () => {
    await main.getByRole("link", { name: "Month by month" }).click();
    await expect(needs).toBeVisible();
    await expect(waits).toBeVisible();
    await expect(ofBalances).toBeHidden();
    await expectAccessible(page);
    await main.getByRole("button", { name: "Try again" }).click();
    await expect(needs).toBeVisible();
    await menu(page, "Transfer Funds").click();
    await expect(needs).toBeVisible();
    await expect(waits).toBeVisible();
    await setLanguage(page, "fil");
    await expect(main.getByText("Kailangan nito ng koneksyon")).toBeVisible();
    await setLanguage(page, "en");
    await expect(page.getByText("only this screen failed")).toHaveCount(0);
    await context.setOffline(false);
    await expect(main.getByLabel("Amount, in pesos")).toBeVisible();
    await expect(needs).toHaveCount(0);
  });

  await test.step("a code fills the form without a connection, and nothing is asked for again and again", async () => {
    await page.goto("/qr-code");
    await expect(main.getByRole("img", { name: "Your QR Ph code, for any amount" })).toBeVisible();
    await context.setOffline(true);
    await main.locator("input[type=file]").setInputFiles({
      name: "code.gif",
      mimeType: "image/gif",
      buffer: Buffer.from(encodeQR(FILMED, "gif", { scale: 6, border: 4 })),
    });
    asked.length = 0;
    await main.getByRole("button", { name: "Use it" }).click();
    await expect(main.getByLabel("Amount, in pesos")).toHaveValue("21.25");
    // Of whom it is nobody can be asked yet, and no bank is said to keep it back.
    await expect(main.getByText(NOT_ASKED)).toBeVisible();
    await expectAccessible(page);
    const people = asked.filter((path) => path.endsWith("/recentPayees"));
    expect(people.length).toBeLessThanOrEqual(2);
    await context.setOffline(false);
    await expect(page.getByText("Connected again.")).toBeVisible();
    await expect(main.getByText(/^BDO (confirms|does not tell us|has another)/)).toBeVisible();
    await expect(main.getByText(NOT_ASKED)).toHaveCount(0);
    await expect(main.getByLabel("Amount, in pesos")).toHaveValue("21.25");
  });
});

test("S309 the portal is offered to the home screen where the browser offers it, with icons, places and pictures that are there", async ({
  signedIn: page,
}) => {
  await page.evaluate(() => {
    const offer = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), {
      prompt: async () => {
        document.documentElement.dataset["installed"] = "";
      },
    });
    dispatchEvent(offer);
  });
  const link = page.getByRole("button", { name: `Install ${brand.portal}` });
  await expect(link).toBeVisible();
  await expectAccessible(page);
  await link.click();
  await expect(page.locator("html")).toHaveAttribute("data-installed", "");
  await expect(link).toBeHidden();

  const manifest = await (await page.request.get("/manifest.webmanifest")).json();
  expect(manifest).toMatchObject({ name: brand.portal, display: "standalone", scope: "/" });
  expect(manifest.shortcuts.map(({ url }: { url: string }) => url)).toEqual([
    "/transfer-funds",
    "/transaction-history",
    "/safety",
  ]);
  for (const { src, sizes } of [...manifest.icons, ...manifest.screenshots]) {
    const size = await page.evaluate(async (address) => {
      const picture = new Image();
      picture.src = address;
      await picture.decode();
      return `${picture.naturalWidth}x${picture.naturalHeight}`;
    }, src);
    expect([src, size]).toEqual([src, sizes]);
  }
  const worker = await page.request.get("/sw.js");
  expect(worker.headers()).toMatchObject({
    "cache-control": "no-cache",
    "service-worker-allowed": "/",
    "content-type": "text/javascript; charset=utf-8",
  });
});
