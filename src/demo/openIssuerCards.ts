import { toDecimal } from "#common/money.ts";
import type { App } from "#server/platform/app.ts";
import { demoCardNumber } from "./demoCard.ts";
import { waitingAtIssuer } from "./waitingAtIssuer.ts";

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
      "c.status",
      "c.token",
      "c.expires_on",
      "c.issuer_customer_id",
      "c.member_locked",
      "c.admin_locked",
      "c.suspended_until",
      "c.withdrawal_limit_centavos",
      "m.guid",
      "m.membership_no",
      "m.date_of_birth",
      "m.mobile_number",
      "m.first_name",
      "m.last_name",
      "l.balance_centavos",
    ])
    .where("c.account_no", "is not", null)
    .execute();
  const known = await Promise.all(cards.map((card) => app.issuer.balance(card.account_no ?? "")));
  const unknown = cards.filter((_card, place) => known[place] === undefined);
  const waiting = await waitingAtIssuer(app);
  if (unknown.length + waiting.customers.length + waiting.plastics.length === 0) return 0;
  const opened = await Promise.all(
    unknown.map(async (card) => ({
      accountNo: card.account_no,
      memberRef: card.guid,
      holder: `${card.first_name} ${card.last_name}`,
      lastFour: card.last_four,
      customerId: card.issuer_customer_id ?? "",
      ...plasticOf(card),
      balance: toDecimal(card.balance_centavos),
      transactions: await linesOf(app, card.id),
    })),
  );
  const response = await fetch(new URL("/sandbox/cards", app.config.ISSUER_URL), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ cards: opened, ...waiting }),
    signal: AbortSignal.timeout(30_000),
    redirect: "error",
  });
  if (!response.ok)
    throw new Error(`The sandbox issuer answered ${response.status} to the demo cards`);
  return opened.length;
}

/** The plastic in use, and what may be done with it. Its number is told to the issuer alone. */
function plasticOf(card: {
  token: string | null;
  expires_on: string | null;
  status: string;
  membership_no: string;
  member_locked: boolean;
  admin_locked: boolean;
  suspended_until: Date | null;
  withdrawal_limit_centavos: bigint;
  date_of_birth: string | null;
  mobile_number: string | null;
}): Record<string, unknown> {
  if (card.token === null) return { withoutPlastic: true };
  return {
    token: card.token,
    expiryDate: card.expires_on ?? "",
    cardNumber: demoCardNumber(card.membership_no),
    memberLocked: card.member_locked,
    adminLocked: card.admin_locked,
    withdrawalLimit: toDecimal(card.withdrawal_limit_centavos),
    birthDate: card.date_of_birth ?? "",
    mobileNumber: card.mobile_number ?? "",
    ...(card.suspended_until && {
      suspendedUntil: card.suspended_until.toISOString(),
      pinTries: 3,
    }),
    ...(card.status === "deactivated" && { deactivatedFor: "fraud" }),
  };
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
