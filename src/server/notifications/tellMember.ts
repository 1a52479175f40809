import { brand } from "#brand";
import type { Language } from "#contract/refusals.ts";
import type { App } from "#server/app.ts";
import type { Tx } from "#server/db/db.ts";
import { queueText } from "#server/messages/queueText.ts";
import { notify } from "./notify.ts";

/** What a member is told on the phone as well as in the portal, because it may not have been them. */
export type SecurityNotice = "new_device" | "password_changed" | "username_changed";

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Tells the member of a change to their access, by notification and by text, in the transaction that made
 * it. The text has no link: one that asks to tap and sign in is what a thief would send.
 */
export async function tellMember(
  tx: Tx,
  app: App,
  { memberId, notice }: { memberId: bigint; notice: SecurityNotice },
): Promise<void> {
  const at = app.now();
  await notify(tx, { memberId, kind: notice, params: {}, at });
  const { mobile_number, language } = await tx
    .selectFrom("member")
    .select(["mobile_number", "language"])
    .where("id", "=", memberId)
    .executeTakeFirstOrThrow();
  if (mobile_number === null) return;
  await queueText(tx, app, {
    kind: "notice",
    purpose: notice,
    memberId,
    to: mobile_number,
    text: texts[notice][language === "fil" ? "fil" : "en"],
    expiresAt: new Date(at.getTime() + DAY_MS),
  });
}

const { product, phone } = brand;
const texts: Record<SecurityNotice, Record<Language, string>> = {
  new_device: {
    en: `${product}: your account was signed in on a new device. Not you? Call ${phone} at once.`,
    fil: `${product}: may nag-sign in sa inyong account gamit ang bagong device. Hindi kayo? Tumawag agad sa ${phone}.`,
  },
  password_changed: {
    en: `${product}: your password was changed. Not you? Call ${phone} at once.`,
    fil: `${product}: napalitan ang inyong password. Hindi kayo? Tumawag agad sa ${phone}.`,
  },
  username_changed: {
    en: `${product}: your username was changed. Not you? Call ${phone} at once.`,
    fil: `${product}: napalitan ang inyong username. Hindi kayo? Tumawag agad sa ${phone}.`,
  },
};
