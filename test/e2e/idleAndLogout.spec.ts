import type { BrowserContext, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { demoMember, type DemoPerson } from "./support/demoMembers.ts";
import { untilAtRest } from "./support/callsUnderWay.ts";
import { everythingKept } from "./support/everythingKept.ts";
import { test } from "./support/fixtures.ts";
import { holdRequests, loginPage } from "./support/loginPage.ts";
import { handOver, signInBrowser } from "./support/signInPage.ts";
import { expectToastOnce, toastsSeen } from "./support/toasts.ts";
import { expectCountdown, pageTime } from "./support/countdown.ts";

const DASHBOARD_CALL = /\/api\/members\/[0-9a-f-]{36}\/dashboard$/;
const KEPT = "What you typed is kept on this phone.";
const EXPIRED = "Your session has expired. Please try to login again.";

const question = (page: Page) => page.getByRole("alertdialog", { name: "Are you still there?" });
const login = (page: Page) => page.getByRole("heading", { name: "Member Login" });

const balances = (page: Page) => page.getByRole("region", { name: "Account Balances" });
const amountField = (page: Page) => page.getByLabel("Amount, in pesos");

/** Puts the browser's clock in the test's hand; the page is loaded anew to run by it. */
async function holdClock(context: BrowserContext, page: Page): Promise<void> {
  await context.clock.install();
  await page.reload();
  await expect(page.getByRole("region", { name: "Account Balances" })).toContainText("₱");
  await untilAtRest(page);
}

test.describe("idle", () => {
  test.use({ username: "raymund.dacanay" });

  test("F01 F02 F03 W11 S145 after five idle minutes the portal asks, and Yes goes on with a new token", async ({
    signedIn: page,
    context,
  }) => {
    await holdClock(context, page);
    // Loading the page took some of the five minutes.
    await context.clock.fastForward("04:30");
    await expect(question(page)).toBeHidden();
    await context.clock.fastForward("00:31");
    await expect(question(page)).toContainText("You have been idle for 5 minutes.");
    await expect(question(page)).toContainText(/log you out in \d+ seconds/);

    await page.mouse.move(300, 300);
    await context.clock.fastForward("00:02");
    await expect(question(page)).toBeVisible();

    const refreshed = page.waitForResponse(/\/api\/session\/refresh$/);
    await question(page).getByRole("button", { name: "Yes! I'm still here" }).click();
    expect((await refreshed).status()).toBe(200);
    await expect(question(page)).toBeHidden();
    await context.clock.fastForward("04:30");
    await expect(question(page)).toBeHidden();
  });

  test("F02 F16 S166 the other tab asks as well; Logout now ends both", async ({
    signedIn: page,
    context,
    guard,
  }) => {
    // To the socket a leap of the clock is a silence: what both read anew may meet the session's end.
    guard.expectMessage(/status of 401/);
    await holdClock(context, page);
    const other = await context.newPage();
    await other.goto("/transaction-history");
    await expect(
      other.getByRole("heading", { name: "Transaction History", level: 1 }),
    ).toBeVisible();
    await expect(other.getByText("₱").first()).toBeVisible();
    await untilAtRest(other);
    await context.clock.fastForward("05:01");
    await expect(question(page)).toBeVisible();
    await expect(question(other)).toBeVisible();
    await question(other).getByRole("button", { name: "Logout now" }).click();
    await expect(login(other)).toBeVisible();
    await expect(login(page)).toBeVisible();
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  });

  test("F16 an answer in one tab is an answer in both", async ({ signedIn: page, context }) => {
    await holdClock(context, page);
    const other = await context.newPage();
    await other.goto("/dashboard");
    await expect(other.getByRole("region", { name: "Account Balances" })).toContainText("₱");
    await untilAtRest(other);
    await context.clock.fastForward("05:01");
    await expect(question(other)).toBeVisible();
    await question(page).getByRole("button", { name: "Yes! I'm still here" }).click();
    await expect(question(page)).toBeHidden();
    await expect(question(other)).toBeHidden();
    await other.reload();
    await expect(other.getByRole("region", { name: "Account Balances" })).toContainText("₱");
  });

  test("F04 without an answer the session ends, the login says so once, and what was typed comes back to its member only", async ({
    signedIn: page,
    context,
    bank,
    sandbox,
    member,
    guard,
  }) => {
    // To the socket a leap of the clock is a silence, after which the page reads anew.
    guard.expectMessage(/401/);
    await holdClock(context, page);
    await page.goto("/transfer-funds?to=own");
    await amountField(page).fill("123.45");
    const runOut = async () => {
      await untilAtRest(page);
      await context.clock.fastForward("05:01");
      await expect(question(page)).toBeVisible();
      // It ends all sessions of the browser's cookie: the next one too, if it came after its sign-in.
      const left = page.waitForResponse(/\/api\/logout$/);
      await context.clock.fastForward("00:31");
      await expect(login(page)).toBeVisible();
      await left;
    };
    const signInAs = async (who: DemoPerson) => {
      const { identity } = await signInBrowser(context, bank.portalUrl, sandbox, who);
      const tab = await handOver(context, bank.portalUrl, identity);
      await expect(page.getByText(who.username)).toBeVisible();
      await tab.close();
    };
    await runOut();
    await expectToastOnce(page, `${EXPIRED} ${KEPT}`);
    await expectAccessible(page);

    await signInAs(member);
    await expect(page).toHaveURL(/\/transfer-funds\?to=own$/);
    await expect(amountField(page)).toHaveValue("123.45");
    await runOut();

    await signInAs(demoMember("john.jacinto"));
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.goto("/transfer-funds?to=own");
    await expect(amountField(page)).toHaveValue("");
    await runOut();

    await signInAs(member);
    await page.goto("/transfer-funds?to=own");
    await expect(amountField(page)).toHaveValue("123.45");
  });

  test("F05 idle time and grace are the server's", async ({ signedIn: page, context }) => {
    await page.route(/\/api\/config$/, async (route) => {
      const answer = await route.fetch();
      const { result, ...rest } = await answer.json();
      const json = { ...rest, result: { ...result, idleSeconds: 120, graceSeconds: 60 } };
      await route.fulfill({ response: answer, json });
    });
    const begun = await pageTime(page);
    await holdClock(context, page);
    await context.clock.fastForward("02:01");
    await expect(question(page)).toContainText("You have been idle for 2 minutes.");
    const left = question(page)
      .getByText(/log you out in \d+ second/)
      .first();
    await expectCountdown(left, { of: 60, since: begun + 120_000 });
  });

  test("F01 who types is not idle", async ({ signedIn: page, context }) => {
    await holdClock(context, page);
    await page.goto("/transfer-funds?to=own");
    const amount = page.getByLabel("Amount, in pesos");
    await amount.fill("12");
    // Its own refresh would be broken off by the leap, and the one for typing is that one while it runs.
    await untilAtRest(page);
    const refreshed = page.waitForResponse(/\/api\/session\/refresh$/);
    await context.clock.fastForward("04:30");
    expect((await refreshed).status()).toBe(200);
    await context.clock.fastForward("01:00");
    await expect(question(page)).toBeHidden();
    await expect(amount).toHaveValue("12");
  });

  test("F04 a refresh that is refused ends the session", async ({
    signedIn: page,
    context,
    guard,
  }) => {
    guard.expectMessage(/401/);
    await holdClock(context, page);
    await page.route(/\/api\/session\/refresh$/, (route) =>
      route.fulfill({ status: 401, json: { status: false, message: "Session Expired" } }),
    );
    await context.clock.fastForward("05:01");
    await question(page).getByRole("button", { name: "Yes! I'm still here" }).click();
    await expect(login(page)).toBeVisible();
    await expectToastOnce(page, EXPIRED);
  });
});

test.describe("logged out", () => {
  test.use({ username: "raymund.dacanay" });
  test("S058 after a log-out Back shows nothing of the member and nothing is kept; the next sign-in needs no code", async ({
    signedIn: page,
    member,
  }) => {
    const login = loginPage(page);
    await page.goto("/transfer-funds?to=own");
    await page.getByLabel("Amount, in pesos").fill("12");
    await page.goto("/transaction-history");
    await expect(page.getByText("₱").first()).toBeVisible();
    await untilAtRest(page);
    await page
      .getByRole("button", { name: /log ?out/i })
      .first()
      .click();
    const sure = page.getByRole("dialog").getByRole("button", { name: /log ?out|yes/i });
    await sure.click();
    await expect(login.heading).toHaveText("Member Login");
    const said = page.getByRole("form").getByText("You are logged out.");
    await expect(said).toBeVisible();
    expect(await toastsSeen(page)).toEqual([]);
    expect(await page.evaluate(everythingKept)).toEqual([]);
    for (let back = 0; back < 2; back += 1) {
      await page.goBack();
      await expect(login.heading).toHaveText("Member Login");
      await expect(page.getByText(member.username)).toHaveCount(0);
      await expect(page.getByText("₱")).toHaveCount(0);
    }
    await login.open();
    await expect(said).toHaveCount(0);
    await login.submit(member.username);
    await expect(login.heading).toHaveText("Member Dashboard");
  });

  test("F15 a session that runs out while the member logs out is a log-out", async ({
    signedIn: page,
    guard,
  }) => {
    guard.expectMessage(/status of 401/);
    let runOut = () => {};
    const ranOut = new Promise<void>((resolve) => {
      runOut = resolve;
    });
    await page.route(DASHBOARD_CALL, async (route) => {
      await ranOut;
      await route.fulfill({ status: 401, json: { status: false, message: EXPIRED } });
    });
    const refused = page.waitForResponse(DASHBOARD_CALL);
    await page.goto("/dashboard");
    await page.route(/\/api\/logout$/, async (route) => {
      runOut();
      await (await refused).finished();
      await route.continue();
    });
    await page
      .getByRole("button", { name: /log ?out/i })
      .first()
      .click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /log ?out|yes/i })
      .click();
    await expect(login(page)).toBeVisible();
    expect(await toastsSeen(page)).not.toContain(EXPIRED);
  });
});

const ASKED_OF_A_SLEEPING_TAB = 17;

/** In a tab beside the portal's: counts how often a tab asked for the session of another. */
function hearAsks(): void {
  let asks = 0;
  new BroadcastChannel("portal-tabs").addEventListener("message", ({ data }) => {
    if (data.kind !== "who_is_signed_in") return;
    asks += 1;
    document.documentElement.dataset["asks"] = String(asks);
  });
}

test.describe("tabs that slept", () => {
  test.use({ username: "raymund.dacanay" });

  /** Moves the device's clock for every tab, a sleeping one included. */
  const ahead = (page: Page, seconds: number) =>
    page.evaluate((by) => localStorage.setItem("ahead", String(by)), seconds * 1000);

  /** Opens a second tab; both run by the clock that `ahead` moves. */
  async function openSecond(context: BrowserContext, page: Page): Promise<Page> {
    await context.addInitScript(() => {
      const real = Date.now.bind(Date);
      Date.now = () => real() + Number(localStorage.getItem("ahead") ?? 0);
    });
    await page.reload();
    const second = await context.newPage();
    await second.goto("/dashboard");
    for (const tab of [page, second]) {
      await expect(balances(tab)).toContainText("₱");
      await untilAtRest(tab);
    }
    return second;
  }

  async function expectExpired(page: Page): Promise<void> {
    await expectToastOnce(page, EXPIRED);
    await expect(login(page)).toBeVisible();
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  }

  /** As a browser does with a tab nobody looks at. The answer wakes it. */
  async function fallAsleep(context: BrowserContext, page: Page): Promise<() => Promise<void>> {
    const devtools = await context.newCDPSession(page);
    await devtools.send("Page.setWebLifecycleState", { state: "frozen" });
    return async () => {
      await devtools.send("Page.setWebLifecycleState", { state: "active" });
    };
  }

  test("F16 a tab that slept past the deadline ends nothing while another is in use, and goes on with its token", async ({
    signedIn: page,
    context,
  }) => {
    const second = await openSecond(context, page);
    const wake = await fallAsleep(context, second);
    await ahead(page, 301);
    const refreshed = page.waitForResponse(/\/api\/session\/refresh$/);
    await question(page).getByRole("button", { name: "Yes! I'm still here" }).click();
    expect((await refreshed).status()).toBe(200);
    await ahead(page, 560);
    await wake();
    const read = second.waitForResponse(DASHBOARD_CALL);
    await second.getByRole("button", { name: "Refresh" }).click();
    expect((await read).status()).toBe(200);
    await expect(question(second)).toBeHidden();
    await expect(balances(page)).toContainText("₱");
  });

  test("F04 F16 when all slept past the deadline the first to wake ends the session, once in each", async ({
    signedIn: page,
    context,
  }) => {
    const second = await openSecond(context, page);
    const wake = await fallAsleep(context, second);
    await ahead(page, 3600);
    await expectExpired(page);
    await wake();
    await expectExpired(second);
  });

  test("F16 a tab opened while the first still reads its session waits for it, and asks for no sign-in", async ({
    signedIn: page,
    context,
    bank,
  }) => {
    const hearer = await context.newPage();
    await hearer.goto(`${bank.portalUrl}/health/live`);
    await hearer.evaluate(hearAsks);
    const { release } = await holdRequests(page, /\/api\/config$/);
    const asked = page.waitForRequest(/\/api\/config$/);
    await page.reload({ waitUntil: "commit" });
    await asked;
    const second = await context.newPage();
    await second.goto("/dashboard");
    // Asked more often than a tab that has its session: a slow phone takes as long to read it.
    await hearer.waitForFunction(
      (asks) => Number(document.documentElement.dataset["asks"]) > asks,
      ASKED_OF_A_SLEEPING_TAB,
    );
    release();
    for (const tab of [page, second]) await expect(balances(tab)).toContainText("₱");
  });

  test("F16 S064 a tab that slept while somebody else signed in here shows that member, and nothing of the first", async ({
    signedInTab: page,
    context,
    bank,
    sandbox,
    member,
    guard,
  }) => {
    guard.expectMessage(/401/);
    await page.goto("/transfer-funds?to=own");
    await amountField(page).fill("77");
    await untilAtRest(page);
    const wake = await fallAsleep(context, page);
    const other = demoMember("john.jacinto");
    const { identity } = await signInBrowser(context, bank.portalUrl, sandbox, other);
    const tab = await handOver(context, bank.portalUrl, identity);
    await wake();
    await expect(page.getByText(other.username)).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByText(member.username)).toHaveCount(0);
    await page.goto("/transfer-funds?to=own");
    await expect(amountField(page)).toHaveValue("");
    await tab.close();
  });
});
