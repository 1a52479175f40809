import { sql } from "kysely";
import * as z from "zod/mini";
import type { App } from "#server/app.ts";
import { openText } from "#server/messages/outboxText.ts";
import { ROTATED_KEYS, type RotatedKey, type Secrets } from "#server/secrets.ts";
import { isSealedUnderPresentKey } from "#server/staff/totp.ts";
import { keyDigit, keyId } from "./keyId.ts";

/** A process that gave no sign for this long is gone. */
const GONE_AFTER_MS = 60_000;

export type KeyUse = {
  name: RotatedKey;
  state: "one key" | "prepared" | "in exchange";
  at: Date | undefined;
  /** Processes that do not know of the last step. */
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
      behind: step === undefined ? [] : await startedBefore(app, step.at),
      left: step?.former === undefined ? {} : await leftUnder(app, name, step.former),
    });
  }
  return uses;
}

async function startedBefore(app: App, at: Date): Promise<string[]> {
  const rows = await app.db
    .selectFrom("process_sign")
    .select(["name", "host", "pid"])
    .where("seen_at", ">", new Date(app.now().getTime() - GONE_AFTER_MS))
    .where("started_at", "<=", at)
    .orderBy("id")
    .execute();
  return rows.map(({ name, host, pid }) => `${name} ${pid} on ${host}`);
}

async function leftUnder(app: App, name: RotatedKey, former: Buffer): Promise<KeyUse["left"]> {
  if (name === "passwordPepper") return leftPasswords(app, former);
  if (name === "otpPepper")
    return { ...(await leftAuthenticators(app)), ...(await leftCodes(app, former)) };
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

async function leftCodes(app: App, former: Buffer): Promise<KeyUse["left"]> {
  const { rows } = await sql<{ codes: number }>`
    select count(*)::float8 as codes from otp_challenge
    where closed_at is null and expires_at > ${app.now()}
      and right(pin_id::text, 1) = ${keyDigit(former)}`.execute(app.db);
  return { codes: rows[0]?.codes ?? 0 };
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
