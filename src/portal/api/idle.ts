import { logout } from "#contract/auth.ts";
import { makeStore } from "#ui/store.ts";
import {
  askForActivity,
  followActivity,
  lastActiveAt,
  lastCountedCallAt,
  noteTyping,
} from "./activity.ts";
import { call } from "./call.ts";
import { deviceNow } from "#client/clock.ts";
import { anyConfig } from "#client/config.ts";
import { refresh } from "./session.ts";
import { endSession } from "./sessionEnd.ts";
import { currentSession } from "./sessionState.ts";

/** Keys pressed in a form keep the session by a silent refresh, at most this often. */
const SILENT_REFRESH_MS = 240_000;
const TICK_MS = 1000;

/** Whether the question 'Are you still there?' is asked, and how it stands. */
export type IdleState =
  | { name: "active" }
  | { name: "warned"; secondsLeft: number; idleMinutes: number };

const ACTIVE: IdleState = { name: "active" };
export const idleState = makeStore<IdleState>(ACTIVE);

type Limits = { idleMs: number; graceMs: number };

let isTyping = false;
let isLeaving = false;

/**
 * Watches for a member who walked away. Time is compared, not counted, so that a sleeping phone or
 * a slowed background tab ends the session at its first breath, unless the member was active in
 * another tab meanwhile. The answer stops the watch.
 */
export function watchIdle(): () => void {
  let limits: Limits | undefined;
  void anyConfig().then((config) => {
    if (config !== undefined)
      limits = { idleMs: config.idleSeconds * 1000, graceMs: config.graceSeconds * 1000 };
  });
  const lookNow = () => {
    if (limits !== undefined) look(limits);
  };
  const timer = setInterval(lookNow, TICK_MS);
  const deafen = followActivity();
  document.addEventListener("input", onTyping);
  // A tab in the background hardly ticks.
  document.addEventListener("visibilitychange", lookNow);
  return () => {
    clearInterval(timer);
    deafen();
    document.removeEventListener("input", onTyping);
    document.removeEventListener("visibilitychange", lookNow);
    idleState.set(ACTIVE);
  };
}

function look({ idleMs, graceMs }: Limits): void {
  if (currentSession() === undefined) return;
  const idleFor = deviceNow() - lastActiveAt.get();
  if (idleFor >= idleMs + graceMs) {
    void leaveIfAlone(idleMs + graceMs);
  } else if (idleFor >= idleMs) {
    idleState.set({
      name: "warned",
      secondsLeft: Math.ceil((idleMs + graceMs - idleFor) / 1000),
      idleMinutes: Math.max(1, Math.floor(idleFor / 60_000)),
    });
  } else {
    if (idleState.get() !== ACTIVE) idleState.set(ACTIVE);
    refreshForTyping();
  }
}

/** Typing is not idling; the server hears of it before it would end the session on its own. */
function onTyping(): void {
  if (currentSession() === undefined || idleState.get() !== ACTIVE) return;
  isTyping = true;
  noteTyping();
}

function refreshForTyping(): void {
  if (!isTyping || deviceNow() - lastCountedCallAt() < SILENT_REFRESH_MS) return;
  isTyping = false;
  void refresh();
}

/** 'Yes! I'm still here': refreshes the session, or ends it when the server does not agree. */
export async function stay(): Promise<void> {
  const isStaying = await refresh();
  if (isStaying) idleState.set(ACTIVE);
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
