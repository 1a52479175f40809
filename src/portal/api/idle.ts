import { logout } from "#contract/auth.ts";
import { makeStore } from "#ui/store.ts";
import { followActivity, lastActiveAt, lastCountedCallAt, noteTyping } from "./activity.ts";
import { call } from "./call.ts";
import { deviceNow } from "./clock.ts";
import { anyConfig } from "./config.ts";
import { refresh } from "./session.ts";
import { endSession } from "./sessionEnd.ts";
import { currentSession } from "./sessionState.ts";

/** Keys pressed in a form keep the session by a silent refresh, at most this often. */
const SILENT_REFRESH_MS = 240_000;
const TICK_MS = 1000;

/** Whether the question 'Are you still there?' is asked, and how it stands. */
export type IdleState =
  { name: "active" } | { name: "warned"; secondsLeft: number; idleMinutes: number };

const ACTIVE: IdleState = { name: "active" };
export const idleState = makeStore<IdleState>(ACTIVE);

type Limits = { idleMs: number; graceMs: number };

let isTyping = false;

/**
 * Watches for a member who walked away. Time is compared, not counted, so that a sleeping phone or
 * a slowed background tab ends the session at its first breath. The answer stops the watch.
 */
export function watchIdle(): () => void {
  let limits: Limits | undefined;
  void anyConfig().then((config) => {
    if (config !== undefined)
      limits = { idleMs: config.idleSeconds * 1000, graceMs: config.graceSeconds * 1000 };
  });
  const timer = setInterval(() => {
    if (limits !== undefined) look(limits);
  }, TICK_MS);
  const deafen = followActivity();
  document.addEventListener("input", onTyping);
  return () => {
    clearInterval(timer);
    deafen();
    document.removeEventListener("input", onTyping);
    idleState.set(ACTIVE);
  };
}

function look({ idleMs, graceMs }: Limits): void {
  if (currentSession() === undefined) return;
  const idleFor = deviceNow() - lastActiveAt.get();
  if (idleFor >= idleMs + graceMs) {
    leave();
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

/** The grace ran out. What was typed is kept for the next sign-in. */
function leave(): void {
  void call(logout, {}, { keepalive: true });
  endSession("expired");
}
