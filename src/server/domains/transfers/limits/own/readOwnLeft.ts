import { sql } from "kysely";
import { isTransferKind } from "#contract/transferKinds.ts";
import type { TransferSetup } from "#contract/transferSetup.ts";
import type { Db, Tx } from "#server/db/db.ts";

type OfKind = {
  kind: string;
  is_off: boolean | null;
  most: bigint | null;
  today: bigint | null;
  this_month: bigint | null;
};
type OfPayee = { bank_id: bigint | null; account_number: string; is_off: boolean; today: bigint };

/** What the member's own limits leave for an order of each kind and to each payee that has one, at this moment. */
export async function readOwnLeft(
  db: Db | Tx,
  { memberId, at }: { memberId: bigint; at: Date },
): Promise<TransferSetup["ownLimits"]> {
  const { rows: kinds } = await sql<OfKind>`
    select k.kind, (o.l).is_off, (o.l).most_centavos as most, (o.l).today_centavos as today,
      (o.l).this_month_centavos as this_month
    from member m
    cross join transfer_kind k
    cross join lateral (select read_own_left(m, k, null, '', ${at}::timestamptz) as l offset 0) o
    where m.id = ${memberId} and m.has_own_limits`.execute(db);
  const { rows: payees } = await sql<OfPayee>`
    select distinct s.bank_id, s.account_number, (o.l).is_payee_off as is_off, (o.l).payee_today_centavos as today
    from member m
    join saved_recipient s on s.member_id = m.id
    join transfer_kind k on k.kind = s.kind
    cross join lateral (
      select read_own_left(m, k, s.bank_id, s.account_number, ${at}::timestamptz) as l offset 0) o
    where m.id = ${memberId} and m.has_own_limits and (o.l).payee_today_centavos is not null
    order by s.account_number`.execute(db);
  return {
    kinds: kinds.flatMap(({ kind, is_off: isOff, most, today, this_month: thisMonth }) =>
      isTransferKind(kind) && [isOff, most, today, thisMonth].some((one) => one !== null)
        ? [{ kind, isOff: isOff === true, most, leftToday: today, leftThisMonth: thisMonth }]
        : [],
    ),
    payees: payees.map(
      ({ bank_id: bankId, account_number: accountNumber, is_off: isOff, today }) => ({
        bankId: bankId === null ? null : String(bankId),
        accountNumber,
        isOff,
        leftToday: today,
      }),
    ),
  };
}
