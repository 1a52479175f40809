import { getPinKey } from "#contract/cardSettings.ts";
import type { Failure } from "#contract/endpoint.ts";
import { NO_ANSWER, ownFailure } from "#client/failure.ts";
import { sealPinForIssuer } from "#client/pinSealing.ts";
import { call } from "#portal/api/call.ts";
import { currentSession } from "#portal/api/sessionState.ts";

type Pin = { purpose: "current" | "new"; pin: string };

/** The PINs as the issuer alone can read them, or why that could not be done. */
export async function sealPins(
  accountNo: string,
  pins: readonly Pin[],
): Promise<{ sealed: string[] } | { failure: Failure }> {
  const key = await call(getPinKey, { params: { guid: currentSession()?.guid ?? "" } });
  if (!key.status) return { failure: key };
  const sealed = await Promise.all(
    pins.map((one) => sealPinForIssuer({ key: key.result, accountNo, ...one })),
  );
  const whole = sealed.filter((one) => one !== undefined);
  return whole.length === pins.length
    ? { sealed: whole }
    : { failure: ownFailure(NO_ANSWER, undefined, crypto.randomUUID()) };
}
