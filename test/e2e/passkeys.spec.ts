import { expect } from "@playwright/test";
import type pg from "pg";
import { expectAccessible } from "./support/axe.ts";
import { test } from "./support/fixtures.ts";
import { holdRequests } from "./support/loginPage.ts";
import { forgetOwnSafety } from "./support/forgetOwnSafety.ts";
import { setLanguage } from "./support/showScreen.ts";
import { heading, review, send, typeCode } from "./support/topUp.ts";
import { expectAnnounced } from "./support/toasts.ts";
import { plugIn, plugInAnother } from "./support/virtualAuthenticator.ts";

/** Stands in for the list under the field, which a test cannot reach: whoever waits behind it is answered at once. */
function chooseSuggestion() {
  PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(true);
  const get = navigator.credentials.get.bind(navigator.credentials);
  navigator.credentials.get = (options) => {
    const { mediation, ...rest } = options ?? {};
    if (mediation !== "conditional") return get(options);
    const field = document.querySelector("input[autocomplete~=username][autocomplete~=webauthn]");
    return field === null ? Promise.reject(new Error("no field")) : get(rest);
  };
}

const choose = (database: pg.Client, needs: "office" | null) =>
  database.query("update approval_policy set chosen = $1 where act = 'raise_limit'", [needs]);

test.describe("from the page of safety to the sign-in", () => {
  test.use({ username: "zaldy.ecal" });
  test("S190 S191 S192 a passkey is added, approves a top-up without a text, and signs in without a username", async ({
    signedInTab: page,
    sandbox,
    member,
    database,
    guard,
  }) => {
    // What the page reads at the moment when its cookies go is refused.
    guard.expectMessage(/status of 401/);
    const { cdp, id } = await plugIn(page, true);
    await page.goto("/safety");
    const section = page.getByRole("region", { name: "Passkeys" });
    await expect(section).toContainText("You have no passkey yet.");
    const code = await sandbox.codeAfter(member.mobileNumber, () =>
      section.getByRole("button", { name: "Add a passkey" }).click(),
    );
    await expect(page.getByRole("dialog")).toContainText("It approves adding a passkey");
    await typeCode(page, code);
    await expectAnnounced(page, "The passkey was added");
    await expect(section.getByRole("listitem")).toContainText(["My computer"]);
    await expect(section).toContainText("Synced");
    await expectAccessible(page);

    // Its own prompt is the only step between the review and the receipt: no code is sent.
    // Not even where the answer whether there is a passkey is still on its way at the press.
    const read = await holdRequests(page, /\/passkeys$/);
    await review(page, "120.00");
    const before = await sandbox.texts(member.mobileNumber);
    await send(page);
    read.release();
    await expect(heading(page, "Transfer sent")).toBeVisible();
    const after = await sandbox.texts(member.mobileNumber);
    const codes = (texts: readonly { text: string }[]) =>
      texts.filter(({ text }) => /^\d{6} /.test(text)).length;
    expect(codes(after)).toBe(codes(before));

    // Without the member's finger nothing is approved: a text is the other way.
    await cdp.send("WebAuthn.setUserVerified", { authenticatorId: id, isUserVerified: false });
    await review(page, "130.00");
    await send(page);
    const dialog = page.getByRole("dialog", { name: "Approve with your passkey" });
    await expect(dialog.getByRole("button", { name: "Send a code by text instead" })).toBeVisible();
    await expectAccessible(page);
    const text = await sandbox.codeAfter(member.mobileNumber, () =>
      dialog.getByRole("button", { name: "Send a code by text instead" }).click(),
    );
    await typeCode(page, text);
    await expect(heading(page, "Transfer sent")).toBeVisible();

    await cdp.send("WebAuthn.setUserVerified", { authenticatorId: id, isUserVerified: true });
    // A passkey that was added begins a pause, in which no limit goes up.
    await database.query("update member set paused_until = null where username = $1", [
      member.username,
    ]);
    await test.step("a raise of the withdrawal limit", async () => {
      await page.goto("/update-transaction-limit");
      await page.getByLabel("Limit per day, in pesos").fill("30000");
      await page.getByRole("button", { name: "Save Daily Withdrawal Limit" }).click();
      await expect(page).toHaveURL(/\/card-settings$/);
      await expect(page.getByText(/₱30,000\.00 holds from/)).toBeVisible();
    });
    await test.step("a raise of an own limit, once the member answers", async () => {
      await page.goto("/safety");
      const row = page
        .getByRole("region", { name: "Your own limits" })
        .getByRole("listitem")
        .filter({ hasText: "PESONet" });
      const form = page.getByRole("dialog", { name: /^Limit: .*PESONet/ });
      const setDay = async (amount: string) => {
        await row.getByRole("button", { name: /^Change the limits: / }).click();
        await form.getByLabel("What it is for").selectOption("Per day");
        await form.getByLabel("The most, in pesos").fill(amount);
        await form.getByRole("button", { name: "Save" }).click();
      };
      await setDay("300");
      await expectAnnounced(page, "Your limit counts from now on");
      await cdp.send("WebAuthn.setUserVerified", { authenticatorId: id, isUserVerified: false });
      await setDay("500");
      await expect(dialog).toContainText("₱500.00");
      const again = dialog.getByRole("button", { name: "Approve with your passkey" });
      // Only once the browser has said no: before that it still asks.
      await expect(again).toBeVisible();
      await cdp.send("WebAuthn.setUserVerified", { authenticatorId: id, isUserVerified: true });
      await again.click();
      await expectAnnounced(page, /^Your limit will change on /);
      await expect(row).toContainText(/Per day: ₱500\.00 from /);
    });

    await page.context().clearCookies();
    await page.evaluate(() => sessionStorage.clear());
    await page.goto("/login");
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Member Dashboard");
  });

  test("S190 S192 two authenticators of one account, the second approved by the first: each signs in, also from the suggestions of the field", async ({
    signedInTab: page,
    sandbox,
    member,
    guard,
  }) => {
    guard.expectMessage(/status of 401/);
    const { cdp, id: first } = await plugIn(page, true);
    const answersAlone = async (id: string, other: string) => {
      await cdp.send("WebAuthn.setAutomaticPresenceSimulation", {
        authenticatorId: other,
        enabled: false,
      });
      await cdp.send("WebAuthn.setAutomaticPresenceSimulation", {
        authenticatorId: id,
        enabled: true,
      });
    };
    await page.goto("/safety");
    const section = page.getByRole("region", { name: "Passkeys" });
    const addOne = () => section.getByRole("button", { name: "Add a passkey" }).click();
    await typeCode(page, await sandbox.codeAfter(member.mobileNumber, addOne));
    await expect(section.getByRole("listitem")).toHaveCount(1);

    // The first approves; by the time that the second is made it is the second that answers.
    const second = await plugInAnother(cdp);
    await answersAlone(first, second);
    const made = await holdRequests(page, /\/passkeys\/options$/);
    const asked = page.waitForRequest(/\/passkeys\/options$/);
    await addOne();
    await asked;
    await answersAlone(second, first);
    made.release();
    await expect(section.getByRole("listitem")).toHaveCount(2);
    await expect(section.getByRole("listitem").filter({ hasText: "Synced" })).toHaveCount(1);
    await expect(
      section.getByRole("listitem").filter({ hasText: "On one device only" }),
    ).toHaveCount(1);

    const signOut = async () => {
      await page.context().clearCookies();
      await page.evaluate(() => sessionStorage.clear());
    };
    const dashboard = page.getByRole("heading", { level: 1, name: "Member Dashboard" });
    for (const [id, other] of [
      [second, first],
      [first, second],
    ] as const) {
      await answersAlone(id, other);
      await signOut();
      await page.goto("/login");
      await page.getByRole("button", { name: "Sign in with a passkey" }).click();
      await expect(dashboard).toBeVisible();
    }

    await test.step("a press while the page asks for suggestions is one sign-in, whichever is answered", async () => {
      await signOut();
      const options = await holdRequests(page, /\/passkeys\/login\/options$/);
      const answers: string[] = [];
      page.on("request", (request) => {
        if (request.url().endsWith("/passkeys/login")) answers.push(request.url());
      });
      const asked = page.waitForRequest(/\/passkeys\/login\/options$/);
      await page.goto("/login");
      await asked;
      const pressed = page.waitForRequest(/\/passkeys\/login\/options$/);
      await page.getByRole("button", { name: "Sign in with a passkey" }).click();
      await pressed;
      options.release();
      await expect(dashboard).toBeVisible();
      expect(answers).toHaveLength(1);
    });

    // The suggestion is chosen: the browser answers the question that waits behind the field.
    await signOut();
    await page.addInitScript(chooseSuggestion);
    await page.goto("/login");
    await expect(dashboard).toBeVisible();
  });

  test("S188 S191 where a code approves nothing none is offered, and what to do stands there, in both languages", async ({
    signedInTab: page,
    sandbox,
    member,
    database,
    guard,
  }) => {
    const { cdp, id } = await plugIn(page, false);
    await page.goto("/safety");
    const section = page.getByRole("region", { name: "Passkeys" });
    const code = await sandbox.codeAfter(member.mobileNumber, () =>
      section.getByRole("button", { name: "Add a passkey" }).click(),
    );
    await typeCode(page, code);
    await expectAnnounced(page, "The passkey was added");
    await expect(section).toContainText("On one device only");
    const raise = async (labels: { amount: string; save: string }) => {
      await page.goto("/update-transaction-limit");
      await page.getByLabel(labels.amount).fill("30000");
      await page.getByRole("button", { name: labels.save }).click();
    };
    const english = { amount: "Limit per day, in pesos", save: "Save Daily Withdrawal Limit" };
    const texts = await sandbox.texts(member.mobileNumber);

    await test.step("a passkey that does not answer", async () => {
      await cdp.send("WebAuthn.setUserVerified", { authenticatorId: id, isUserVerified: false });
      await raise(english);
      const dialog = page.getByRole("dialog", { name: "Approve with your passkey" });
      await expect(dialog).toContainText("A code by text is not enough here.");
      await expect(dialog.getByRole("button", { name: /by text/ })).toHaveCount(0);
      await expectAccessible(page);
      await setLanguage(page, "fil");
      const inFilipino = page.getByRole("dialog", { name: "Aprubahan gamit ang passkey" });
      await expect(inFilipino).toContainText("Hindi sapat dito ang code sa text.");
      await inFilipino.getByRole("link", { name: "Ang inyong mga passkey" }).click();
      await expect(page).toHaveURL(/\/safety$/);
      await setLanguage(page, "en");
    });

    await test.step("an act of the office", async () => {
      guard.expectMessage(/status of 409/);
      await choose(database, "office");
      await raise(english);
      const dialog = page.getByRole("dialog", { name: "Only at an office" });
      await expect(dialog).toContainText("Please bring a valid ID.");
      await expect(dialog).toContainText("Any office will do:");
      await expectAccessible(page);
      await setLanguage(page, "fil");
      await expect(page.getByRole("dialog", { name: "Sa opisina lang" })).toContainText(
        "Kahit saang opisina:",
      );
      await setLanguage(page, "en");
    });
    expect(await sandbox.texts(member.mobileNumber)).toHaveLength(texts.length);

    await test.step("it is removed, and the focus stays beside where it was", async () => {
      await cdp.send("WebAuthn.setUserVerified", { authenticatorId: id, isUserVerified: true });
      await page.goto("/safety");
      await section.getByRole("button", { name: /^Remove / }).focus();
      await page.keyboard.press("Enter");
      await expect(section).toContainText("You have no passkey yet.");
      const title = section.getByRole("heading", { name: "Passkeys" });
      await expect(title).toBeFocused();
      await expect(title).toBeInViewport({ ratio: 1 });
    });
  });
  test.afterEach(async ({ database, member }) => {
    await choose(database, null);
    await forgetOwnSafety(database, member);
  });
});
