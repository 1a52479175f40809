import { sql } from "kysely";
import type { PayeeAnswer, PayeeCheck } from "#contract/payeeChecks.ts";
import { transact, type Tx } from "#server/db/db.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { requireWithin } from "#server/platform/base/throttle.ts";
import { shortName } from "#server/domains/members/shortName.ts";
import { CHECKING_RAIL } from "./checkingRail.ts";

/** Whose account is asked about. A card account of ours has no bank, and no name is typed for it. */
export type PayeeQuestion = { bankId: bigint | null; accountNumber: string; accountName: string };

/**
 * Who asks about more accounts and names than this is looking for names, not paying people: of other banks
 * and of ours, in a day and in a session.
 */
const MOST = { bank: { day: 60, session: 40 }, card: { day: 20, session: 20 } };
/** So long an answer stands: the form's for the review, and the review's for the order (payee_check_of). */
const STANDS_MS = 60 * 60_000;
/** Where nobody told, it is soon asked again. */
const UNTOLD_STANDS_MS = 60_000;

type Kept = PayeeCheck & { id: bigint };

/** The answer that this member was given to the same question, where it still stands. */
export async function findAnswer(
  app: App,
  { memberId }: Caller,
  { bankId, accountNumber, accountName }: PayeeQuestion,
): Promise<Kept | undefined> {
  const row = await app.db
    .selectFrom("payee_check")
    .select(["id", "answer", "told", "checked_at"])
    .where("member_id", "=", memberId)
    .where("account_number", "=", accountNumber)
    .where("bank_id", "is not distinct from", bankId)
    .where("account_name", "=", accountName)
    .orderBy("checked_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const stands = row.answer === "unavailable" ? UNTOLD_STANDS_MS : STANDS_MS;
  if (row.checked_at.getTime() + stands <= app.now().getTime()) return undefined;
  // The table's check allows exactly these.
  return { id: row.id, answer: row.answer as PayeeAnswer, told: row.told };
}

/** Counts one question, before it is asked: of the member and of the session. Refuses too_many_requests. */
export async function spendQuestion(
  app: App,
  caller: Caller,
  of: keyof typeof MOST,
): Promise<void> {
  const at = app.now();
  const { day, session } = MOST[of];
  await transact(app.db, async (tx) => {
    await requireWithin(tx, {
      scope: `payee_${of}_session`,
      key: String(caller.sessionId),
      limit: session,
      window: "1 day",
      at,
    });
    await requireWithin(tx, {
      scope: `payee_${of}`,
      key: String(caller.memberId),
      limit: day,
      window: "1 day",
      at,
    });
  });
}

/** Keeps what was answered, for the order and for the record. */
export async function keepAnswer(
  app: App,
  caller: Caller,
  asked: PayeeQuestion,
  { answer, told }: PayeeCheck,
): Promise<Kept> {
  return transact(app.db, async (tx) => {
    const { memberId } = caller;
    const id = await writeAnswer(tx, { ...asked, memberId, answer, told, at: app.now() });
    await note(app, tx, caller, { action: "payee_checked", id, asked, answer });
    return { id, answer, told };
  });
}

export async function writeAnswer(
  tx: Tx,
  { memberId, at, ...of }: PayeeQuestion & PayeeCheck & { memberId: bigint; at: Date },
): Promise<bigint> {
  const { id } = await tx
    .insertInto("payee_check")
    .values({
      member_id: memberId,
      bank_id: of.bankId,
      account_number: of.accountNumber,
      account_name: of.accountName,
      answer: of.answer,
      told: of.told,
      checked_at: at,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** The member sends all the same, knowing what was answered: kept once. */
export async function keepKnowing(
  app: App,
  caller: Caller,
  asked: PayeeQuestion,
  { id, answer }: Kept,
): Promise<void> {
  await transact(app.db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("payee_check")
      .set({ known_at: app.now() })
      .where("id", "=", id)
      .where("known_at", "is", null)
      .executeTakeFirst();
    if (numUpdatedRows > 0n)
      await note(app, tx, caller, { action: "payee_known", id, asked, answer });
  });
}

function note(
  app: App,
  tx: Tx,
  { memberGuid, correlationId }: Caller,
  what: {
    action: "payee_checked" | "payee_known";
    id: bigint;
    asked: PayeeQuestion;
    answer: PayeeAnswer;
  },
): Promise<void> {
  const { action, id, asked, answer } = what;
  return audit(tx, {
    at: app.now(),
    actorKind: "member",
    actor: memberGuid,
    action,
    object: `payee_check:${id}`,
    correlationId,
    detail: {
      bank: asked.bankId === null ? null : String(asked.bankId),
      account: asked.accountNumber.slice(-4),
      answer,
    },
  });
}

/** By what name the switch knows a bank; null where it takes no transfers there. Undefined: no such bank. */
export async function switchNameOf(app: App, bankId: bigint): Promise<string | null | undefined> {
  const { rows } = await sql<{ bic: string | null }>`
    select bank_bic(b, ${CHECKING_RAIL}) as bic from bank b where b.id = ${bankId}`.execute(app.db);
  return rows[0]?.bic;
}

/** The names of who holds a card account that can receive; undefined where none can, or it is the member's own. */
export async function holderOf(
  app: App,
  { memberId }: Caller,
  accountNumber: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ first_name: string; last_name: string }>`
    select m.first_name, m.last_name from card c join member m on m.id = c.member_id
    where c.account_no = ${accountNumber} and can_receive(c) and c.member_id <> ${memberId}`.execute(
    app.db,
  );
  const [holder] = rows;
  return holder && shortName(holder);
}
