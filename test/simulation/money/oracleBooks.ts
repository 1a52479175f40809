import { TRANSFER_KINDS } from "#contract/transferKinds.ts";
import type { EndedTransfer } from "#test/simulation/endedTransfer.ts";
import type { EndedInward } from "#test/simulation/oracleInward.ts";
import type { Run } from "#test/simulation/run.ts";
import type { Move } from "./money.ts";
import { addEarnings } from "./oracleEarnings.ts";
import { checkLoans } from "./oracleLoans.ts";
import { checkPayroll } from "./oraclePayroll.ts";
import { checkStatements } from "./oracleStatements.ts";
import { checkCash, checkWanted } from "./oracleWanted.ts";

/** What there should be on members' own accounts, reckoned beside the books. */
export type Reckoned = {
  moves: Move[];
  /** Of these, what no transfer and no other bank moved. */
  besides: Move[];
  wrongs: string[];
};

/**
 * Reckons what should be on savings and contributions from what members, tellers, employers and banks did, with
 * interest and dividends found out anew, and compares it with balances, statements and loans.
 */
export async function reckonMoney(
  run: Run,
  transfers: EndedTransfer[],
  cameIn: EndedInward[],
): Promise<Reckoned> {
  const wanted = await checkWanted(run);
  const payroll = await checkPayroll(run);
  const loans = await checkLoans(run);
  const isAccount = ({ account }: Move) => !account.startsWith("L");
  const atDesks = [...wanted.moves, ...payroll.moves, ...loans.moves].filter(isAccount);
  const moves = [
    ...run.members.flatMap((member) => [
      { account: member.savings, amount: member.savingsAtFirst, at: run.beganAt },
      { account: member.me, amount: member.meAtFirst, at: run.beganAt },
    ]),
    ...transfers.flatMap((transfer) => onSavings(run, transfer)),
    ...cameIn.flatMap((row) => cameOnSavings(run, row)),
    ...atDesks,
  ].filter(({ amount }) => amount !== 0n);
  const earned = await addEarnings(run, moves);
  const all = [...moves, ...earned.moves];
  return {
    moves: all,
    besides: [...atDesks, ...earned.moves],
    wrongs: [
      ...run.money.wrongs,
      ...wanted.wrongs,
      ...payroll.wrongs,
      ...loans.wrongs,
      ...earned.wrongs,
      ...(await checkCash(run)),
      ...(await checkBalances(run, all)),
      ...(await checkStatements(run, all)),
    ],
  };
}

function onSavings({ members }: Run, transfer: EndedTransfer): Move[] {
  const { kind, member_id: id, state } = transfer;
  const amount = transfer.amount + transfer.fee;
  const account = members.find((member) => member.id === id)?.savings ?? "";
  const { leaves, arrives } = TRANSFER_KINDS[kind];
  if (leaves === "account" || transfer.card_no === null) {
    const out = { account, amount: -amount, at: transfer.accepted_at.getTime() };
    const back = transfer.returned_at;
    return back === null ? [out] : [out, { account, amount, at: back.getTime() }];
  }
  const creditedAt = transfer.credited_at;
  if (arrives !== "own_savings" || state !== "credited" || creditedAt === null) return [];
  return [{ account, amount, at: creditedAt.getTime() }];
}

function cameOnSavings({ members, inward }: Run, row: EndedInward): Move[] {
  const arrives = inward.items.get(row.tx_id)?.arrives;
  if (row.state !== "credited" || arrives !== "savings") return [];
  const account = members.find((member) => member.id === row.member_id)?.savings ?? "";
  return [{ account, amount: row.amount, at: row.answered_at.getTime() }];
}

/** What is on each account is what moved on it, to the centavo, and never was less than nothing. */
async function checkBalances({ admin, members }: Run, moves: Move[]): Promise<string[]> {
  const { rows } = await admin.query<{ account: string; balance: bigint }>(`
    select a.account_number as account, (l.balance_centavos + coalesce(f.balance_centavos, 0))::bigint as balance
    from member_account a join ledger_account l on l.id = a.ledger_account_id
    left join ledger_account f on f.id = a.fixed_ledger_account_id`);
  const books = new Map(rows.map(({ account, balance }) => [account, balance]));
  return members
    .flatMap(({ savings, me }) => [savings, me])
    .flatMap((account) => {
      const own = moves.filter((move) => move.account === account);
      const should = own.reduce((sum, { amount }) => sum + amount, 0n);
      const is = books.get(account) ?? 0n;
      return is === should ? [] : [`${account} has ${is}, should have ${should}`];
    });
}
