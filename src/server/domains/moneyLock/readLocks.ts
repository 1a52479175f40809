import { sql } from "kysely";
import type { LockableAccount, MoneyLocks } from "#contract/moneyLock.ts";
import type { App } from "#server/platform/app.ts";
import { readPause } from "#server/domains/members/pause/readPause.ts";
import {
  accountNames,
  accountOrder,
  accountType,
} from "#server/domains/members/balances/accountNames.ts";

type AccountRow = { product: string; account_number: string; available: bigint; locked: bigint };
type ReleaseRow = { account_number: string; hold_id: bigint; amount: bigint; free_from: Date };

/** What the member has locked on each own account. A release whose time comes in a pause comes after its end. */
export async function readLocks(app: App, memberId: bigint): Promise<MoneyLocks> {
  const { db } = app;
  const at = app.now();
  const { rows: accounts } = await sql<AccountRow>`
    select a.product, a.account_number, l.available_centavos as available, locked_on(l) as locked
    from member_account a join ledger_account l on l.id = a.ledger_account_id
    where a.member_id = ${memberId}`.execute(db);
  const { rows: releases } = await sql<ReleaseRow>`
    select a.account_number, k.hold_id, h.amount_centavos as amount,
      case when is_paused(m, ${at}::timestamptz) then greatest(k.free_from, m.paused_until)
        else k.free_from end as free_from
    from money_lock k
    join ledger_hold h on h.id = k.hold_id
    join member_account a on a.id = k.account_id
    join member m on m.id = k.member_id
    where k.member_id = ${memberId} and k.ended_at is null and k.free_from is not null
    order by k.free_from, k.hold_id`.execute(db);
  const pause = await readPause(app, memberId);
  return {
    accounts: accounts
      .map((row) => ({ ...row, type: accountType(row.product) }))
      .toSorted((a, b) => accountOrder.indexOf(a.type) - accountOrder.indexOf(b.type))
      .map(({ type, account_number: accountNumber, available, locked }) => ({
        accountNumber,
        name: accountNames[type],
        available,
        locked,
        releases: releasesOf(releases, accountNumber),
      })),
    pausedUntil: pause?.endsAt ?? null,
  };
}

function releasesOf(
  rows: readonly ReleaseRow[],
  accountNumber: string,
): LockableAccount["releases"] {
  return rows
    .filter((row) => row.account_number === accountNumber)
    .map(({ hold_id: id, amount, free_from: from }) => ({
      releaseId: String(id),
      amount,
      freeFrom: from.toISOString(),
    }));
}
