import type { Language } from "#contract/refusals.ts";
import type { App } from "#server/platform/app.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

export type PasswordAge = { changedAt: Date | null; waivedUntil: Date | null };

/** True when it is time to advise a new password. Advice only: nothing is ever blocked by it. */
export function isPasswordAged(app: App, { changedAt, waivedUntil }: PasswordAge): boolean {
  if (changedAt === null) return false;
  const now = app.now().getTime();
  if (waivedUntil !== null && waivedUntil.getTime() > now) return false;
  return changedAt.getTime() + app.config.PASSWORD_AGE_DAYS * DAY_MS <= now;
}

/** The words of the advice; empty when there is none to give. */
export function agedPasswordText(app: App, age: PasswordAge, language: Language): string {
  if (!isPasswordAged(app, age)) return "";
  const days = app.config.PASSWORD_AGE_DAYS;
  return language === "fil"
    ? `Mahigit ${days} araw na mula nang palitan ninyo ang password.`
    : `You last changed your password more than ${days} days ago.`;
}
