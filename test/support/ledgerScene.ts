import { expect } from "vitest";
import { transact } from "#server/db/db.ts";
import type { CheckResult } from "#server/ledger/checkInvariants.ts";
import { placeHold } from "#server/ledger/holds.ts";
import { recipe } from "#server/ledger/journalTemplates.ts";
import { rollUpControlBalances } from "#server/ledger/rollUpControlBalances.ts";
import type { Known } from "#server/ledger/touched.ts";
import { control, type LedgerWorld } from "./ledgerWorld.ts";

/** Numbers of the rows in books that a test looks at. */
export type Scene = {
  member: bigint;
  name: string;
  card: bigint;
  cash: bigint;
  funded: bigint;
  booked: bigint;
  toppedUp: bigint;
};

export const bridge = [control("ASSOC", "1120"), control("CARD", "1510")] as const;

/** A member with money, a hold and a topped-up card, and control accounts that were rolled up. */
export async function stage(world: LedgerWorld): Promise<Scene> {
  const [member, card] = [
    await world.account(1_000n),
    await world.account(0n, { book: "CARD", code: "2510" }),
  ];
  const booked = await world.move(member, control("ASSOC", "2310"), 300n);
  const toppedUp = await world.post(
    recipe("OWN_TOPUP", "complete").lines({ A: 300n }, { card_account: card }),
  );
  await transact(world.db, (tx) =>
    placeHold(tx, {
      accountId: member,
      amount: 50n,
      reference: `H${member}`,
      reason: "test",
      at: world.at,
      expiresAt: world.at,
    }),
  );
  const { rows } = await world.pool.query(
    `select ledger_account_id('ASSOC', '1110', '') as cash, subledger,
      (select min(journal_entry_id) from posting where ledger_account_id = $1) as funded
     from ledger_account where id = $1`,
    [member],
  );
  await world.tamper(
    `update ledger_account set opened_at = opened_at - interval '1 hour' where id = ${member}`,
  );
  await rollUpAll(world);
  return {
    member,
    card,
    booked,
    toppedUp,
    name: `ASSOC 2010 ${rows[0].subledger}`,
    cash: rows[0].cash,
    funded: rows[0].funded,
  };
}

/** Until control accounts and days are summed up to the newest posting. */
export async function rollUpAll(world: LedgerWorld): Promise<void> {
  await expect
    .poll(async () => {
      await rollUpControlBalances(world.db);
      const { rows } = await world.pool.query(
        "select day_posting_id >= (select max(id) from posting) as is_all from ledger_roll_up",
      );
      return rows[0].is_all;
    })
    .toBe(true);
}

/** A transfer of which the ledger knows nothing. */
export function transferRow(
  refNo: string,
  kind: string,
  sourceAndMonth: string,
  state: string,
): string {
  const ends = state === "credited" ? "null, now()" : "now(), null";
  return `insert into transfer (ref_no, kind, member_id, card_id, source_account_id, load_month,
      source_account_number, source_name, destination_account_number, amount_centavos, fee_centavos, state,
      accepted_at, next_inquiry_at, credited_at, correlation_id)
    values ('${refNo}', '${kind}', 1, 1, ${sourceAndMonth}, '', '', '', 100, 10, '${state}', now(), ${ends}, '')`;
}

/** Behind the ledger's back, for refundDebit(). */
export const takenAway = (table: string, where: string) =>
  `create table kept as select * from ${table} where ${where}; delete from ${table} where ${where}`;
export const refundDebit = (table: string) =>
  `insert into ${table} overriding system value select * from kept; drop table kept`;

/** What the next look goes on from, by a clock that stands where it stood. */
export function from(
  world: LedgerWorld,
  { seen: { mark, figures } }: CheckResult,
): { known: Known & { since: Date }; at: Date } {
  if (figures === null) throw new Error("a look without figures");
  return { known: { mark, figures, since: world.at }, at: world.at };
}
