import { deviceNow } from "#client/clock.ts";
import { anyConfig } from "#client/config.ts";
import { type IdleLimits, makeIdleWatch } from "#client/idle.ts";
import { logout } from "#contract/auth.ts";
import {
  askForActivity,
  followActivity,
  lastActiveAt,
  lastCountedCallAt,
  noteTyping,
} from "./activity.ts";
import { call } from "./call.ts";
import { refresh } from "./session.ts";
import { endSession } from "./sessionEnd.ts";
import { currentSession } from "./sessionState.ts";

/** Keys pressed in a form keep the session by a silent refresh, at most this often. */
const SILENT_REFRESH_MS = 240_000;

let isTyping = false;
let isLeaving = false;

const { idleState, watchIdle, goOn } = makeIdleWatch({
  isSignedIn: () => currentSession() !== undefined,
  lastActiveAt: lastActiveAt.get,
  events: ["input"],
  // Typing is not idling; the server hears of it before it would end the session on its own.
  onActivity: () => {
    isTyping = true;
    noteTyping();
  },
  onActiveTick: refreshForTyping,
  onOver: ({ endMs }) => void leaveIfAlone(endMs),
});

export { idleState };

/** Watches for a member who walked away, from this tab and from the others. The answer stops the watch. */
export function watchMember(): () => void {
  let limits: IdleLimits | undefined;
  void anyConfig().then((config) => {
    if (config === undefined) return;
    const warnMs = config.idleSeconds * 1000;
    limits = { warnMs, endMs: warnMs + config.graceSeconds * 1000 };
  });
  const stop = watchIdle(() => limits);
  const deafen = followActivity();
  return () => {
    stop();
    deafen();
  };
}

function refreshForTyping(): void {
  if (!isTyping || deviceNow() - lastCountedCallAt() < SILENT_REFRESH_MS) return;
  isTyping = false;
  void refresh();
}

/** 'Yes! I'm still here': refreshes the session, or ends it when the server does not agree. */
export async function stay(): Promise<void> {
  const isStaying = await refresh();
  if (isStaying) goOn();
  else endSession("expired");
}

/**
 * The grace ran out, as far as this tab knows: one that slept may not have heard of the others. What
 * was typed is kept for the next sign-in.
 */
async function leaveIfAlone(limitMs: number): Promise<void> {
  if (isLeaving) return;
  isLeaving = true;
  await askForActivity(deviceNow() - limitMs);
  isLeaving = false;
  if (deviceNow() - lastActiveAt.get() < limitMs || currentSession() === undefined) return;
  void call(logout, {}, { keepalive: true });
  endSession("expired");
}
