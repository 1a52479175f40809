import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import { countWithin } from "#server/platform/base/throttle.ts";
import type { ChallengePurpose } from "#server/domains/otp/purposes.ts";
import { secondsToNextSend } from "#server/domains/otp/sendLimits.ts";

/** A brake for floods: a camp or a carrier may have thousands of people behind one address. */
const TEXTS_OF_AN_ADDRESS_AN_HOUR = 1_000;

/**
 * Why no code of a sign-up or a recovery may go out now; undefined when one may. Counts the asking. First the
 * identifier's own share, of strangers and of a known device apart, then the brake of the address, which is
 * none of a known device's. Both are counted and answered alike for what nobody has, so that being refused
 * tells of nobody. What all strangers have together is smsBudget.ts.
 */
export async function spentChallengeBudget(
  tx: Tx,
  app: App,
  of: { purpose: ChallengePurpose; guid: string; source: string; isKnownDevice: boolean },
): Promise<Refusal | undefined> {
  const { purpose, guid, source, isKnownDevice } = of;
  const at = app.now();
  const whom = { toldGuid: guid };
  const ofOne = await secondsToNextSend(tx, { whom, purpose, isKnownDevice, at });
  if (ofOne > 0) return new Refusal("otp_limit", { retryAfterSeconds: ofOne });
  const ofAddress = isKnownDevice
    ? 0
    : await countWithin(tx, {
        scope: "texts_of_source",
        key: source,
        limit: TEXTS_OF_AN_ADDRESS_AN_HOUR,
        window: "1 hour",
        at,
      });
  if (ofAddress === 0) return undefined;
  app.metrics.textsWithheld.inc({ budget: "source" });
  return new Refusal("otp_source_limit", { retryAfterSeconds: ofAddress });
}
