import { withCheckDigit } from "#common/checkDigit.ts";
import { manilaDate, manilaMonth } from "#common/manila.ts";
import type { Centavos } from "#common/money.ts";
import { brand } from "#brand";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/db/db.ts";
import { recipe } from "#server/ledger/journalTemplates.ts";
import { openAccount } from "#server/ledger/openAccount.ts";
import type { EntryLine } from "#server/ledger/postJournalEntry.ts";
import { readClearing } from "#server/platform/calendar/pesonetCycles.ts";
import { readLimits } from "#server/domains/transfers/limits/readLimits.ts";
import { accountNames } from "#server/domains/members/balances/accountNames.ts";
import { type CardEvent, type CardPast, cardPast } from "./cardPast.ts";
import { readMerchants } from "./demoFiles.ts";
import { demoRandom } from "./demoRandom.ts";
import { type PastEntry, postPast } from "./entries.ts";
import type { SeededMember } from "./seededMember.ts";
import type { SeededAccount } from "./seededAccount.ts";
import { insertReturned } from "./seedReturned.ts";
import { countReturnsAsLoad, fundingOf, insertSent, type PastSent, sentPast } from "./seedSent.ts";

type Product = "me" | "savings" | "storage";
const PREFIX: Record<Product, string> = { me: "1001", savings: "2001", storage: "3001" };
const CODE: Record<Product, string> = { me: "2030", savings: "2010", storage: "2020" };

/** What the association keeps at the issuer for top-ups: more than all demo cards can take. */
const PREFUNDED: Centavos = 25_000_000_00n;
/** What the member of the scenario 'load limit nearly used' may still receive. */
const LOAD_LEFT: Centavos = 500_00n;
const OPENING_DAYS_AGO = 95;
const DAY_MS = 24 * 60 * 60 * 1000;

type MemberPast = {
  member: SeededMember;
  past: CardPast;
  topUps: CardEvent[];
  sent: PastSent[];
};
export type MoneyOfMember = { me: SeededAccount };

/**
 * Accounts, opening balances and three months of cards, all of it booked through the ledger, so that
 * every balance is the sum of its postings in both books.
 */
export async function seedMoney(
  tx: Tx,
  app: App,
  members: SeededMember[],
): Promise<Map<bigint, MoneyOfMember>> {
  const now = app.now();
  const openedAt = new Date(now.getTime() - OPENING_DAYS_AGO * DAY_MS);
  const merchants = readMerchants();
  const rails = { clearing: await readClearing(tx), limits: await readLimits(tx), now };
  const entries: PastEntry[] = [prefunding(openedAt)];
  const money = new Map<bigint, MoneyOfMember>();
  const histories: MemberPast[] = [];
  for (const member of members) {
    const random = demoRandom(member.membershipNo);
    const past = hasUsedCard(member)
      ? cardPast(
          { accountNo: member.card.accountNo ?? "", serial: member.serial },
          merchants,
          random,
          now,
        )
      : { topUps: [], events: [] };
    if (member.scenario.startsWith("monthly load limit")) fillMonth(past, now);
    const sent = sentPast(member, rails);
    past.topUps.push(...fundingOf(sent));
    const products: Product[] = member.scenario.startsWith("capital contribution only")
      ? ["me"]
      : ["me", "savings", "storage"];
    const accounts = await openAccounts(tx, member, products, openedAt);
    const toppedUp = past.topUps.reduce((sum, { amount }) => sum + amount, 0n);
    entries.push(
      ...openings(member, accounts, openedAt, {
        me: BigInt(random.between(40, 400)) * 1_000_00n,
        savings: toppedUp + BigInt(random.between(15_000_00, 90_000_00)),
        storage: BigInt(random.between(1_000_00, 25_000_00)),
      }),
    );
    money.set(member.id, { me: required(accounts, "me") });
    const savings = accounts.get("savings");
    const topUps = savings ? await insertTopUps(tx, member, savings, past) : [];
    if (savings && member.scenario.startsWith("happy path")) {
      entries.push(...(await insertReturned(tx, member, savings, now)));
    }
    past.events.push(...(await insertSent(tx, member, sent)));
    histories.push({ member, past, topUps, sent });
  }
  for (const { past, topUps } of histories) {
    entries.push(...[...topUps, ...past.events].flatMap((event) => event.entries));
  }
  await postPast(tx, entries);
  await insertHistory(tx, histories);
  for (const { member, sent } of histories) await countReturnsAsLoad(tx, member, sent);
  return money;
}

function hasUsedCard({ card }: SeededMember): boolean {
  return card.accountNo !== null && (card.cardStatus !== 10 || card.persoCardStatus === 1);
}

function required<T>(accounts: Map<Product, T>, product: Product): T {
  const found = accounts.get(product);
  if (found === undefined) throw new Error(`No account ${product}`);
  return found;
}

/** One more top-up in the running month, so that only a little of the load limit is left. */
function fillMonth(past: CardPast, now: Date): void {
  const month = manilaMonth(now);
  const sum = past.topUps
    .filter(({ at }) => manilaMonth(at) === month)
    .reduce((total, { amount }) => total + amount, 0n);
  past.topUps.push({ at: new Date(now.getTime() - 1000), amount: 100_000_00n - LOAD_LEFT - sum });
}

function prefunding(bookedAt: Date): PastEntry {
  const { operation, step, lines } = recipe("PREFUND", "post");
  return {
    operation,
    step,
    reference: "DEMO-PREFUND",
    bookedAt,
    lines: lines({ A: PREFUNDED }, {}),
  };
}

async function openAccounts(
  tx: Tx,
  member: SeededMember,
  products: Product[],
  at: Date,
): Promise<Map<Product, SeededAccount>> {
  const rows = [];
  for (const product of products) {
    const number = withCheckDigit(`${PREFIX[product]}${member.serial}`);
    const open = (code: string) => openAccount(tx, { book: "ASSOC", code, subledger: number, at });
    rows.push({
      member_id: member.id,
      product,
      account_number: number,
      ledger_account_id: await open(CODE[product]),
      fixed_ledger_account_id: product === "me" ? await open("3010") : null,
      opened_at: at,
    });
  }
  const made = await tx
    .insertInto("member_account")
    .values(rows)
    .returning(["id", "account_number"])
    .execute();
  return new Map(
    rows.map(({ product, account_number: number, ledger_account_id: ledgerAccountId }) => {
      const { id = 0n } = made.find(({ account_number }) => account_number === number) ?? {};
      return [product, { id, ledgerAccountId, number }];
    }),
  );
}

function openings(
  member: SeededMember,
  accounts: Map<Product, SeededAccount>,
  bookedAt: Date,
  amounts: Record<Product, Centavos>,
): PastEntry[] {
  const control = (code: string) => ({ book: "ASSOC" as const, code, subledger: "" });
  const entries: PastEntry[] = [];
  for (const [product, { ledgerAccountId, number }] of accounts) {
    const amount = amounts[product];
    const lines: EntryLine[] =
      product === "me"
        ? [
            // A tenth of a new high is fixed (docs/loans.md).
            { account: control("1310"), side: "D", amount },
            {
              account: { book: "ASSOC", code: "3010", subledger: number },
              side: "C",
              amount: amount / 10n,
            },
            { account: ledgerAccountId, side: "C", amount: amount - amount / 10n },
          ]
        : [
            { account: control("1010"), side: "D", amount },
            { account: ledgerAccountId, side: "C", amount },
          ];
    entries.push({
      operation: product === "me" ? "CAPITAL_DEPOSIT" : "COUNTER_DEPOSIT",
      step: "post",
      reference: `DEMO-${product}-${member.serial}`,
      bookedAt,
      lines,
    });
  }
  return entries;
}

/** Finished own transfers, so that their references open in the transfer details. */
async function insertTopUps(
  tx: Tx,
  member: SeededMember,
  savings: SeededAccount,
  past: CardPast,
): Promise<CardEvent[]> {
  const accountNo = member.card.accountNo ?? "";
  const topUps = past.topUps.map(({ at, amount }, index) => ({
    at,
    amount,
    reference: `OT${manilaDate(at).replaceAll("-", "").slice(2)}-D${member.serial}${String(index).padStart(2, "0")}`,
  }));
  if (topUps.length === 0) return [];
  await tx
    .insertInto("transfer")
    .values(
      topUps.map(({ at, amount, reference }) => ({
        ref_no: reference,
        kind: "own",
        member_id: member.id,
        card_id: member.cardId,
        source_account_id: savings.id,
        source_account_number: savings.number,
        source_name: accountNames.savings,
        destination_account_number: accountNo,
        amount_centavos: amount,
        state: "credited",
        load_month: manilaMonth(at),
        accepted_at: at,
        sent_at: at,
        credited_at: at,
        issuer_reference: `DEMO-${reference}`,
        correlation_id: "demo",
      })),
    )
    .execute();
  return topUps.map(({ at, amount, reference }) => ({
    at,
    description: `Transfer to ${brand.cardName}`,
    subDescription: `From ${accountNames.savings}`,
    amount,
    reference,
    isTransfer: true,
    entries: topUpEntries(reference, at, amount, savings.ledgerAccountId, accountNo),
  }));
}

function topUpEntries(
  reference: string,
  bookedAt: Date,
  amount: Centavos,
  source: bigint,
  accountNo: string,
): PastEntry[] {
  const card = { book: "CARD" as const, code: "2510", subledger: accountNo };
  const complete = recipe("OWN_TOPUP", "complete");
  return [
    {
      operation: "OWN_TOPUP",
      step: "accept",
      reference,
      bookedAt,
      lines: recipe("OWN_TOPUP", "accept").lines({ A: amount }, { source_account: source }),
    },
    {
      operation: "OWN_TOPUP",
      step: "complete",
      reference,
      bookedAt,
      lines: complete.lines({ A: amount }, { card_account: card }),
    },
  ];
}

async function insertHistory(tx: Tx, histories: MemberPast[]): Promise<void> {
  const rows = histories.flatMap(({ member, past, topUps }) =>
    [...topUps, ...past.events].map((event) => ({
      card_id: member.cardId,
      transaction_date: event.at,
      description: event.description,
      sub_description: event.subDescription,
      amount_centavos: event.amount,
      ref_no: event.reference,
      transfer_ref_no: event.isTransfer === true ? event.reference : null,
      source_event: `demo:${event.reference}:${event.description}`,
    })),
  );
  const ordered = rows.toSorted(
    (a, b) => a.transaction_date.getTime() - b.transaction_date.getTime(),
  );
  for (let from = 0; from < ordered.length; from += 1000) {
    await tx
      .insertInto("card_transaction")
      .values(ordered.slice(from, from + 1000))
      .execute();
  }
  await tx
    .insertInto("card_load")
    .columns(["card_id", "month", "loaded_centavos"])
    .expression((from) =>
      from
        .selectFrom("transfer as t")
        .select((eb) => [
          "t.card_id",
          "t.load_month",
          eb.cast<bigint>(eb.fn.sum("t.amount_centavos"), "bigint").as("loaded"),
        ])
        .where("t.kind", "=", "own")
        .where("t.state", "=", "credited")
        .groupBy(["t.card_id", "t.load_month"]),
    )
    .execute();
}
