import { sql } from "kysely";
import * as z from "zod/mini";
import type { App } from "#server/platform/app.ts";
import { openText } from "#server/platform/messages/outboxText.ts";
import { ROTATED_KEYS, type RotatedKey, type Secrets } from "#server/platform/secrets/secrets.ts";
import { isSealedUnderPresentKey } from "#server/platform/secrets/totp.ts";
import { heldKeys } from "#server/platform/secrets/heldKeys.ts";
import { keyDigit, keyId } from "#server/platform/secrets/keyId.ts";

/**
 * A process that gave no sign for this long, and did not sign off, is gone. Longer than a database is away
 * when it changes machines: who cannot sign meanwhile still serves after it.
 */
const GONE_AFTER_MS = 300_000;

export type KeyUse = {
  name: RotatedKey;
  state: "one key" | "prepared" | "in exchange";
  at: Date | undefined;
  /** Processes that do not hold the very keys this file has, each as what it is there. */
  behind: string[];
  /** What only the former key can read, by what it is; nothing of it may be left when that key goes. */
  left: Record<string, number>;
};

/** Where each exchange of a key stands, and what holds it up. */
export async function readKeyUse(app: App): Promise<KeyUse[]> {
  const uses: KeyUse[] = [];
  for (const name of ROTATED_KEYS) {
    const step = app.secrets.rotation?.[name];
    const state = step?.coming ? "prepared" : step?.former ? "in exchange" : "one key";
    uses.push({
      name,
      state,
      at: step?.at,
      behind: step === undefined ? [] : await holdingOthers(app, name),
      left:
        step?.former === undefined
          ? {}
          : await leftUnder(app, name, { former: step.former, at: step.at }),
    });
  }
  return uses;
}

async function holdingOthers(app: App, name: RotatedKey): Promise<string[]> {
  const known = heldKeys(app.secrets, [name]).toSorted().join();
  const rows = await app.db
    .selectFrom("process_sign")
    .select(["name", "host", "pid", "key_ids"])
    .where("seen_at", ">", goneBefore(app))
    .orderBy("id")
    .execute();
  const holdsOthers = (ids: string[] | null) =>
    ids === null ||
    ids
      .filter((id) => id.startsWith(`${name}:`))
      .toSorted()
      .join() !== known;
  return rows
    .filter((row) => holdsOthers(row.key_ids))
    .map((row) => `${row.name} ${row.pid} on ${row.host}`);
}

function goneBefore(app: App): Date {
  return new Date(app.now().getTime() - GONE_AFTER_MS);
}

type Former = { former: Buffer; at: Date };

async function leftUnder(
  app: App,
  name: RotatedKey,
  { former, at }: Former,
): Promise<KeyUse["left"]> {
  if (name === "passwordPepper") return leftPasswords(app, former);
  if (name === "otpPepper")
    return { ...(await leftAuthenticators(app)), ...(await leftCodes(app, { former, at })) };
  if (name === "pushKey") return leftSubscriptions(app, former);
  // What a partner signs is its own affair: when it signs with the new key is agreed with it.
  return name === "outboxKey" ? leftTexts(app) : {};
}

async function leftPasswords(app: App, former: Buffer): Promise<KeyUse["left"]> {
  const isNamed = app.secrets.rotation?.passwordPepper?.isFormerNamed === true;
  const isOfFormer = isNamed
    ? sql`strpos(password_hash, ${`,keyid=${keyId(former)}$`}) > 0`
    : sql`strpos(password_hash, ',keyid=') = 0`;
  const dayAgo = new Date(app.now().getTime() - 86_400_000);
  const { rows } = await sql<{ members: number; staff: number; joining: number }>`
    select
      (select count(*) from member where ${isOfFormer})::float8 as members,
      (select count(*) from staff where ${isOfFormer})::float8 as staff,
      (select count(*) from sign_up_draft where ${isOfFormer} and agreed_at > ${dayAgo})::float8 as joining`.execute(
    app.db,
  );
  return { ...rows[0] };
}

/** Few enough to be opened one by one. */
async function leftAuthenticators(app: App): Promise<KeyUse["left"]> {
  const staff = await app.db
    .selectFrom("staff")
    .select(["username", "totp_secret", "pending_totp"])
    .execute();
  const left = staff.filter(({ username, totp_secret: totp, pending_totp: pending }) =>
    [totp, pending].some((sealed) => sealed && !isSealedUnderPresentKey(app, username, sealed)),
  );
  return { authenticators: left.length };
}

/**
 * Codes on paper, for the counter and for enrolment, do not tell their key: the former one's are those made
 * before the last process began with the present one, and while the one it replaced came to its end.
 */
async function leftCodes(app: App, { former, at }: Former): Promise<KeyUse["left"]> {
  const now = app.now();
  const { rows } = await sql<{ codes: number }>`
    with changed as (
      select greatest(${at}::timestamptz, max(started_at)) + interval '1 minute' as at
      from process_sign where seen_at > ${goneBefore(app)})
    select (
      (select count(*) from otp_challenge
        where closed_at is null and expires_at > ${now}
          and right(pin_id::text, 1) = ${keyDigit(former)})
      + (select count(*) from first_time_code, changed
        where closed_at is null and expires_at > ${now} and issued_at < changed.at)
      + (select count(*) from staff, changed
        where enrolment_hmac is not null and enrolment_expires_at > ${now}
          and enrolment_expires_at - interval '24 hours' < changed.at)
    )::float8 as codes`.execute(app.db);
  return { codes: rows[0]?.codes ?? 0 };
}

/** A browser subscribes anew when its member next uses the portal there. */
async function leftSubscriptions(app: App, former: Buffer): Promise<KeyUse["left"]> {
  const { left } = await app.db
    .selectFrom("push_subscription")
    .select((row) => row.fn.countAll<bigint>().as("left"))
    .where("ended_at", "is", null)
    .where("key_id", "=", keyId(former))
    .executeTakeFirstOrThrow();
  return { subscriptions: Number(left) };
}

const sealedText = z.object({ id: z.string(), sealed: z.string(), expiresAt: z.string() });

/** Of the texts on their way, those that are still of use. */
async function leftTexts(app: App): Promise<KeyUse["left"]> {
  const { rows } = await sql<{ payload: unknown }>`
    select payload::jsonb as payload from outbox where kind = 'send_text'
    union all
    select payload::jsonb from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'send_text'`.execute(
    app.db,
  );
  const { outboxKey }: Secrets = app.secrets;
  const left = rows.filter(({ payload }) => {
    const text = sealedText.safeParse(payload);
    if (!text.success || new Date(text.data.expiresAt) <= app.now()) return false;
    try {
      openText({ secrets: { outboxKey } }, text.data);
      return false;
    } catch {
      return true;
    }
  });
  return { texts: left.length };
}
