import type pg from "pg";
import { toDecimal } from "#common/money.ts";
import type { SettledEntry } from "#server/platform/gateways/rails/statementEntries.ts";

/** The end of a storm in figures; all but the first three must be nothing. */
export type StormAudit = {
  ordered: number;
  credited: number;
  returned: number;
  /** Neither credited nor back. */
  open: string[];
  /** Handed over under a second message, settled twice, or taken from a card twice. */
  doubled: string[];
  /** The rail's statement and our books say different things about one transfer. */
  unreconciled: string[];
  /** Back later than an hour after the order, or two after the clearing's advice (BSP Circular 1195). */
  late: string[];
};

/** Amounts in centavos; accounts by what their entries left, debits less credits. */
type Row = {
  ref_no: string;
  state: string;
  amount_centavos: bigint;
  fee_centavos: bigint;
  returned_at: Date | null;
  /** When it had to be back. */
  due_at: Date | null;
  /** What holds it up, if anything does: when it is looked at next, since when its clock stands, its exceptions. */
  story: string;
  card: bigint;
  rail: bigint;
  receivable: bigint;
  in_process: bigint;
  fee_earned: bigint;
};

/** Our position with the rail, and the accounts of what is under way. */
const ACCOUNTS = {
  instapay: ["1520", "2520"],
  pesonet: ["1530", "2530"],
} as const;

/**
 * Compares every transfer over a rail of a storm with what the rail says that it settled. `pool` is that of
 * openPool(), which reads whole numbers as bigint.
 */
export async function auditStorm(
  pool: pg.Pool,
  statement: readonly SettledEntry[],
  rail: keyof typeof ACCOUNTS,
): Promise<StormAudit> {
  const [position, underWay] = ACCOUNTS[rail];
  const { rows } = await pool.query<Row>(
    `
    select t.ref_no, t.state, t.amount_centavos, t.fee_centavos, t.returned_at,
      case t.kind when 'pesonet' then r.refund_due_at else t.accepted_at + interval '1 hour' end as due_at,
      concat('accepted ', to_char(t.accepted_at, 'HH24:MI:SS'), ', next look ',
        coalesce(to_char(t.next_inquiry_at, 'HH24:MI:SS'), 'none'), ', clock stopped ',
        coalesce(to_char(r.clock_stopped_at, 'HH24:MI:SS'), 'never'), ', exceptions ',
        coalesce((select string_agg(concat(x.kind, ' ', to_char(x.at, 'HH24:MI:SS'), ' ', x.detail ->> 'reason'), ', ' order by x.at)
          from transfer_exception x where x.ref_no = t.ref_no), 'none'), ', steps ',
        (select string_agg(concat(s.state, ' ', to_char(s.at, 'HH24:MI:SS'), ' ', s.via), ', ' order by s.id)
          from transfer_step s where s.ref_no = t.ref_no)) as story,
      coalesce(l.card, 0)::bigint as card, coalesce(l.rail, 0)::bigint as rail,
      coalesce(l.receivable, 0)::bigint as receivable, coalesce(l.in_process, 0)::bigint as in_process,
      coalesce(l.fee_earned, 0)::bigint as fee_earned
    from transfer t join rail_transfer r using (ref_no)
    left join lateral (
      select sum(x.moved) filter (where x.code = '2510') as card, sum(x.moved) filter (where x.code = $2) as rail,
        sum(x.moved) filter (where x.code = '1590') as receivable,
        sum(x.moved) filter (where x.code in ($3, '2550')) as in_process,
        sum(x.moved) filter (where x.code = '4510') as fee_earned
      from (
        select a.code, case p.side when 'D' then p.amount_centavos else -p.amount_centavos end as moved
        from journal_entry e join posting p on p.journal_entry_id = e.id
        join ledger_account a on a.id = p.ledger_account_id
        where e.reference = t.ref_no) x) l on true
    where t.kind = $1 and t.correlation_id not like 'demo%' order by t.ref_no`,
    [rail, position, underWay],
  );
  const handedOver = await countHandedOver(pool, rail);
  const known = new Set(rows.map(({ ref_no: refNo }) => refNo));
  const settled = new Map<string, SettledEntry[]>();
  for (const entry of statement) {
    settled.set(entry.refNo, [...(settled.get(entry.refNo) ?? []), entry]);
  }
  const strangers = [...settled.keys()].filter((refNo) => !known.has(refNo));
  return {
    ordered: rows.length,
    credited: rows.filter(({ state }) => state === "credited").length,
    returned: rows.filter(({ state }) => state === "returned").length,
    open: rows
      .filter(isOpen)
      .map(({ ref_no: refNo, state, story }) => `${refNo} ${state}: ${story}`),
    doubled: rows.flatMap((row) =>
      doublesOf(row, settled.get(row.ref_no) ?? [], handedOver.get(row.ref_no) ?? 0),
    ),
    unreconciled: [
      ...strangers.map((refNo) => `${refNo} is settled and not ours`),
      ...rows.flatMap((row) => breakOf(row, settled.get(row.ref_no) ?? [])),
    ],
    late: rows.filter(isLate).map(lateness),
  };
}

/** 'IP261129-0000000046 by 12 s' */
function lateness({ ref_no: refNo, returned_at: back, due_at: due, story }: Row): string {
  const seconds = ((back?.getTime() ?? 0) - (due?.getTime() ?? 0)) / 1000;
  return `${refNo} by ${Math.round(seconds)} s: ${story}`;
}

/** In how many messages of ours a transfer went out: the same message sent again is one. */
async function countHandedOver(pool: pg.Pool, rail: string): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ body: string }>(
    "select body from rail_message where rail = $1 and direction = 'out' and type = 'pacs.008'",
    [rail],
  );
  const times = new Map<string, number>();
  for (const { body } of rows) {
    for (const [, refNo = ""] of body.matchAll(/<TxId>([^<]+)<\/TxId>/g)) {
      times.set(refNo, (times.get(refNo) ?? 0) + 1);
    }
  }
  return times;
}

function isOpen({ state, in_process: inProcess }: Row): boolean {
  return !["credited", "returned"].includes(state) || inProcess !== 0n;
}

function doublesOf(row: Row, entries: readonly SettledEntry[], handedOver: number): string[] {
  const count = (kind: SettledEntry["kind"]) =>
    entries.filter((entry) => entry.kind === kind).length;
  return [
    ...(handedOver > 1 ? [`${row.ref_no} was handed over ${handedOver} times`] : []),
    ...(count("transfer") > 1 ? [`${row.ref_no} was settled ${count("transfer")} times`] : []),
    ...(count("return") > 1 ? [`${row.ref_no} came back ${count("return")} times`] : []),
  ];
}

/** Every peso: what the rail moved is what we booked with it, and the rest is with the member or is owed. */
function breakOf(row: Row, entries: readonly SettledEntry[]): string[] {
  const moved = entries.reduce(
    (sum, { kind, amount }) => sum + (kind === "return" ? amount : -amount),
    0n,
  );
  const total = row.amount_centavos + row.fee_centavos;
  const isCredited = row.state === "credited";
  const isRight =
    row.rail === moved &&
    row.card === (isCredited ? total : 0n) &&
    row.fee_earned === (isCredited ? -row.fee_centavos : 0n) &&
    row.receivable === (isCredited ? 0n : -moved) &&
    (!isCredited || moved === -row.amount_centavos);
  return isRight
    ? []
    : [`${row.ref_no} ${row.state}: rail ${toDecimal(moved)}, books ${toDecimal(row.rail)}`];
}

function isLate({ due_at: due, returned_at: returnedAt }: Row): boolean {
  return due !== null && returnedAt !== null && returnedAt > due;
}
