import { login, logout, refreshSession, verifyOtp } from "#contract/auth.ts";
import type { Failure } from "#contract/endpoint.ts";
import { noteCountedCall } from "./activity.ts";
import { call } from "./call.ts";
import { anyConfig, loadConfig } from "#client/config.ts";
import { forgetDrafts } from "./drafts.ts";
import { eraseBalances } from "./lastBalances.ts";
import { isLost, loadProfile } from "./profile.ts";
import { endByHand, endSession } from "./sessionEnd.ts";
import { agedPassword, currentSession, forgetMember, setIdentity } from "./sessionState.ts";
import type { Identity } from "./keptSession.ts";
import { findKeptSession, keepSession } from "./sessionVault.ts";
import { hearTabs, tellTabs } from "./tabChannel.ts";

/** Signed in, or a code was sent and is waited for, or no. */
export type SignInAnswer =
  | { name: "signed_in" }
  | { name: "code_sent"; guid: string; mobileNumber: string; pinId: string; delaySec: number }
  | { name: "refused"; failure: Failure };

/** Signs in with a password. On 'signed_in' the profile is loaded and the guards lead on. */
export async function signIn(username: string, password: string): Promise<SignInAnswer> {
  const answer = await call(login, { body: { username, password } });
  if (!answer.status) return { name: "refused", failure: answer };
  const { result } = answer;
  if (!("token" in result)) return { name: "code_sent", ...result };
  return beginSession(result, answer.isPasswordAged?.message ?? "");
}

/** Signs in with the code that was sent to a browser new to the member. */
export async function verifySignIn(code: {
  memberGuid: string;
  pinId: string;
  pin: string;
}): Promise<SignInAnswer> {
  const answer = await call(verifyOtp, { body: code });
  if (!answer.status) return { name: "refused", failure: answer };
  const { guid, token } = answer.result;
  if (token === undefined) return { name: "refused", failure: noToken };
  return beginSession({ guid, token }, answer.isPasswordAged?.message ?? "");
}

const noToken: Failure = {
  status: false,
  message: "",
  code: "unreadable_answer",
  errors: [],
  httpStatus: 200,
  correlationId: undefined,
  retryAfterSeconds: undefined,
};

/** From here on the tab is this member's: the session is kept, the others hear of it, and the profile is loaded. */
export async function beginSession(identity: Identity, agedText: string): Promise<SignInAnswer> {
  const config = await loadConfig();
  if (config !== undefined) await keepSession(config.ssKey, identity);
  setIdentity(identity);
  agedPassword.set(agedText);
  noteCountedCall();
  tellTabs({ kind: "signed_in", identity });
  const failure = await loadProfile();
  // A lost answer does not undo the sign-in; a no of the server has ended the session.
  return failure === undefined || isLost(failure)
    ? { name: "signed_in" }
    : { name: "refused", failure };
}

/** Ends the session here, in the other tabs and on the server. What was typed is forgotten too. */
export async function signOut(): Promise<void> {
  if (currentSession() === undefined) return;
  await endByHand(async () => {
    await call(logout, {}, { keepalive: true });
    // Whatever the server said: this browser is done.
    return leave();
  });
}

/** What ends with a session that the member leaves: what was typed and what was kept is forgotten. Answers the reason. */
export async function leave(): Promise<"logout"> {
  // A browser that cannot forget is left all the same.
  await Promise.allSettled([forgetDrafts(), eraseBalances()]);
  return "logout";
}

let refreshing: Promise<boolean> | undefined;

/** Restarts the idle time; the token is replaced. False when the server did not agree. */
export function refresh(): Promise<boolean> {
  refreshing ??= refreshOnce().finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}

async function refreshOnce(): Promise<boolean> {
  const answer = await call(refreshSession, {});
  return answer.status && (await goOnWith(answer.result.token));
}

/** The same session with the token that took the place of the last one, here and in the other tabs. */
export async function goOnWith(token: string): Promise<boolean> {
  const session = currentSession();
  if (session === undefined) return false;
  const identity = { guid: session.guid, token };
  setIdentity(identity);
  tellTabs({ kind: "token", identity });
  await keepForReload(identity);
  return true;
}

/** Opens the session this tab kept over a reload. False when there is none that can be opened. */
export async function openKeptSession(): Promise<boolean> {
  const config = await anyConfig();
  const identity = config === undefined ? undefined : await findKeptSession(config.ssKey);
  if (identity === undefined) return false;
  await adopt(identity);
  return true;
}

/** Takes over a session of this browser. Of another member who sat here nothing stays. */
export async function adopt(identity: Identity): Promise<void> {
  const before = currentSession();
  if (before !== undefined && before.guid !== identity.guid) forgetMember();
  const config = await anyConfig();
  if (config !== undefined) await keepSession(config.ssKey, identity);
  setIdentity(identity);
  // The server hears that its member is here, and the profile comes with the newest token.
  await refresh();
  await loadProfile();
}

/** Keeps this tab in step with the browser's other tabs. The answer stops it. */
export function followOtherTabs(): () => void {
  return hearTabs((message) => {
    const session = currentSession();
    switch (message.kind) {
      case "signed_in":
        if (message.ask === undefined) void adopt(message.identity);
        break;
      case "token":
        if (session?.guid === message.identity.guid) void keepRefreshed(message.identity);
        break;
      case "ended":
        // A tab that slept may end the session of the member before this one.
        if (session?.guid === message.guid) endSession(message.reason, { isOurs: false });
        break;
      case "active":
      case "who_is_active":
      case "who_is_signed_in":
      case "notification":
      case "settings":
      case "read_all":
        break;
    }
  });
}

async function keepRefreshed(identity: Identity): Promise<void> {
  setIdentity(identity);
  await keepForReload(identity);
}

async function keepForReload(identity: Identity): Promise<void> {
  const config = await anyConfig();
  if (config !== undefined) await keepSession(config.ssKey, identity);
}
