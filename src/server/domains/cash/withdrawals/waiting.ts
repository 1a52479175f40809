import { sql } from "kysely";
import { toDecimal } from "#common/money.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sha256 } from "#server/platform/base/tokens.ts";
import type { App } from "#server/platform/app.ts";
import { audit, type AuditEvent } from "#server/platform/audit/writeAudit.ts";

/** Withdrawals that members are asked about, with what there is to read of them. */
export const withdrawals = (db: Db | Tx) =>
  db
    .selectFrom("cash_withdrawal as w")
    .innerJoin("cash_drawer as d", "d.id", "w.drawer_id")
    .innerJoin("office as o", "o.id", "d.office_id")
    .innerJoin("member_account as a", "a.id", "w.account_id")
    .selectAll("w")
    .select(["d.teller", "d.state as drawerState", "d.office_id", "o.branch_name as branch"])
    .select("a.account_number as accountNumber");

export type Withdrawal = Awaited<
  ReturnType<ReturnType<typeof withdrawals>["executeTakeFirstOrThrow"]>
>;

/** The same, which nobody decides until the transaction ends. The member's row is held before it. */
export const lockWithdrawal = (tx: Tx, id: string) =>
  withdrawals(tx).where("w.id", "=", id).forUpdate("w").executeTakeFirstOrThrow();

/** What its code or passkey approves, and nothing else. */
export const intentOf = ({
  id,
  accountNumber,
  amount_centavos: amount,
  branch,
}: Pick<Withdrawal, "id" | "accountNumber" | "amount_centavos" | "branch">) => ({
  kind: "cash_withdrawal",
  withdrawalId: id,
  accountNumber,
  amount: toDecimal(amount),
  branch,
});

/** In place of a browser: the code of a text counts at the counter alone, for this withdrawal. */
export const counterHash = (id: string): Buffer => sha256(`cash withdrawal:${id}`);

export const isWaiting = ({ state, expires_at: expiresAt }: Withdrawal, at: Date): boolean =>
  state === "waiting" && expiresAt > at;

/** Ends the wait; its code is void. */
export async function decide(
  tx: Tx,
  { id, pin_id: pinId }: Pick<Withdrawal, "id" | "pin_id">,
  how: { state: "paid" | "refused" | "ended"; at: Date; receiptId?: bigint },
): Promise<void> {
  await tx
    .updateTable("cash_withdrawal")
    .set({ state: how.state, decided_at: how.at, receipt_id: how.receiptId ?? null })
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .execute();
  if (pinId === null) return;
  await tx
    .updateTable("otp_challenge")
    .set({ closed_at: how.at })
    .where("pin_id", "=", pinId)
    .where("closed_at", "is", null)
    .execute();
}

/** How the member can approve a withdrawal alone now. Neither in a pause: then a second person looks. */
export async function waysOf(tx: Tx, app: Pick<App, "now">, memberId: bigint) {
  const { rows } = await sql<{ isPaused: boolean; byCode: boolean; byPasskey: boolean }>`
    select not n.is_free as "isPaused", n.is_free and n.has_mobile and n.needs = 'code' as "byCode",
      n.is_free and n.has_passkey and n.needs in ('code', 'passkey') as "byPasskey"
    from (
      select coalesce(m.paused_until <= ${app.now()}, true) as is_free, m.mobile_number is not null as has_mobile,
        has_passkey(m.id) as has_passkey, member_act_needs('cash_withdrawal', m.id) as needs
      from member m where m.id = ${memberId}
    ) n`.execute(tx);
  const [ways] = rows;
  if (ways === undefined) throw new Error("a member that is held is not there");
  return ways;
}

type Noted = Pick<AuditEvent, "at" | "actorKind" | "actor" | "correlationId"> & {
  action: "cash_withdrawal_asked" | "cash_withdrawal_ended" | "cash_withdrawal_refused";
};

export const auditWithdrawal = (
  tx: Tx,
  of: Pick<Withdrawal, "id" | "accountNumber" | "amount_centavos" | "teller">,
  noted: Noted,
): Promise<void> =>
  audit(tx, {
    ...noted,
    object: `cash_withdrawal:${of.id}`,
    detail: {
      accountNumber: of.accountNumber,
      amount: String(of.amount_centavos),
      teller: of.teller,
    },
  });
