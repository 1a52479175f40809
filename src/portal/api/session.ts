import { login, logout, refreshSession, resendOtp, verifyOtp } from "#contract/auth.ts";
import type { Answer, Failure } from "#contract/endpoint.ts";
import { noteCountedCall } from "./activity.ts";
import { call } from "./call.ts";
import { anyConfig, loadConfig } from "./config.ts";
import { forgetDrafts } from "./drafts.ts";
import { loadProfile } from "./profile.ts";
import { endSession } from "./sessionEnd.ts";
import { agedPassword, currentSession, sessionState, setIdentity } from "./sessionState.ts";
import { findKeptSession, hasKeptSession, type Identity, keepSession } from "./sessionVault.ts";
import { hearTabs, tellTabs } from "./tabChannel.ts";

/** How long another tab of this browser may take to hand over its session. */
const ASK_TABS_MS = 300;

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
  return begin(result, answer.isPasswordAged?.message ?? "");
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
  return begin({ guid, token }, answer.isPasswordAged?.message ?? "");
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

/** A new code in place of the last one, which no longer works. */
export function resendCode(code: {
  memberGuid: string;
  pinId: string;
}): Promise<Answer<typeof resendOtp>> {
  return call(resendOtp, { body: code });
}

async function begin(identity: Identity, agedText: string): Promise<SignInAnswer> {
  const config = await loadConfig();
  if (config !== undefined) await keepSession(config.ssKey, identity);
  agedPassword.set(agedText);
  setIdentity(identity);
  noteCountedCall();
  tellTabs({ kind: "signed_in", identity });
  const failure = await loadProfile();
  return failure === undefined ? { name: "signed_in" } : { name: "refused", failure };
}

/** Ends the session here, in the other tabs and on the server. What was typed is forgotten too. */
export async function signOut(): Promise<void> {
  const session = currentSession();
  if (session === undefined) return;
  await call(logout, {}, { keepalive: true });
  await forgetDrafts();
  // Whatever the server said: this browser is done.
  endSession("logout");
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
  const session = currentSession();
  if (!answer.status || session === undefined) return false;
  const identity = { guid: session.guid, token: answer.result.token };
  setIdentity(identity);
  tellTabs({ kind: "token", identity });
  const config = await anyConfig();
  if (config !== undefined) await keepSession(config.ssKey, identity);
  return true;
}

/**
 * Finds the session this tab kept over a reload, else asks the browser's other tabs for theirs (a
 * second sign-in would end the first). Afterwards the state is signed_in or signed_out.
 */
export async function restoreSession(): Promise<void> {
  const kept = hasKeptSession() ? await openKept() : undefined;
  const identity = kept ?? (await askOtherTabs());
  if (sessionState.get().name !== "unknown") return;
  if (identity === undefined) {
    sessionState.set({ name: "signed_out" });
    return;
  }
  await adopt(identity);
}

async function openKept(): Promise<Identity | undefined> {
  const config = await anyConfig();
  return config === undefined ? undefined : findKeptSession(config.ssKey);
}

/** Takes over a session of this browser. */
async function adopt(identity: Identity): Promise<void> {
  const config = await anyConfig();
  if (config !== undefined) await keepSession(config.ssKey, identity);
  setIdentity(identity);
  await loadProfile();
}

function askOtherTabs(): Promise<Identity | undefined> {
  const ask = crypto.randomUUID();
  return new Promise((resolve) => {
    const finish = (identity: Identity | undefined) => {
      clearTimeout(timer);
      deafen();
      resolve(identity);
    };
    const timer = setTimeout(() => finish(undefined), ASK_TABS_MS);
    const deafen = hearTabs((message) => {
      if (message.kind === "signed_in" && message.ask === ask) finish(message.identity);
    });
    tellTabs({ kind: "who_is_signed_in", ask });
  });
}

/** Keeps this tab in step with the browser's other tabs. The answer stops it. */
export function followOtherTabs(): () => void {
  return hearTabs((message) => {
    const session = currentSession();
    switch (message.kind) {
      case "who_is_signed_in":
        if (session !== undefined)
          tellTabs({ kind: "signed_in", identity: session, ask: message.ask });
        break;
      case "signed_in":
        if (message.ask === undefined) void adopt(message.identity);
        break;
      case "token":
        if (session?.guid === message.identity.guid) void keepRefreshed(message.identity);
        break;
      case "ended":
        endSession(message.reason, { isOurs: false });
        break;
      case "active":
        break;
    }
  });
}

async function keepRefreshed(identity: Identity): Promise<void> {
  setIdentity(identity);
  const config = await anyConfig();
  if (config !== undefined) await keepSession(config.ssKey, identity);
}
