import type { App } from "#server/platform/app.ts";
import { sha256 } from "#server/platform/base/tokens.ts";
import { cookieNames } from "#server/platform/http/cookies.ts";
import { Refusal } from "#server/refusal.ts";
import type { StepUp } from "./spendCode.ts";

/**
 * The code that a call presents, in the browser of its session; undefined where it presents none. Refuses half a
 * code, which is none (otp_needed).
 */
export function stepUpOf(
  app: App,
  cookies: Record<string, string>,
  { pinId, pin }: { pinId: string | undefined; pin: string | undefined },
): StepUp | undefined {
  if ((pinId === undefined) !== (pin === undefined)) throw new Refusal("otp_needed");
  if (pinId === undefined || pin === undefined) return undefined;
  return { pinId, pin, browserHash: sha256(cookies[cookieNames(app.config).session] ?? "") };
}
