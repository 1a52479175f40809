import type { Failure } from "#contract/endpoint.ts";
import { getProfile } from "#contract/members.ts";
import { refusals } from "#contract/refusals.ts";
import { showToast } from "#ui/toasts.ts";
import { call } from "./call.ts";
import { SESSION_ENDED } from "#client/sessionState.ts";
import { endSession } from "./sessionEnd.ts";
import { agedPassword, currentSession, profileState } from "./sessionState.ts";

/**
 * Loads the profile into profileState. A no of the server ends the session with its message (row
 * A12); a lost answer does not, and the screens go on without the name.
 */
export async function loadProfile(): Promise<Failure | undefined> {
  const session = currentSession();
  if (session === undefined) return undefined;
  const answer = await call(getProfile, { params: { guid: session.guid } });
  if (answer.status) {
    profileState.set(answer.result);
    if (answer.result.isPasswordAged !== "") agedPassword.set(answer.result.isPasswordAged);
    return undefined;
  }
  const isNo = answer.code !== SESSION_ENDED && !isLost(answer);
  if (isNo && currentSession()?.epoch === session.epoch) {
    if (answer.message !== refusals.other_device.en)
      showToast({ kind: "bad", text: answer.message });
    endSession("no_profile");
  }
  return answer;
}

/** No answer, or one that the server did not word, as the page of a gateway: neither yes nor no. */
export const isLost = ({ code, message }: Failure): boolean =>
  message === "" && code !== SESSION_ENDED;

/** Reads the profile again while a session stands; without an answer the known one stays. */
export async function refreshProfile(): Promise<void> {
  const session = currentSession();
  if (session === undefined) return;
  const answer = await call(getProfile, { params: { guid: session.guid } });
  if (!answer.status || currentSession()?.epoch !== session.epoch) return;
  profileState.set(answer.result);
  // What is asked already is asked in today's words; what was put off is not asked again.
  if (agedPassword.get() !== "") agedPassword.set(answer.result.isPasswordAged);
}
