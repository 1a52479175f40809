import {
  resendOtp as resendCall,
  sendOtp as sendCall,
  verifyOtp as verifyCall,
} from "#contract/auth.ts";
import type { IncomingHttpHeaders } from "node:http";
import type { App } from "#server/app.ts";
import { sha256 } from "#server/auth/tokens.ts";
import { spendCall } from "#server/http/callBudget.ts";
import { onMemberCall, onPublicCall, type Route } from "#server/http/calls.ts";
import { cookieNames } from "#server/http/cookies.ts";
import { readCredentials, requireSession } from "#server/http/session.ts";
import { Refusal } from "#server/refusal.ts";
import { resendOtp } from "./resendOtp.ts";
import { sendOtp } from "./sendOtp.ts";
import { verifyLoginCode, verifyTransferCode } from "./verifyOtp.ts";

export const otpRoutes: Route[] = [
  onPublicCall(verifyCall, async (call) => {
    const { app, body, correlationId } = call;
    const stage = await stageOf(app, "verifyOtp", call, body.memberGuid);
    const tried = { ...body, ...stage };
    if (stage.purpose === "transfer") {
      await verifyTransferCode(app, tried, correlationId);
      return { result: { guid: body.memberGuid } };
    }
    const { guid, token, agedPasswordText: message } = await verifyLoginCode(app, tried, call);
    return {
      result: { guid, token },
      ...(message !== "" && { extras: { isPasswordAged: { message } } }),
    };
  }),
  onPublicCall(resendCall, async (call) => {
    const { app, body, correlationId } = call;
    const stage = await stageOf(app, "resendOtp", call, body.memberGuid);
    const { memberGuid, pinId } = body;
    const result = await resendOtp(app, { memberGuid, pinId, correlationId, ...stage });
    return { message: "New OTP code sent", result };
  }),
  onMemberCall(sendCall, async ({ app, caller, body, cookies }) => {
    if (body.memberGuid !== caller.memberGuid) {
      throw new Refusal("not_found", { reachedFor: `member:${body.memberGuid}` });
    }
    const browserHash = sha256(cookies[cookieNames(app.config).session] ?? "");
    return { result: await sendOtp(app, caller, { intent: body.intent, browserHash }) };
  }),
];

/**
 * Who may use which code: with a session, the session's browser and its transfers; without one, the
 * browser in which the sign-in began.
 */
async function stageOf(
  app: App,
  kind: "verifyOtp" | "resendOtp",
  call: { headers: IncomingHttpHeaders; cookies: Record<string, string>; source: string },
  memberGuid: string,
): Promise<{ purpose: "login" | "transfer"; browserHash: Buffer }> {
  const { headers, cookies, source } = call;
  const names = cookieNames(app.config);
  if (headers.authorization === undefined) {
    await spendCall(app, { kind, source });
    return { purpose: "login", browserHash: sha256(cookies[names.stage] ?? "") };
  }
  const session = await requireSession(app, readCredentials(app, headers), true);
  if (session.memberGuid !== memberGuid) {
    throw new Refusal("otp_incorrect", { reachedFor: `member:${memberGuid}` });
  }
  return { purpose: "transfer", browserHash: sha256(cookies[names.session] ?? "") };
}
