import type { CDPSession, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { test } from "./support/fixtures.ts";
import { heading, review, send, typeCode } from "./support/topUp.ts";
import { expectToast } from "./support/toasts.ts";

/** An authenticator in the browser's own device, with its keys copied elsewhere or not. */
async function plugIn(page: Page, isSynced: boolean): Promise<{ cdp: CDPSession; id: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId: id } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      ctap2Version: "ctap2_1",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      defaultBackupEligibility: isSynced,
      defaultBackupState: isSynced,
    },
  });
  return { cdp, id };
}

test.describe("from the page of safety to the sign-in", () => {
  test.use({ username: "zaldy.ecal" });
  test("S190 S191 S192 a passkey is added, approves a top-up without a text, and signs in without a username", async ({
    signedInTab: page,
    sandbox,
    member,
    database,
  }) => {
    const { cdp, id } = await plugIn(page, true);
    await page.goto("/safety");
    const section = page.getByRole("region", { name: "Passkeys" });
    await expect(section).toContainText("You have no passkey yet.");
    const code = await sandbox.codeAfter(member.mobileNumber, () =>
      section.getByRole("button", { name: "Add a passkey" }).click(),
    );
    await typeCode(page, code);
    await expectToast(page, "The passkey was added");
    await expect(section.getByRole("listitem")).toContainText(["My computer"]);
    await expect(section).toContainText("Synced");
    await expectAccessible(page);

    // Its own prompt is the only step between the review and the receipt: no code is sent.
    await review(page, "120.00");
    const before = await sandbox.texts(member.mobileNumber);
    await send(page);
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
    await page.context().clearCookies();
    await page.evaluate(() => sessionStorage.clear());
    await page.goto("/login");
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Member Dashboard");
    // What comes after in this bank approves by texts again.
    await database.query(
      `update passkey p set removed_at = now() + interval '1 minute' from member m
        where m.id = p.member_id and m.username = $1`,
      [member.username],
    );
  });
});
