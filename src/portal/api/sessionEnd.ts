import { SESSION_ENDED } from "#client/sessionState.ts";
import type { Failure } from "#contract/endpoint.ts";
import { type RefusalCode, refusals } from "#contract/refusals.ts";
import { texts } from "#portal/texts/texts.ts";
import { showToast } from "#ui/toasts.ts";
import { anyConfig } from "#client/config.ts";
import { endedText } from "./endedText.ts";
import { isAnythingKept } from "./drafts.ts";
import { eraseBalances, forgetBalances } from "./lastBalances.ts";
import { currentSession, endedWhy, forgetMember, wayBack } from "./sessionState.ts";
import { frozenAnswer } from "./freezeState.ts";
import { forgetSession } from "./keptSession.ts";
import { dropSessionKey } from "./sessionVault.ts";
import type { EndReason } from "./endReason.ts";
import { tellTabs } from "./tabChannel.ts";

/** Whole table of the 401 texts that clients match on; any other 401 is an expired session. */
const reasonsByText: Record<string, EndReason> = {
  [refusals.other_device.en]: "other_device",
  [refusals.invalid_token.en]: "invalid_token",
  [refusals.token_error.en]: "token_error",
  [refusals.session_expired.en]: "expired",
  [refusals.token_expired.en]: "expired",
  // By the socket alone: whoever is signed in with an account that was frozen elsewhere.
  [refusals.access_frozen.en]: "frozen",
};

/** Its text is that of an expired session. */
const OLD_PASSWORD: RefusalCode = "session_of_old_password";

function reasonFor(failure: Failure): EndReason | undefined {
  if (failure.httpStatus === 403) return "forbidden";
  if (failure.httpStatus === 500) return "server_error";
  if (failure.httpStatus !== 401 || failure.message === refusals.otp_incorrect.en) return undefined;
  if (failure.code === OLD_PASSWORD) return "new_password";
  return reasonForText(failure.message);
}

/** What one of the texts that clients match on says of the session. */
export const reasonForText = (text: string): EndReason => reasonsByText[text] ?? "expired";

/** The server does not know the token that was sent. */
export const isTokenRefused = (failure: Failure): boolean =>
  failure.httpStatus === 401 && failure.message === refusals.invalid_token.en;

/**
 * The error catalogue, for every signed-in call: ends the session where the catalogue says so and
 * gives back the failure as the caller should see it; undefined where the session goes on.
 */
export function endSessionAfter(failure: Failure): Failure | undefined {
  const reason = reasonFor(failure);
  if (reason === undefined) return undefined;
  endSession(reason);
  const isKnown401 = failure.httpStatus !== 401 || failure.message in reasonsByText;
  const message = isKnown401 ? failure.message : texts().session.notLoggedIn;
  return { ...failure, code: SESSION_ENDED, message };
}

/** While the member's own hand is ending the session: what would have ended it meanwhile. */
let byHand: { met: EndReason | undefined } | undefined;

/**
 * Does what ends the session by the member's own hand, and ends it for the reason that `act` answers. What the server
 * says of the session to other calls meanwhile is no news, and nothing is said of it; it counts where `act` ends
 * nothing, and `act` may ask whether there was such a word.
 */
export async function endByHand(
  act: (isOver: () => boolean) => Promise<EndReason | undefined>,
): Promise<void> {
  const current: typeof byHand = { met: undefined };
  byHand = current;
  let reason: EndReason | undefined;
  try {
    reason = await act(() => current.met !== undefined);
  } finally {
    byHand = undefined;
    const ends = reason ?? current.met;
    if (ends !== undefined) endSession(ends);
  }
}

/** What this browser kept for the time without a connection outlasts a session that only ran out. */
async function afterEnd(reason: EndReason): Promise<void> {
  if (reason === "frozen") await forgetBalances();
  else if (reason !== "expired") await eraseBalances();
}

/**
 * Ends the session of this tab and of the browser's other tabs: one toast for a reason that is not the member's
 * own, and the guards of the routes lead to the login. Does nothing when there is no session.
 */
export function endSession(reason: EndReason, { isOurs = true } = {}): void {
  const session = currentSession();
  if (session === undefined) return;
  if (byHand !== undefined) {
    byHand.met ??= reason;
    return;
  }
  const runsOut = reason === "expired";
  wayBack.set(
    runsOut ? { guid: session.guid, path: location.pathname + location.search } : undefined,
  );
  if (reason === "frozen") frozenAnswer.set(frozenAnswer.get() ?? "elsewhere");
  void afterEnd(reason);
  forgetSession();
  forgetMember();
  if (isOurs) {
    tellTabs({ kind: "ended", guid: session.guid, reason });
    void anyConfig().then((config) => config && dropSessionKey(config.ssKey));
  }
  const why = { reason, isKept: runsOut && isAnythingKept(session.guid) };
  // The login keeps saying it.
  endedWhy.set(why);
  const text = endedText(why, texts().session);
  // Of what the member asked for the login alone speaks.
  if (reason === "logout" || text === "") return;
  // Those that ask the member to do something stay longer than the others.
  const asks = reason === "other_device" || reason === "new_password";
  showToast({ kind: "bad", text, ...(asks ? { durationMs: 10_000 } : {}) });
}
