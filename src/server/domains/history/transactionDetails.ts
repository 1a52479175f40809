import { sql } from "kysely";
import { cardOfAccountText } from "#contract/cardNames.ts";
import type { TransactionDetails, TransactionStatus } from "#contract/history.ts";
import { isFeeKind } from "#contract/transactionKinds.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { Refusal } from "#server/refusal.ts";
import { ownCardAccount } from "./statement/ownCardAccount.ts";
import { statusOfRow } from "./statusOfRow.ts";

type Line = {
  transaction_date: Date;
  description: string;
  sub_description: string;
  amount_centavos: bigint;
  status: TransactionStatus;
};

/**
 * What one reference did to the caller's card on a day of Manila: the movement with what it cost. A
 * reference of another card, or of another day, is like one nobody has (not_found).
 */
export async function transactionDetails(
  app: App,
  caller: Caller,
  { refNo, tranDate }: { refNo: string; tranDate: string },
): Promise<TransactionDetails> {
  const card = await ownCardAccount(app, caller);
  // PostgreSQL knows no year 0.
  const lines = tranDate < "1900" ? [] : await readLines(app, card.id, refNo, tranDate);
  const main = lines.find(({ description }) => !isFeeKind(description)) ?? lines[0];
  if (main === undefined) throw new Refusal("not_found");
  const isIn = main.amount_centavos > 0n;
  const cost = lines
    .filter((line) => line !== main && line.amount_centavos > 0n === isIn)
    .reduce((sum, line) => sum + size(line.amount_centavos), 0n);
  const onCard = cardOfAccountText(card.accountNo);
  const elsewhere = main.sub_description;
  return {
    refNo,
    tranDate: main.transaction_date.toISOString(),
    status: main.status,
    description: main.description,
    isIn,
    amount: size(main.amount_centavos),
    transactionFee: cost,
    total: size(main.amount_centavos) + cost,
    merchant: elsewhere,
    transferFrom: isIn ? elsewhere : onCard,
    transferTo: isIn ? onCard : elsewhere,
    accountNumber: card.accountNo,
    accountName: card.holder,
    transferVia: main.description,
  };
}

async function readLines(
  app: App,
  cardId: bigint,
  refNo: string,
  day: string,
): Promise<readonly Line[]> {
  const { rows } = await sql<Line>`
    select t.transaction_date, t.description, t.sub_description, t.amount_centavos,
      ${statusOfRow} as status
    from card_transaction t
    left join transfer f on f.ref_no = t.transfer_ref_no
    where t.ref_no = ${refNo} and t.card_id = ${cardId}
      and (t.transaction_date at time zone 'Asia/Manila')::date = ${day}::date
    order by t.id
  `.execute(app.db);
  return rows;
}

const size = (amount: bigint) => (amount < 0n ? -amount : amount);
