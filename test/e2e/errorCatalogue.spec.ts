import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { type ForcedCard, forceCard } from "#test/support/forceCard.ts";
import { CARD_STATES, ENDINGS, EXPIRED, plantFault, removeFault } from "./support/catalogue.ts";
import { test } from "./support/fixtures.ts";
import { type Gateway, startGateway } from "./support/gateway.ts";
import { review, send, typeCode } from "./support/topUp.ts";
import { asShown, openTwoTabs, type TwoTabs } from "./support/twoTabs.ts";

// docs/errors.md names, for every row of the error catalogue, the server state that makes it and the
// test here or elsewhere that sees it. Nothing is answered in the server's place.

const loginIn = {
  english: (page: Page) => page.getByRole("heading", { name: "Member Login" }),
  filipino: (page: Page) => page.getByRole("heading", { name: "Login ng Miyembro" }),
};

test.describe("what ends the session", () => {
  test.use({ username: "vicente.pangilin" });
  test.beforeEach(({ guard }) => {
    guard.expectMessage(/401|403|500|502|503|WebSocket|socket\.io|ERR_INTERNET_DISCONNECTED/);
  });

  test("F07–F11 F14 S064 each ending is said once in every tab, however many calls meet it, and leads to the login", async ({
    context,
    bank,
    sandbox,
    member,
    clock,
    database,
  }) => {
    const tabs = await openTwoTabs(context, bank.portalUrl, sandbox, member);
    const around = { tabs, context, clock, database, sandbox, member, portalUrl: bank.portalUrl };
    for (const [index, { row, what, isDeaf, make, toast }] of ENDINGS.entries()) {
      await test.step(`${row} ${what}`, async () => {
        if (isDeaf === true) await context.route(/\/socket\.io\//, (route) => route.abort());
        if (index > 0) await tabs.signInAgain();
        try {
          await make(around);
          for (const language of ["english", "filipino"] as const) {
            await expect(loginIn[language](tabs[language])).toBeVisible();
            await expect(tabs[language]).toHaveURL(/\/login$/);
            expect(await tabs[language].evaluate(() => sessionStorage.length)).toBe(0);
          }
          const { english, filipino } = toast;
          expect(await tabs.toasts()).toEqual({ english: [english], filipino: [filipino] });
        } finally {
          clock.reset();
          await database.query("grant select on notification to bank_app");
          await context.unrouteAll({ behavior: "ignoreErrors" });
        }
      });
    }
  });

  test("F12 whatever stands before the bank and refuses with words of its own: the session has expired", async ({
    context,
    bank,
    sandbox,
    member,
  }) => {
    const gateway = await startGateway(bank.portalUrl);
    try {
      const tabs = await openTwoTabs(context, gateway.url, sandbox, member);
      await beyondTheGateway(gateway, tabs);
      gateway.answer({
        status: 401,
        type: "application/json",
        body: JSON.stringify({ status: false, message: "Please log in to the gateway" }),
      });
      const refresh = tabs.english.getByRole("button", { name: "Refresh" });
      const isLoggedOut = expect(loginIn.english(tabs.english)).toBeVisible();
      // A call that was on its way may have met it already, and taken the button away.
      await Promise.race([refresh.click().catch(() => undefined), isLoggedOut]);
      await isLoggedOut;
      for (const language of ["english", "filipino"] as const)
        await expect(loginIn[language](tabs[language])).toBeVisible();
      expect(await tabs.toasts()).toEqual({
        english: [EXPIRED.english],
        filipino: [EXPIRED.filipino],
      });
      // The login asks for its pictures still.
      await Promise.all([tabs.english.close(), tabs.filipino.close()]);
    } finally {
      await gateway.close();
    }
  });

  /** An answer that is no JSON ends nothing: the figures stay, and what was asked says that it failed. */
  async function beyondTheGateway(gateway: Gateway, { english, filipino }: TwoTabs): Promise<void> {
    gateway.answer({ status: 502, type: "text/html", body: "<h1>Bad gateway</h1>" });
    for (const [page, bell, text] of [
      [english, "Notifications", "We could not load your notifications."],
      [filipino, "Mga Abiso", "Hindi nakuha ang inyong mga abiso."],
    ] as const) {
      await page.getByRole("button", { name: bell }).click();
      await expect(page.getByText(text)).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(page.getByText("₱").first()).toBeVisible();
    }
    gateway.answer(undefined);
  }

  test("F13 a call that was changed on its way is forbidden", async ({
    context,
    bank,
    sandbox,
    member,
  }) => {
    const tabs = await openTwoTabs(context, bank.portalUrl, sandbox, member);
    const { english, filipino } = tabs;
    await tabs.loadIn("en");
    await review(english, "21");
    const code = await sandbox.codeAfter(member.mobileNumber, () => send(english));
    await english.route(/\/api\/otp\/verify$/, (route) => {
      const body = route.request().postData() ?? "";
      const changed = body.replace(/(?<=pin=.{20})./, (letter) => (letter === "A" ? "B" : "A"));
      return route.continue({ postData: changed });
    });
    await typeCode(english, code);
    await expect(loginIn.english(english)).toBeVisible();
    await expect(loginIn.filipino(filipino)).toBeVisible();
    expect(await tabs.toasts()).toEqual({
      english: ["Forbidden Access!"],
      filipino: ["Hindi pinapayagan!"],
    });
  });

  test("A12 a profile that cannot be had is said in the server's words, and the member is logged out", async ({
    context,
    bank,
    sandbox,
    member,
    database,
  }) => {
    const tabs = await openTwoTabs(context, bank.portalUrl, sandbox, member);
    await plantFault(database, "sealed_call", "insert", "53100");
    try {
      await tabs.loadIn("en");
      await tabs.english.reload();
      await expect(loginIn.english(tabs.english)).toBeVisible();
      await expect(loginIn.filipino(tabs.filipino)).toBeVisible();
      const inEnglish = expect.poll(async () => (await tabs.toasts()).english);
      await inEnglish.toEqual(["This service is not available right now. Please try again later."]);
      await removeFault(database, "sealed_call");
      await tabs.signInAgain();
      await plantFault(database, "sealed_call", "insert", "53100");
      await tabs.loadIn("fil");
      await tabs.filipino.reload();
      await expect(loginIn.filipino(tabs.filipino)).toBeVisible();
      await expect(loginIn.english(tabs.english)).toBeVisible();
      const inFilipino = expect.poll(async () => (await tabs.toasts()).filipino);
      await inFilipino.toEqual(["Hindi available ang serbisyong ito ngayon. Subukan ulit mamaya."]);
    } finally {
      await removeFault(database, "sealed_call");
    }
  });
});

test.describe("what does not end the session", () => {
  test.use({ username: "vicente.pangilin" });

  test("U01 an outage and a lost network are said in a toast, a business no where it was asked, and the member stays", async ({
    context,
    bank,
    sandbox,
    member,
    database,
    guard,
  }) => {
    guard.expectMessage(/409|503|ERR_INTERNET_DISCONNECTED|WebSocket|socket\.io/);
    const tabs = await openTwoTabs(context, bank.portalUrl, sandbox, member);
    const { english, filipino } = tabs;
    const setPassword = (values: string) =>
      database.query(`update member set ${values} where guid = $1`, [tabs.guid]);
    const { rows } = await database.query<{ changed: string }>(
      "select password_changed_at::text as changed from member where guid = $1",
      [tabs.guid],
    );
    await setPassword("password_changed_at = now() - interval '400 days'");
    for (const [language, page] of [
      ["en", english],
      ["fil", filipino],
    ] as const) {
      await tabs.loadIn(language);
      await page.reload();
    }
    let pressedAt = 0;
    const no = async () => {
      // A second press within a second is taken for the same press (src/ui/Button.tsx).
      await filipino.waitForFunction((since) => Date.now() - since >= 1000, pressedAt);
      await english.getByRole("button", { name: "No", exact: true }).click();
      await filipino.getByRole("button", { name: "Hindi muna", exact: true }).click();
      pressedAt = await filipino.evaluate(() => Date.now());
    };
    const expectToasts = async (inEnglish: string, inFilipino: string) => {
      await expect.poll(async () => (await tabs.toasts()).english).toContain(inEnglish);
      await expect.poll(async () => (await tabs.toasts()).filipino).toContain(inFilipino);
      await expect(english.getByRole("dialog")).toBeVisible();
      await expect(filipino.getByRole("dialog")).toBeVisible();
    };
    const expectInDialog = async (page: Page, text: string, yes: string) => {
      const dialog = page.getByRole("dialog");
      await expect(dialog.getByRole("alert")).toHaveText(text);
      await expect(dialog.getByRole("button")).toHaveText([yes]);
    };
    try {
      await plantFault(database, "member", "update", "53100");
      await no();
      await expectToasts(
        "This service is not available right now. Please try again later.",
        "Hindi available ang serbisyong ito ngayon. Subukan ulit mamaya.",
      );
      await removeFault(database, "member");

      await context.setOffline(true);
      await no();
      await expectToasts(
        "You are offline. Nothing was sent. We will reconnect by ourselves.",
        "Walang internet. Walang naipadala. Kusa kaming kokonekta ulit.",
      );
      await context.setOffline(false);

      await setPassword("password_waives = 3");
      await no();
      await expectInDialog(
        english,
        "You have postponed this three times. Please update your password now.",
        "Yes",
      );
      await expectInDialog(
        filipino,
        "Tatlong beses na ninyo itong ipinagpaliban. Palitan na ang password ngayon.",
        "Oo",
      );
    } finally {
      await removeFault(database, "member");
      await database.query(
        "update member set password_waives = 0, password_changed_at = $2 where guid = $1",
        [tabs.guid, rows[0]?.changed],
      );
    }
  });

  test("U02 U03 U04 a card's state is told on the dashboard, in both languages", async ({
    context,
    bank,
    sandbox,
    member,
    database,
  }) => {
    const tabs = await openTwoTabs(context, bank.portalUrl, sandbox, member);
    const own = "member_id = (select id from member where guid = $1)";
    const { rows } = await database.query<ForcedCard>(
      `select status, perso_status, admin_locked from card where ${own}`,
      [tabs.guid],
    );
    try {
      for (const { set, english, filipino } of CARD_STATES) {
        await restore();
        await forceCard(database, tabs.guid, set);
        await tabs.english.getByRole("button", { name: "Refresh" }).click();
        await expect(tabs.english.getByText(english, { exact: true })).toBeVisible();
        await tabs.filipino.getByRole("button", { name: asShown("I-refresh") }).click();
        await expect(tabs.filipino.getByText(asShown(filipino))).toBeVisible();
      }
    } finally {
      await restore();
    }

    async function restore(): Promise<void> {
      const [before] = rows;
      if (before !== undefined) await forceCard(database, tabs.guid, before);
    }
  });
});
