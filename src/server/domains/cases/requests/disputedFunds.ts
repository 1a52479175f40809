import { sql } from "kysely";
import { formatPesos, formatPesosAscii } from "#common/money.ts";
import { manilaDate } from "#common/manila.ts";
import type { Tx } from "#server/db/db.ts";
import { placeHold, releaseHold } from "#server/ledger/holds.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { Refusal } from "#server/refusal.ts";
import { defineKind } from "#server/domains/makerChecker/requestRule.ts";
import { readMemberOffice } from "#server/domains/members/memberOffice.ts";
import { asStaffRefusal } from "#server/domains/members/ledgerOwners.ts";

/** The reason under which such holds lie in the ledger. */
export const DISPUTED_FUNDS = "disputed_funds";
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Sets disputed money of one account aside for at most 30 days: it stays the member's and in the balance,
 * and can neither be taken out nor moved. The member hears of it.
 */
export const disputedFundsHold = defineKind({
  kind: "disputed_funds_hold",
  subjectOf: ({ memberGuid }) => `member:${memberGuid}`,
  readOffice: readMemberOffice,
  readBefore: async (tx, { memberGuid, accountNumber, caseReference, days }) => {
    const account = await findAccount(tx, memberGuid, accountNumber);
    const placed = await tx
      .selectFrom("ledger_hold")
      .select("id")
      .where("ledger_account_id", "=", account.ledgerAccountId)
      .where("reference", "=", caseReference)
      .where("reason", "=", DISPUTED_FUNDS)
      .executeTakeFirst();
    if (placed !== undefined) throw new Refusal("request_does_not_apply");
    return { account: accountNumber, case: caseReference, days: String(days), held: "PHP 0.00" };
  },
  after: ({ amount }, before) => ({ ...before, held: formatPesosAscii(amount) }),
  apply: async (tx, { memberGuid, accountNumber, amount, caseReference, days }, { at }) => {
    const account = await findAccount(tx, memberGuid, accountNumber);
    const expiresAt = new Date(at.getTime() + days * DAY_MS);
    try {
      await placeHold(tx, {
        accountId: account.ledgerAccountId,
        amount,
        reference: caseReference,
        reason: DISPUTED_FUNDS,
        at,
        expiresAt,
      });
    } catch (error) {
      throw asStaffRefusal(error);
    }
    await notify(tx, {
      memberId: account.memberId,
      kind: "funds_held",
      params: {
        amount: formatPesos(amount),
        account: accountNumber.slice(-4),
        date: manilaDate(expiresAt),
      },
      at,
    });
  },
});

/** Makes disputed money available again before its time. */
export const disputedFundsRelease = defineKind({
  kind: "disputed_funds_release",
  subjectOf: ({ holdId }) => `hold:${holdId}`,
  readOffice: readMemberOffice,
  readBefore: async (tx, { memberGuid, holdId }) => {
    const hold = await findHold(tx, memberGuid, BigInt(holdId));
    return {
      account: hold.account,
      case: hold.reference,
      held: formatPesosAscii(hold.amount_centavos),
    };
  },
  after: (_payload, before) => ({ ...before, held: "PHP 0.00" }),
  apply: async (tx, { memberGuid, holdId }, { at }) => {
    const hold = await findHold(tx, memberGuid, BigInt(holdId));
    await releaseAndTell(tx, hold, at);
  },
});

/** A hold of disputed money and whose it is. */
export type DisputedHold = {
  id: bigint;
  member_id: bigint;
  guid: string;
  account: string;
  reference: string;
  amount_centavos: bigint;
};

/** Releases the hold and tells the member; does nothing for one that was released before. */
export async function releaseAndTell(tx: Tx, hold: DisputedHold, at: Date): Promise<void> {
  if (!(await releaseHold(tx, hold.id, at))) return;
  const params = { amount: formatPesos(hold.amount_centavos), account: hold.account.slice(-4) };
  await notify(tx, { memberId: hold.member_id, kind: "funds_released", params, at });
}

/** Open holds of disputed money, with their members: of one id, or of all whose time has come. */
export async function findHolds(
  tx: Tx,
  of: { id: bigint } | { expiredBy: Date },
): Promise<DisputedHold[]> {
  const isWanted =
    "id" in of ? sql`h.id = ${of.id}` : sql`h.expires_at <= ${of.expiredBy}::timestamptz`;
  const { rows } = await sql<DisputedHold>`
    select h.id, o.member_id, m.guid, o.account, h.reference, h.amount_centavos
    from ledger_hold h
    join (
      select member_id, ledger_account_id, account_number as account from member_account
      union all
      select member_id, ledger_account_id, account_no from card
    ) o on o.ledger_account_id = h.ledger_account_id
    join member m on m.id = o.member_id
    where h.released_at is null and h.reason = ${DISPUTED_FUNDS} and ${isWanted}
    order by h.id limit 100`.execute(tx);
  return rows;
}

async function findHold(tx: Tx, memberGuid: string, id: bigint): Promise<DisputedHold> {
  const [hold] = await findHolds(tx, { id });
  if (hold?.guid !== memberGuid) throw new Refusal("request_does_not_apply");
  return hold;
}

async function findAccount(
  tx: Tx,
  memberGuid: string,
  accountNumber: string,
): Promise<{ memberId: bigint; ledgerAccountId: bigint }> {
  const { rows } = await sql<{ member_id: bigint; ledger_account_id: bigint }>`
    select m.id as member_id, coalesce(a.ledger_account_id, c.ledger_account_id) as ledger_account_id
    from member m
    left join member_account a on a.member_id = m.id and a.account_number = ${accountNumber}
    left join card c on c.member_id = m.id and c.account_no = ${accountNumber}
    where m.guid = ${memberGuid} and coalesce(a.ledger_account_id, c.ledger_account_id) is not null
  `.execute(tx);
  const [account] = rows;
  if (account === undefined) throw new Refusal("request_does_not_apply");
  return { memberId: account.member_id, ledgerAccountId: account.ledger_account_id };
}
