import { seenFrom } from "#server/platform/activity/noteActivity.ts";
import {
  resendOtp as resendCall,
  sendOtp as sendCall,
  verifyOtp as verifyCall,
} from "#contract/auth.ts";
import type { IncomingHttpHeaders } from "node:http";
import type { App } from "#server/platform/app.ts";
import { knownDeviceKey } from "#server/domains/access/auth/devices.ts";
import { sha256 } from "#server/platform/base/tokens.ts";
import { spendCall } from "#server/platform/http/callBudget.ts";
import { onMemberCall, onPublicCall, type Route } from "#server/platform/http/calls.ts";
import { cookieNames } from "#server/platform/http/cookies.ts";
import { readCredentials, requireSession } from "#server/platform/http/session.ts";
import { Refusal } from "#server/refusal.ts";
import { resendOtp } from "./resendOtp.ts";
import { sessionPurposes } from "#server/domains/otp/purposes.ts";
import { evenly } from "#server/platform/http/evenAnswer.ts";
import { resendChallengeCode } from "#server/domains/access/challenge/resendChallengeCode.ts";
import { NOBODY } from "#server/domains/access/challenge/challengeCode.ts";
import { sendOtp } from "./sendOtp.ts";
import { verifyChallengeCode, verifySessionCode } from "./verifyOtp.ts";

export const otpRoutes: Route[] = [
  onPublicCall(verifyCall, async (call) => {
    const { app, body, correlationId } = call;
    const { isSignedIn, browserHash } = await whoCalls(app, "verifyOtp", call);
    const tried = { ...body, browserHash, source: call.source, from: seenFrom(app, call) };
    if (isSignedIn) {
      await verifySessionCode(app, tried, correlationId);
      return { result: { guid: body.memberGuid } };
    }
    const { agedPasswordText: message, ...result } = await verifyChallengeCode(app, tried, call);
    return { result, ...(message !== "" && { extras: { isPasswordAged: { message } } }) };
  }),
  onPublicCall(resendCall, async (call) => {
    const { app, body, correlationId } = call;
    const { isSignedIn, browserHash } = await whoCalls(app, "resendOtp", call);
    const { memberGuid, pinId } = body;
    const ofStage = isSignedIn
      ? undefined
      : await evenly(app, () => resendChallengeCode(app, call, { guid: memberGuid, pinId }));
    const purposes = isSignedIn ? sessionPurposes : (["login"] as const);
    const { screenLanguage } = call;
    const resend = {
      memberGuid,
      pinId,
      correlationId,
      purposes,
      browserHash,
      cookies: call.cookies,
      screenLanguage,
      from: seenFrom(app, call),
    };
    const result = ofStage ?? (await resendOtp(app, resend));
    const message = result.sentBefore
      ? "Use the code that was sent before"
      : (result.notice ?? "New OTP code sent");
    return { message, result };
  }),
  onMemberCall(sendCall, async ({ app, caller, body, cookies, screenLanguage }) => {
    if (body.memberGuid !== caller.memberGuid) {
      throw new Refusal("not_found", { reachedFor: `member:${body.memberGuid}` });
    }
    const browserHash = sha256(cookies[cookieNames(app.config).session] ?? "");
    return {
      result: await sendOtp(app, caller, { intent: body.intent, browserHash, screenLanguage }),
    };
  }),
];

/**
 * Who may use which code: with a session, the session's browser and what it approves; without one, the
 * browser in which the sign-in, sign-up or recovery began.
 */
async function whoCalls(
  app: App,
  kind: "verifyOtp" | "resendOtp",
  call: {
    headers: IncomingHttpHeaders;
    cookies: Record<string, string>;
    source: string;
    body: { memberGuid: string; pinId?: string | undefined };
  },
): Promise<{ isSignedIn: boolean; browserHash: Buffer }> {
  const { headers, cookies, source } = call;
  const { memberGuid, pinId } = call.body;
  const names = cookieNames(app.config);
  if (headers.authorization === undefined) {
    const browserHash = sha256(cookies[names.stage] ?? "");
    const knownAs = () => challengeDeviceKey(app, { pinId, browserHash, cookies });
    await spendCall(app, { kind, source, knownAs });
    return { isSignedIn: false, browserHash };
  }
  const session = await requireSession(app, readCredentials(app, call), true);
  if (session.memberGuid !== memberGuid) {
    throw new Refusal("otp_incorrect", { reachedFor: `member:${memberGuid}` });
  }
  return { isSignedIn: true, browserHash: sha256(cookies[names.session] ?? "") };
}

/** The key of the known device that waits for this code, of a sign-in, sign-up or recovery. */
async function challengeDeviceKey(
  app: App,
  of: { pinId: string | undefined; browserHash: Buffer; cookies: Record<string, string> },
): Promise<string | undefined> {
  if (of.pinId === undefined) return undefined;
  const waiting = await app.db
    .selectFrom("otp_challenge as o")
    .innerJoin("member as m", "m.id", "o.member_id")
    .select("m.guid")
    .where("o.pin_id", "=", of.pinId)
    .where("o.browser_hash", "=", of.browserHash)
    .executeTakeFirst();
  return knownDeviceKey(app, { cookies: of.cookies, memberGuid: waiting?.guid ?? NOBODY.guid });
}
