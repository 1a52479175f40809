import { isBatched, type Rail, RAILS } from "#contract/transferKinds.ts";
import { type InwardItem, MORE } from "./modelInward.ts";
import type { Run } from "./run.ts";

/** Money that came in, as it ended with us. */
export type EndedInward = {
  rail: Rail;
  reason_code: string | null;
  ref_no: string;
  tx_id: string;
  state: string;
  member_id: bigint;
  account_number: string;
  load_month: string | null;
  amount: bigint;
  answered_at: Date;
};

const HOUR = 3_600_000;

export async function readInward({ admin }: Run): Promise<EndedInward[]> {
  const { rows } = await admin.query<EndedInward>(`
    select rail, reason_code, ref_no, tx_id, state, member_id, account_number, load_month, amount_centavos as amount, answered_at
    from inward_credit order by ref_no`);
  return rows;
}

/** What other banks sent: each ended once, as they were told, and where the issuer and the switch have it. */
export async function checkInward(run: Run, ended: EndedInward[]): Promise<string[]> {
  const { inward } = run;
  const byTxId = new Map(ended.map((row) => [row.tx_id, row]));
  const postings = await readPostings(run);
  const notices = await readNotices(run);
  const asked = await readAsked(run);
  return [
    ...inward.wrongs,
    ...(ended.length === inward.items.size
      ? []
      : [`${ended.length} came in of ${inward.items.size} that were sent`]),
    ...[...inward.items.values()].flatMap((item) => {
      const row = byTxId.get(item.txId);
      if (row === undefined) return [`${item.txId} was sent and never came in`];
      return [
        ...checkOne(run, item, row),
        ...differences(row, postings, notices),
        ...checkAsked(item, row, asked),
      ].map((wrong) => `${item.txId} ${row.ref_no} (${row.state}) ${wrong}`);
    }),
  ];
}

function checkOne(run: Run, item: InwardItem, { ref_no: refNo, state, ...row }: EndedInward) {
  const effect = run.issuer.effects.get(refNo);
  const wrongs: string[] = [];
  if (row.rail !== item.rail) wrongs.push(`came over ${row.rail}, not ${item.rail}`);
  const isInFile = isBatched(item.rail);
  // A file is answered by what goes back alone; a contradiction may come before what it contradicts.
  const said = state === "rejected" ? "RJCT AM21" : isInFile ? "" : "ACSC";
  if ([...item.said].join() !== said) wrongs.push(`was answered ${[...item.said].join()}`);
  const mayBe = [item.amount, ...(isInFile && item.isContradicted ? [item.amount + MORE] : [])];
  if (!mayBe.includes(row.amount)) wrongs.push(`is ${row.amount}, not ${item.amount}`);
  if (isInFile && (row.reason_code ?? "AM21") !== "AM21") {
    wrongs.push(`is refused with ${row.reason_code}`);
  }
  const isOver = ["credited", "rejected", "returned"].includes(state);
  if (!isOver) wrongs.push("has no end");
  const isDone = effect?.state === "done";
  if (item.arrives === "card" && isDone !== (state === "credited")) {
    wrongs.push(`is at the issuer ${effect?.state}`);
  }
  if (item.arrives === "savings" && state !== "credited") wrongs.push("is not on the savings");
  const times = state === "returned" ? 1 : 0;
  if (item.back.size !== times) wrongs.push(`went back ${item.back.size} times, not ${times}`);
  return wrongs;
}

type Found = Map<string, bigint>;

async function readPostings({ admin }: Run): Promise<Found> {
  const { rows } = await admin.query<{ name: string; moved: bigint }>(`
    select concat(e.reference, ' ', a.code) as name,
      sum(case p.side when 'D' then p.amount_centavos else -p.amount_centavos end)::bigint as moved
    from posting p join journal_entry e on e.id = p.journal_entry_id join ledger_account a on a.id = p.ledger_account_id
    where e.operation = 'INWARD_CREDIT' group by 1`);
  return new Map(rows.map(({ name, moved }) => [name, moved]));
}

async function readNotices({ admin }: Run): Promise<Found> {
  const { rows } = await admin.query<{ ref_no: string; times: bigint }>(`
    select params ->> 'refNo' as ref_no, count(*) as times from notification
    where kind in ('money_in_account', 'money_on_card') group by 1`);
  return new Map(rows.map(({ ref_no: refNo, times }) => [refNo, times]));
}

function differences(row: EndedInward, postings: Found, notices: Found): string[] {
  const isCredited = row.state === "credited";
  const isCard = row.load_month !== null || row.reason_code !== null;
  const credited = isCredited ? row.amount : 0n;
  const expected = {
    ...Object.fromEntries(
      Object.entries(RAILS).map(([rail, { positionAccount }]) => [
        positionAccount,
        rail === row.rail ? credited : 0n,
      ]),
    ),
    "2590": 0n,
    "2510": isCard ? -credited : 0n,
    "2010": isCard ? 0n : -credited,
  };
  const moved = Object.entries(expected).flatMap(([code, should]) => {
    const is = postings.get(`${row.ref_no} ${code}`) ?? 0n;
    return is === should ? [] : [`leaves ${is} on ${code}, not ${should}`];
  });
  const told = Number(notices.get(row.ref_no) ?? 0n);
  return told === (isCredited ? 1 : 0) ? moved : [...moved, `is told ${told} times`];
}

type Asked = { ref_no: string; kind: string; at: Date };

async function readAsked({ admin }: Run): Promise<Asked[]> {
  const { rows } = await admin.query<Asked>(
    "select ref_no, kind, at from transfer_exception where ref_no like 'IN%'",
  );
  return rows;
}

/** A person is asked about a contradiction, and about what took too long. */
function checkAsked(item: InwardItem, row: EndedInward, all: Asked[]): string[] {
  const asked = all.filter(({ ref_no: refNo }) => refNo === row.ref_no);
  const unasked = item.isContradicted && !asked.some(({ kind }) => kind === "wrong_amount");
  return [
    ...(unasked ? ["nobody is asked about the other amount"] : []),
    ...asked.flatMap(({ kind, at }) => {
      const age = at.getTime() - row.answered_at.getTime();
      const isRight =
        (kind === "wrong_amount" && item.isContradicted) ||
        (kind === "unanswered" && age >= 24 * HOUR) ||
        (kind === "not_given_back" && age >= HOUR);
      return isRight ? [] : [`a person is asked: ${kind}`];
    }),
  ];
}
