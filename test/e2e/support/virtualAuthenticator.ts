import type { CDPSession, Page } from "@playwright/test";

/** An authenticator in the browser's own device, with its keys copied elsewhere or not. */
export async function plugIn(
  page: Page,
  isSynced: boolean,
): Promise<{ cdp: CDPSession; id: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  return { cdp, id: await add(cdp, "internal", isSynced) };
}

/** One more, in the hand: a key of its own that is copied nowhere. */
export const plugInAnother = (cdp: CDPSession): Promise<string> => add(cdp, "usb", false);

async function add(
  cdp: CDPSession,
  transport: "internal" | "usb",
  isSynced: boolean,
): Promise<string> {
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      ctap2Version: "ctap2_1",
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      defaultBackupEligibility: isSynced,
      defaultBackupState: isSynced,
    },
  });
  return authenticatorId;
}
