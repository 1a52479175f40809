import type { Language } from "#contract/refusals.ts";
import type { App } from "#server/platform/app.ts";
import { sourceMark } from "#server/platform/audit/writeAudit.ts";
import type { Tx } from "#server/db/db.ts";
import { knownDeviceKey } from "#server/domains/access/auth/devices.ts";
import type { Browser } from "#server/domains/access/auth/startSession.ts";
import { asLanguage, NOBODY } from "#server/domains/access/challenge/challengeCode.ts";
import { findAsked } from "#server/domains/access/challenge/findAsked.ts";
import { openChallenge } from "#server/domains/access/challenge/openChallenge.ts";
import type { CodeWaitedFor } from "#server/domains/otp/issueCode.ts";
import { spendCall } from "#server/platform/http/callBudget.ts";
import { type FreezeDone, freezeMember } from "./freezeMember.ts";

/**
 * Sends a code to the number on file of whoever has this username or membership number: with it, whoever has the
 * phone freezes the account. Nothing tells whether there is anybody, and nobody is frozen by the name alone.
 */
export async function reportIntruder(
  app: App,
  browser: Browser & { language: Language },
  identifier: string,
): Promise<CodeWaitedFor> {
  const { asked, member } = await findAsked(app, identifier);
  const { source, cookies } = browser;
  const knownAs = () => knownDeviceKey(app, { cookies, memberGuid: member?.guid ?? NOBODY.guid });
  await spendCall(app, { kind: "reportIntruder", source, knownAs });
  const mobileNumber = member?.mobile_number ?? null;
  // Who has no online account has none that somebody could be in; what staff closed is closed already.
  const canFreeze =
    member &&
    member.username_key !== null &&
    member.status !== "cancelled" &&
    member.access_closed_for !== "staff";
  return openChallenge(app, browser, {
    purpose: "freeze",
    asked,
    mobileNumber,
    member:
      canFreeze && mobileNumber !== null
        ? { id: member.id, guid: member.guid, mobileNumber, language: asLanguage(member.language) }
        : undefined,
  });
}

/** The code was right: freezes, in the transaction that took the code. Undefined where staff closed the access meanwhile. */
export async function freezeByCode(
  tx: Tx,
  app: App,
  { memberId, browser }: { memberId: bigint; browser: Browser },
): Promise<FreezeDone | undefined> {
  const { guid, access_closed_for: closedFor } = await tx
    .selectFrom("member")
    .select(["guid", "access_closed_for"])
    .where("id", "=", memberId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (closedFor === "staff") return undefined;
  return freezeMember(tx, app, {
    memberId,
    by: "member",
    way: "code",
    actor: guid,
    reason: "",
    sourceMark: sourceMark(app, browser.source),
    correlationId: browser.correlationId,
  });
}
