import { sql } from "kysely";
import type { AuditAction } from "#contract/staff/auditActions.ts";
import { MOST_RECIPIENTS, type Recipient } from "#contract/recipients.ts";
import { PAYEE_KINDS, type PayeeKind } from "#contract/transferKinds.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import { forgetLimit } from "./forgetLimit.ts";
import { holdMember } from "#server/domains/members/holdMember.ts";
import { cardPayeeName } from "./cardPayeeName.ts";
import { readRecipients } from "./readRecipients.ts";

/**
 * Saves the payee of one of the caller's transfers as a recipient. For one that is saved already it answers
 * that one, and a new name replaces the old. Refuses a transfer that is not the caller's, or went to their own
 * card or to a shop by its code (not_found), and one more than 50 (recipients_full).
 */
export function saveRecipient(
  app: App,
  caller: Caller,
  { refNo, nickname }: { refNo: string; nickname: string },
): Promise<Recipient> {
  return transact(app.db, async (tx) => {
    const payee = await findPayee(tx, caller, refNo);
    // One after the other, so that the count holds.
    await holdMember(tx, app, caller.memberId);
    const id = (await findKept(tx, caller, payee)) ?? (await keep(app, tx, caller, payee));
    if (nickname !== "") await setNickname(tx, caller, id, nickname);
    await note(app, tx, caller, "recipient_saved", id);
    return one(tx, caller, id);
  });
}

/** Renames one of the caller's recipients; "" restores the account's name. */
export function renameRecipient(
  app: App,
  caller: Caller,
  { id, nickname }: { id: string; nickname: string },
): Promise<Recipient> {
  return transact(app.db, async (tx) => {
    await setNickname(tx, caller, id, nickname);
    await note(app, tx, caller, "recipient_renamed", id);
    return one(tx, caller, id);
  });
}

/**
 * Deletes one of the caller's recipients. Transfers to them stay as they are. Refuses one that the member set a
 * limit for (recipient_limited): the limit would go with it.
 */
export async function forgetRecipient(app: App, caller: Caller, id: string): Promise<void> {
  await transact(app.db, async (tx) => {
    const at = await holdMember(tx, app, caller.memberId);
    await forgetLimit(tx, { memberId: caller.memberId, recipientId: id, at });
    const { numDeletedRows } = await tx
      .deleteFrom("saved_recipient")
      .where("id", "=", id)
      .where("member_id", "=", caller.memberId)
      .executeTakeFirst();
    if (numDeletedRows > 0n) await note(app, tx, caller, "recipient_forgotten", id);
  });
}

type Payee = {
  kind: PayeeKind;
  bank_id: bigint | null;
  account_number: string;
  account_name: string;
  accepted_at: Date;
};

async function findPayee(tx: Tx, { memberId }: Caller, refNo: string): Promise<Payee> {
  const row = await tx
    .selectFrom("transfer as t")
    .leftJoin("rail_transfer as r", "r.ref_no", "t.ref_no")
    .select([
      "t.kind",
      "t.destination_account_number",
      "t.accepted_at",
      "r.bank_id",
      sql<string | null>`payee_name(t)`.as("account_name"),
    ])
    .where("t.ref_no", "=", refNo)
    .where("t.member_id", "=", memberId)
    .where("t.kind", "in", PAYEE_KINDS)
    .where("t.shop", "is", null)
    .executeTakeFirst();
  if (row === undefined) throw new Refusal("not_found");
  const number = row.destination_account_number;
  return {
    kind: row.kind as PayeeKind,
    bank_id: row.bank_id,
    account_number: number,
    account_name: row.account_name ?? cardPayeeName(number),
    accepted_at: row.accepted_at,
  };
}

async function findKept(tx: Tx, { memberId }: Caller, payee: Payee): Promise<string | undefined> {
  const row = await tx
    .selectFrom("saved_recipient")
    .select("id")
    .where("member_id", "=", memberId)
    .where("kind", "=", payee.kind)
    .where("bank_id", "is not distinct from", payee.bank_id)
    .where("account_number", "=", payee.account_number)
    .executeTakeFirst();
  return row?.id;
}

async function keep(app: App, tx: Tx, { memberId }: Caller, payee: Payee): Promise<string> {
  const { kept } = await tx
    .selectFrom("saved_recipient")
    .select((eb) => eb.fn.countAll<string>().as("kept"))
    .where("member_id", "=", memberId)
    .executeTakeFirstOrThrow();
  if (Number(kept) >= MOST_RECIPIENTS) throw new Refusal("recipients_full");
  const { accepted_at: lastUsedAt, ...whom } = payee;
  const id = app.random.uuid();
  await tx
    .insertInto("saved_recipient")
    .values({ id, member_id: memberId, ...whom, saved_at: app.now(), last_used_at: lastUsedAt })
    .execute();
  return id;
}

async function setNickname(
  tx: Tx,
  { memberId }: Caller,
  id: string,
  nickname: string,
): Promise<void> {
  await tx
    .updateTable("saved_recipient")
    .set({ nickname })
    .where("id", "=", id)
    .where("member_id", "=", memberId)
    .execute();
}

async function one(tx: Tx, { memberId }: Caller, id: string): Promise<Recipient> {
  const [recipient] = await readRecipients(tx, memberId, id);
  if (recipient === undefined) throw new Refusal("not_found");
  return recipient;
}

function note(
  app: App,
  tx: Tx,
  { memberGuid, correlationId }: Caller,
  action: AuditAction,
  id: string,
): Promise<void> {
  return audit(tx, {
    at: app.now(),
    actorKind: "member",
    actor: memberGuid,
    action,
    object: `recipient:${id}`,
    correlationId,
  });
}
