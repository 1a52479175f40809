import { sql } from "kysely";
import { formatPesosAscii } from "#common/money.ts";
import type { App } from "#server/platform/app.ts";
import { noteActivity } from "#server/platform/activity/noteActivity.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { holdMember } from "#server/domains/members/holdMember.ts";
import { releaseHold } from "#server/ledger/holds.ts";
import { tellMember } from "#server/platform/notifications/tellMember.ts";

type Due = {
  hold_id: bigint;
  member_id: bigint;
  guid: string;
  account: string;
  amount: bigint;
};

/**
 * Frees the locked money whose time has come, each lock in a transaction of its own: exactly once, wherever it is
 * cut short and whoever else runs it. In the member's pause none is freed; it comes after its end. Answers how
 * many were due.
 */
export async function freeLocks(app: App): Promise<number> {
  const due = await findDue(app.db, app.now());
  for (const { hold_id: holdId, member_id: memberId } of due) {
    await transact(app.db, async (tx) => {
      const at = await holdMember(tx, app, memberId);
      // Taken back, freed by another or paused meanwhile.
      const [lock] = await findDue(tx, at, holdId);
      if (lock !== undefined) await free(tx, app, lock, at);
    });
  }
  return due.length;
}

async function findDue(
  db: Pick<Tx, "getExecutor">,
  at: Date,
  holdId: bigint | null = null,
): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select k.hold_id, k.member_id, m.guid, a.account_number as account, h.amount_centavos as amount
    from money_lock k
    join ledger_hold h on h.id = k.hold_id
    join member_account a on a.id = k.account_id
    join member m on m.id = k.member_id
    where k.ended_at is null and k.free_from <= ${at}::timestamptz and not is_paused(m, ${at}::timestamptz)
      and (${holdId}::bigint is null or k.hold_id = ${holdId})
    order by k.free_from, k.hold_id
    limit 100`.execute(db);
  return rows;
}

async function free(tx: Tx, app: App, lock: Due, at: Date): Promise<void> {
  const { hold_id: holdId, member_id: memberId, account, amount } = lock;
  if (!(await releaseHold(tx, holdId, at))) throw new Error(`hold ${holdId} is open and is not`);
  await tx
    .updateTable("money_lock")
    .set({ ended_at: at, ended_for: "freed" })
    .where("hold_id", "=", holdId)
    .execute();
  await noteActivity(tx, { memberId, at, kind: "money_freed", doer: "bank" });
  await audit(tx, {
    at,
    actorKind: "system",
    actor: "freeLocks",
    action: "money_freed",
    object: `member:${lock.guid}`,
    correlationId: app.random.uuid(),
    detail: { account, amount: String(amount) },
  });
  await tellMember(tx, app, {
    memberId,
    notice: "money_freed",
    values: { pesos: formatPesosAscii(amount), account: account.slice(-4) },
  });
}
