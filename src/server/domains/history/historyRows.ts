import { type RawBuilder, sql } from "kysely";
import {
  type CardTransaction,
  HISTORY_PAGE_ROWS,
  type TransactionStatus,
} from "#contract/history.ts";
import { FEE_KIND } from "#contract/transactionKinds.ts";
import { kindsWhere } from "#contract/transferKinds.ts";
import type { App } from "#server/platform/app.ts";
import { plainName } from "#server/platform/messages/plainName.ts";
import { statusOfRow } from "./statusOfRow.ts";

type Row = {
  id: bigint;
  transaction_date: Date;
  description: string;
  sub_description: string;
  amount_centavos: bigint;
  fee_centavos: bigint;
  payee: string | null;
  sender: string | null;
  ref_no: string;
  status: TransactionStatus;
};

/**
 * One page of a card's lines `t` that fit, newest first, those after `lastTranId` in that order. A last id that is not
 * of this card ends the list like one nobody has. `fit` may read the transfer `f` of a line, and `c`, what it cost.
 */
export async function historyRows(
  app: App,
  card: { id: bigint },
  {
    lastTranId,
    areFeesInside,
    fit,
  }: { lastTranId: string | undefined; areFeesInside: boolean; fit: RawBuilder<unknown> },
): Promise<CardTransaction[]> {
  const after = lastTranId
    ? sql`and (t.transaction_date, t.id) <
        (select l.transaction_date, l.id from card_transaction l
        where l.id = ${BigInt(lastTranId)} and l.card_id = ${card.id})`
    : sql``;
  const { rows } = await sql<Row>`
    select t.id, t.transaction_date, t.description, t.sub_description, t.ref_no,
      t.amount_centavos + coalesce(c.costs, 0) as amount_centavos,
      coalesce(abs(c.costs), ${feeInLine}) as fee_centavos,
      case when ${isSent} then coalesce(payee_nickname(f), payee_name(f)) end as payee,
      (select i.sender_name from inward_credit i where i.ref_no = t.ref_no and i.card_id = t.card_id) as sender,
      ${statusOfRow} as status
    from card_transaction t
    left join transfer f on f.ref_no = t.transfer_ref_no
    left join lateral (${costsOf(areFeesInside)}) c on true
    where t.card_id = ${card.id} ${areFeesInside ? sql`and not ${isInside}` : sql``} ${after} ${fit}
    order by t.transaction_date desc, t.id desc
    limit ${HISTORY_PAGE_ROWS}
  `.execute(app.db);
  return rows.map((row) => ({
    id: String(row.id),
    tranDate: row.transaction_date.toISOString(),
    description: row.description,
    subDescription: row.sub_description,
    amount: row.amount_centavos,
    fee: row.fee_centavos,
    // Whoever sends a peso chooses this name.
    party: row.payee ?? (plainName(row.sender ?? "") || null),
    refNo: row.ref_no,
    status: row.status,
  }));
}

/** The card of the line `t` sent the transfer `f`: on its receiver's card it goes to nobody. */
export const isSent = sql`f.card_id = t.card_id`;

/** Another line of the same reference on the same card that moved money the same way. */
const goesWith = (line: "m" | "c") =>
  sql`${sql.ref(line)}.card_id = t.card_id and ${sql.ref(line)}.ref_no = t.ref_no
    and ${sql.ref(line)}.id <> t.id and sign(${sql.ref(line)}.amount_centavos) = sign(t.amount_centavos)`;

/** The line `t` is the fee of another one. */
const isInside = sql`(t.description ~ ${FEE_KIND} and exists (
  select from card_transaction m where ${goesWith("m")} and m.description !~ ${FEE_KIND}))`;

/** What the line `t` cost, of the same sign, with the names of those fees; of several lines the first has it. */
const costsOf = (areInside: boolean) =>
  sql`select sum(c.amount_centavos)::bigint as costs, array_agg(c.description) as named
    from card_transaction c
    where ${areInside} and ${goesWith("c")} and c.description ~ ${FEE_KIND} and t.description !~ ${FEE_KIND}
      and not exists (select from card_transaction m
        where ${goesWith("m")} and m.description !~ ${FEE_KIND} and m.id < t.id)`;

const KINDS_WITH_FEE_IN_LINE = kindsWhere(({ hasFeeInLine }) => hasFeeInLine);

/** The fee in a line that has it in its amount already. */
const feeInLine = sql`case
  when t.amount_centavos < 0 and f.kind = any(${KINDS_WITH_FEE_IN_LINE}::text[]) then f.fee_centavos
  else 0 end`;
