import { toDecimal } from "#common/money.ts";
import type { App } from "#server/app.ts";

const LINES_A_CARD = 1000;

/**
 * Opens at the sandbox issuer the demo cards it does not know, with the balance and history our card
 * book has. Cards it knows are left alone: their books have moved on. Answers how many were opened.
 */
export async function openIssuerCards(app: App): Promise<number> {
  const cards = await app.db
    .selectFrom("card as c")
    .innerJoin("ledger_account as l", "l.id", "c.ledger_account_id")
    .innerJoin("member as m", "m.id", "c.member_id")
    .select([
      "c.id",
      "c.account_no",
      "c.last_four",
      "m.guid",
      "m.first_name",
      "m.last_name",
      "l.balance_centavos",
    ])
    .where("c.account_no", "is not", null)
    .execute();
  const unknown = [];
  for (const card of cards) {
    const known = await app.issuer.balance(card.account_no ?? "");
    if (known === undefined) unknown.push(card);
  }
  if (unknown.length === 0) return 0;
  const opened = await Promise.all(
    unknown.map(async (card) => ({
      accountNo: card.account_no,
      memberRef: card.guid,
      holder: `${card.first_name} ${card.last_name}`,
      lastFour: card.last_four,
      balance: toDecimal(card.balance_centavos),
      transactions: await linesOf(app, card.id),
    })),
  );
  const response = await fetch(new URL("/sandbox/cards", app.config.ISSUER_URL), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ cards: opened }),
    signal: AbortSignal.timeout(30_000),
  });
  if (!response.ok)
    throw new Error(`The sandbox issuer answered ${response.status} to the demo cards`);
  return opened.length;
}

async function linesOf(app: App, cardId: bigint) {
  const rows = await app.db
    .selectFrom("card_transaction")
    .select(["transaction_date", "description", "sub_description", "amount_centavos", "ref_no"])
    .where("card_id", "=", cardId)
    .orderBy("transaction_date", "desc")
    .orderBy("id", "desc")
    .limit(LINES_A_CARD)
    .execute();
  return rows.toReversed().map((row) => ({
    tranDate: row.transaction_date.toISOString(),
    amount: toDecimal(row.amount_centavos),
    tranDesc: row.description,
    branch: row.sub_description,
    pplCode: row.ref_no,
  }));
}
