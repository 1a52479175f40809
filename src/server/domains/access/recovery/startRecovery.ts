import type { Language } from "#contract/refusals.ts";
import type { App } from "#server/platform/app.ts";
import { staysClosed } from "#server/domains/access/auth/accessRefusal.ts";
import { knownDeviceKey } from "#server/domains/access/auth/devices.ts";
import type { Browser } from "#server/domains/access/auth/startSession.ts";
import { spendCall } from "#server/platform/http/callBudget.ts";
import type { CodeWaitedFor } from "#server/domains/otp/issueCode.ts";
import { findAsked } from "#server/domains/access/challenge/findAsked.ts";
import { openChallenge } from "#server/domains/access/challenge/openChallenge.ts";
import { asLanguage, NOBODY } from "#server/domains/access/challenge/challengeCode.ts";

export type Recovery = {
  purpose: "recover_username" | "recover_password";
  /** What the visitor knows: a membership number, or for a password also the username. */
  identifier: string;
};

/**
 * Sends a code to the number on file of whoever this is. Nothing tells whether it is anybody; a limit that
 * was reached is refused alike for nobody (challengeBudget.ts). Nothing of the account changes.
 */
export async function startRecovery(
  app: App,
  browser: Browser & { language: Language },
  { purpose, identifier }: Recovery,
): Promise<CodeWaitedFor> {
  const kind = purpose === "recover_username" ? "forgotUsername" : "forgotPassword";
  const { asked, member } = await findAsked(app, identifier);
  const { source, cookies } = browser;
  const knownAs = () => knownDeviceKey(app, { cookies, memberGuid: member?.guid ?? NOBODY.guid });
  await spendCall(app, { kind, source, knownAs });
  const mobileNumber = member?.mobile_number ?? null;
  // Whoever has the phone of a member whose access staff closed, or who is frozen, changes neither name nor password.
  const canRecover =
    member &&
    member.username_key !== null &&
    member.status !== "cancelled" &&
    !staysClosed(member.access_closed_for);
  return openChallenge(app, browser, {
    purpose,
    asked,
    mobileNumber,
    member:
      canRecover && mobileNumber !== null
        ? { id: member.id, guid: member.guid, mobileNumber, language: asLanguage(member.language) }
        : undefined,
  });
}
