import { browserNow } from "#ui/clock.ts";
import { readCookie, writeCookie } from "#ui/preferences.ts";

/** 3 failed attempts, 15 minutes (900 s; row A09). */
export const MAXIMUM_ATTEMPTS = 3;
const SUSPENSION_SECONDS = 900;
const PREFIX = "login_suspended_";

/**
 * When this username may try again, in milliseconds since 1970; undefined when it may now. Only a
 * hint that saves a call: the server keeps its own count. A moment further off than any suspension
 * was not written here, and keeps nobody out (docs/security.md S032).
 */
export function suspendedUntil(username: string): number | undefined {
  const until = Number(readCookie(cookieName(username)));
  const now = browserNow();
  return until > now && until <= now + SUSPENSION_SECONDS * 1000 ? until : undefined;
}

/** Marks a username as suspended in this browser, and tells until when. */
export function suspend(username: string, seconds = SUSPENSION_SECONDS): number {
  const until = browserNow() + seconds * 1000;
  writeCookie(cookieName(username), String(until), Math.min(seconds, SUSPENSION_SECONDS));
  return until;
}

/** The password was set anew with a code: the server has forgotten what failed before, under any name. */
export function forgetSuspensions(): void {
  for (const pair of document.cookie.split("; ")) {
    const [name = ""] = pair.split("=");
    if (name.startsWith(PREFIX)) writeCookie(name, "", 0);
  }
  attempts.clear();
}

/** Failed attempts by username, as this page saw them. */
const attempts = new Map<string, number>();

/** Counts one more; answers how many now. */
export function countAttempt(username: string): number {
  const count = (attempts.get(keyOf(username)) ?? 0) + 1;
  attempts.set(keyOf(username), count);
  return count;
}

export function forgetAttempts(username: string): void {
  attempts.delete(keyOf(username));
}

const keyOf = (username: string) => username.trim().toLowerCase();

function cookieName(username: string): string {
  return PREFIX + encodeURIComponent(keyOf(username));
}
