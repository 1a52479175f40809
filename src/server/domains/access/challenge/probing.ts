import { brand } from "#brand";
import type { Language } from "#contract/refusals.ts";
import type { App } from "#server/platform/app.ts";
import { transact } from "#server/db/db.ts";
import { countWithin, requireWithin, secondsClosed } from "#server/platform/base/throttle.ts";

/** Forms a source may send in an hour: a brake for floods, since a whole camp may join behind one address. */
const SIGN_UPS_AN_HOUR = 1_000;
/** How often an hour a source may learn that a number is on the books (docs/requirements/decisions.md, 4.4). */
const MISSING_MOBILES_AN_HOUR = 5;

const missing = { scope: "mobile_missing", limit: MISSING_MOBILES_AN_HOUR };

/** Refuses a source that tries numbers or usernames one after the other: any number, right or not. */
export async function refuseProbing(app: App, source: string): Promise<void> {
  const forms = { scope: "sign_up", key: source, limit: SIGN_UPS_AN_HOUR, at: app.now() };
  await requireWithin(app.db, { ...forms, window: "1 hour" });
}

/**
 * What a screen says in place of where a code went, when the source has heard of as many members without a
 * number as it may; else undefined. Asked once the member was looked up, and for every number alike: of many
 * forms at once, reading it tells nothing of a number.
 */
export async function noticeOfClosed(
  app: App,
  { source, language }: { source: string; language: Language },
): Promise<string | undefined> {
  const of = { ...missing, key: source, windowSeconds: 3600, at: app.now() };
  return (await secondsClosed(app.db, of)) > 0 ? mayBeUnsent[language] : undefined;
}

const mayBeUnsent: Record<Language, string> = {
  en: `If this membership number has a mobile number on file, we sent a One-Time Password to it. If none arrives, please go to the nearest ${brand.product} office.`,
  fil: `Kung may mobile number na nakatala sa membership number na ito, nagpadala kami roon ng One-Time Password. Kung walang dumating, pumunta sa pinakamalapit na opisina ng ${brand.product}.`,
};

/**
 * Counts one answer that is to tell of a member. True when it may, however many are asked for at once; beyond
 * the limit the number is answered as any other of the source. The one that closes it rings the alarm.
 */
export async function mayTellMissingMobile(app: App, source: string): Promise<boolean> {
  const of = { ...missing, key: source, at: app.now() };
  // The count keeps the row locked, so only the last that is allowed sees the source closed.
  const { wait, closed } = await transact(app.db, async (tx) => ({
    wait: await countWithin(tx, { ...of, window: "1 hour" }),
    closed: await secondsClosed(tx, { ...of, windowSeconds: 3600 }),
  }));
  if (wait > 0) return false;
  if (closed > 0) {
    app.metrics.signUpSweeps.inc();
    app.log.warn({ source }, "a source asks for members without a mobile number");
  }
  return true;
}
