import { type BrowserContext, expect, type Page, type Worker } from "@playwright/test";
import type { SandboxClient, Subscribed } from "#test/client/sandboxClient.ts";
import { expectAccessible } from "./support/axe.ts";
import { test } from "./support/fixtures.ts";
import { loginPage } from "./support/loginPage.ts";
import { expectAnnounced } from "./support/toasts.ts";

test.use({ serviceWorkers: "allow", username: "arnel.gacutan" });

/**
 * The browser's own push service is far away: what it gives a page comes from the sandbox's, whose keys open what is
 * pushed. Without a window there is nobody to ask either: what the member says to the browser is said here.
 */
async function subscribeAtSandbox(context: BrowserContext, sandbox: SandboxClient) {
  const made: Subscribed[] = [];
  await context.exposeFunction("subscribeAtSandbox", async (key: string) => {
    const subscribed = await sandbox.subscribe(key);
    made.push(subscribed);
    return subscribed;
  });
  await context.addInitScript(() => {
    const KEPT = "subscribed";
    type Kept = { endpoint: string; p256dh: string; auth: string; key: number[] };
    const subscriptionOf = ({ endpoint, key, ...keys }: Kept) => ({
      endpoint,
      options: { applicationServerKey: new Uint8Array(key).buffer },
      toJSON: () => ({ endpoint, keys }),
      unsubscribe: () => Promise.resolve(localStorage.removeItem(KEPT)),
    });
    const base64url = (bytes: number[]) =>
      btoa(String.fromCharCode(...bytes))
        .replaceAll("+", "-")
        .replaceAll("/", "_")
        .replaceAll("=", "");
    const asked = globalThis as unknown as {
      subscribeAtSandbox: (key: string) => Promise<Omit<Kept, "key">>;
    };
    const SAID = "said";
    Object.defineProperty(Notification, "permission", {
      get: () => localStorage.getItem(SAID) ?? "default",
    });
    Notification.requestPermission = () => {
      localStorage.setItem(SAID, "granted");
      return Promise.resolve("granted");
    };
    Object.assign(PushManager.prototype, {
      getSubscription() {
        const kept = localStorage.getItem(KEPT);
        return Promise.resolve(kept === null ? null : subscriptionOf(JSON.parse(kept) as Kept));
      },
      async subscribe({ applicationServerKey }: { applicationServerKey: Uint8Array }) {
        const key = [...applicationServerKey];
        const kept = { ...(await asked.subscribeAtSandbox(base64url(key))), key };
        localStorage.setItem(KEPT, JSON.stringify(kept));
        return subscriptionOf(kept);
      },
    });
  });
  return () => made.at(-1);
}

/** The words of the newest notice that was pushed since, in the browser's hands. */
async function nextPush(sandbox: SandboxClient, to: Subscribed, known: number): Promise<string> {
  await expect.poll(async () => (await sandbox.pushes(to)).length).toBeGreaterThan(known);
  return (await sandbox.pushes(to))[0]?.words ?? "";
}

type Notice = { title: string; body: string; lang: string; data: string };
/** What the worker has the browser show, and the last of it. */
type Shown = { registration: object; shown: () => Promise<Notice>; last: Notice };

/** Where there is no window no notification is to be seen: what the worker gives to be shown is kept. */
async function keepShown(worker: Worker): Promise<void> {
  await worker.evaluate(() => {
    const scope = globalThis as unknown as Shown;
    let tell: (notice: Notice) => void = () => undefined;
    let next = new Promise<Notice>((resolve) => (tell = resolve));
    scope.shown = async () => {
      const notice = await next;
      next = new Promise((resolve) => (tell = resolve));
      return notice;
    };
    Object.assign(scope.registration, {
      showNotification: (title: string, options: Omit<Notice, "title">) => {
        scope.last = { title, ...options };
        tell(scope.last);
        return Promise.resolve();
      },
    });
  });
}

/** Hands words to the browser as its push service would, and answers what it then shows. */
async function deliver(page: Page, worker: Worker, words: string) {
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const own = registrations.find(({ isDeleted }) => !isDeleted);
      if (own !== undefined) resolve(own.registrationId);
    });
  });
  await session.send("ServiceWorker.enable");
  const registrationId = await registered;
  const { origin } = new URL(page.url());
  await session.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data: words });
  await session.detach();
  return worker.evaluate(() => (globalThis as unknown as Shown).shown());
}

/** Presses what was shown; by hand, since it stands outside of every page. */
async function press(worker: Worker): Promise<void> {
  await worker.evaluate(() => {
    const scope = globalThis as unknown as EventTarget & Shown;
    const notification = { ...scope.last, close: () => undefined };
    const event = Object.assign(new Event("notificationclick"), {
      notification,
      waitUntil: () => undefined,
    });
    scope.dispatchEvent(event);
  });
}

test("S355 notices are pushed to this browser once the member has allowed it, without amounts until they choose so, and a press leads to what it is about", async ({
  signedInTab: page,
  context,
  sandbox,
  member,
}) => {
  const subscribed = await subscribeAtSandbox(context, sandbox);
  const section = page.getByRole("region", { name: "Notifications on your devices" });
  await page.goto("/safety/notices");
  await page.evaluate(() => localStorage.setItem("said", "denied"));
  await page.reload();
  await expect(section).toContainText("This browser blocks our notifications");
  await expectAccessible(page);

  await page.evaluate(() => localStorage.removeItem("said"));
  await page.reload();
  const here = section.getByRole("switch", { name: "Notifications in this browser" });
  await expect(here).not.toBeChecked();
  expect(subscribed()).toBeUndefined();
  const ofCard = page.getByRole("switch", { name: "Card purchases Notification" });
  await expect(page.getByRole("switch", { name: "Card purchases Email" })).toBeVisible();
  await expect(ofCard).toHaveCount(0);
  await here.click();
  await expectAnnounced(page, "Notifications come to this browser");
  await expect(here).toBeChecked();
  await expectAccessible(page);
  const own = subscribed();
  if (own === undefined) throw new Error("nothing was subscribed");

  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
  await keepShown(worker);
  const accountNo = member.card.accountNo ?? "";
  const buy = (amount: string) => sandbox.purchase({ accountNo, amount, merchant: "BOTIKA" });
  const pushed = async (act: () => Promise<unknown>) => {
    const known = (await sandbox.pushes(own)).length;
    await act();
    return nextPush(sandbox, own, known);
  };
  const textsBefore = (await sandbox.texts(member.mobileNumber)).length;
  const plain = await pushed(() => buy("1200.00"));
  expect(await deliver(page, worker, plain)).toMatchObject({
    body: "Your card was used. Open to see for what.",
    lang: "en",
  });
  await press(worker);
  await expect(page).toHaveURL(/\/dashboard$/);
  // In place of the text: the one about the browser itself is all that came.
  expect((await sandbox.texts(member.mobileNumber)).length - textsBefore).toBeLessThanOrEqual(1);

  await page.goto("/safety/notices");
  await section.getByRole("switch", { name: "Show amounts in notifications" }).click();
  await expectAnnounced(page, "Notifications show amounts");
  const whole = await pushed(() => buy("1300.00"));
  expect(JSON.parse(whole)).toMatchObject({ body: expect.stringContaining("₱1,300.00") });

  const textOf = (amount: string) =>
    sandbox.textAfter(
      member.mobileNumber,
      () => buy(`${amount}.00`),
      (one) => one.includes(`paid at BOTIKA`),
    );
  await test.step("of a kind that is no longer pushed the text comes, and the rest is still pushed", async () => {
    await expect(ofCard).toBeChecked();
    await ofCard.click();
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("status").getByText("Your choices are saved")).toBeVisible();
    await page.reload();
    await expect(ofCard).not.toBeChecked();
    await expect(
      page.getByRole("switch", { name: "Security and access Notification" }),
    ).toBeChecked();
    expect(await textOf("1350")).toContain("PHP 1,350.00");
  });

  await test.step("a notice that is pressed by who is signed out leads there after the login", async () => {
    await deliver(page, worker, JSON.stringify({ title: "Card", opens: "card_settings" }));
    await page.getByRole("button", { name: "Log out" }).click();
    await page.getByRole("button", { name: "Yes" }).click();
    await expect(page).toHaveURL(/\/login$/);
    const led = page.waitForEvent("framenavigated", (frame) =>
      frame.url().endsWith("/card-settings"),
    );
    await press(worker);
    await led;
    await expect(page).toHaveURL(/\/login$/);
    await loginPage(page).submit(member.username);
    await expect(page).toHaveURL(/\/card-settings$/);
  });

  await page.goto("/safety/notices");
  await here.click();
  await expectAnnounced(page, "No notifications come to this browser any more");
  await expect(here).not.toBeChecked();
  await expect(ofCard).toHaveCount(0);
  expect(await textOf("1400")).toContain("PHP 1,400.00");
});
