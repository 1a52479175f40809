import type { Centavos } from "#common/money.ts";
import { recipe } from "#server/ledger/journalTemplates.ts";
import type { Merchants } from "./demoFiles.ts";
import type { DemoRandom } from "./demoRandom.ts";
import type { PastEntry } from "./entries.ts";

/** A line of a card's history, with the entries that moved the money. */
export type CardEvent = {
  at: Date;
  description: string;
  subDescription: string;
  amount: Centavos;
  reference: string;
  /** True where the reference is a transfer's, so that its details open. */
  isTransfer?: boolean;
  entries: PastEntry[];
};

/** What a card did in the past: top-ups are the accounts' business too, so they are told apart. */
export type CardPast = { topUps: { at: Date; amount: Centavos }[]; events: CardEvent[] };

type CardAccount = { accountNo: string; serial: string };

const DAYS = 92;
const DAY_MS = 24 * 60 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;
const INQUIRY_FEE: Centavos = 2_50n;
/** To whom people send money, as the issuer's line names them. */
const PAYEES = ["Rosario Magbanua", "Benjie Abellera", "Aling Nena's Store"];
const INSTAPAY_FEE: Centavos = 10_00n;
/** What people leave on their card, so that there is something to send. */
const LEFT_ALONE: Centavos = 2_500_00n;

/** Kinds and weights of data/seed/merchants.json, without those that need a second card or the branch. */
const MIX = [
  { kind: "POS Purchase", weight: 0.46 },
  { kind: "E Commerce", weight: 0.2 },
  { kind: "ATM Withdrawal", weight: 0.18 },
  { kind: "Instapay Send", weight: 0.1 },
  { kind: "Balance Inquiry", weight: 0.06 },
] as const;

/** Three months of a card, ending at `now`; what is left alone is never spent on the way. */
export function cardPast(
  card: CardAccount,
  merchants: Merchants,
  random: DemoRandom,
  now: Date,
): CardPast {
  const past: CardPast = { topUps: [], events: [] };
  let balance = 0n;
  for (let daysAgo = DAYS - 1; daysAgo >= 0; daysAgo--) {
    const startOfDay = now.getTime() - daysAgo * DAY_MS - 12 * HOUR_MS;
    if ((DAYS - 1 - daysAgo) % 15 === 0) {
      const topUp = { at: moment(startOfDay), amount: BigInt(random.between(30, 90)) * 100_00n };
      past.topUps.push(topUp);
      balance += topUp.amount;
    }
    const count = random.between(0, 2);
    for (let index = 0; index < count; index++) {
      const at = moment(
        startOfDay + (1 + index * 4) * HOUR_MS + random.between(0, 3 * 3_600) * 1000,
      );
      const number = String(past.events.length + 1).padStart(4, "0");
      const made = spend(card, merchants, random, { at, number });
      const cost = made.reduce((sum, event) => sum - event.amount, 0n);
      if (cost > balance - LEFT_ALONE) continue;
      balance -= cost;
      past.events.push(...made);
    }
  }
  return past;
}

type Occasion = { at: Date; number: string };

function spend(
  card: CardAccount,
  merchants: Merchants,
  random: DemoRandom,
  occasion: Occasion,
): CardEvent[] {
  const { kind } = random.pick(MIX);
  switch (kind) {
    case "POS Purchase":
    case "E Commerce":
      return [purchase(card, merchants, random, occasion, kind)];
    case "ATM Withdrawal":
      return withdrawal(card, merchants, random, occasion);
    case "Instapay Send":
      return instaPay(card, random, occasion);
    case "Balance Inquiry":
      return [inquiry(card, merchants, random, occasion)];
  }
}

function purchase(
  card: CardAccount,
  merchants: Merchants,
  random: DemoRandom,
  { at, number }: Occasion,
  kind: "POS Purchase" | "E Commerce",
): CardEvent {
  const channel = kind === "POS Purchase" ? "POS" : "ECOM";
  const shop = random.pick(merchants.merchants.filter((one) => one.channel === channel));
  const pesos = random.between(shop.amountMin, Math.min(shop.amountTypical * 2, shop.amountMax));
  const amount = BigInt(pesos) * 100n + BigInt(random.between(0, 3) * 25);
  const reference = `PO${card.serial}${number}`;
  return {
    at,
    description: kind,
    subDescription: shop.name,
    amount: -amount,
    reference,
    entries: [
      entry("POS_AUTH", "hold", reference, at, { A: amount }, card),
      entry("POS_CLEARING", "post", reference, at, { A: amount }, card),
    ],
  };
}

function withdrawal(
  card: CardAccount,
  merchants: Merchants,
  random: DemoRandom,
  { at, number }: Occasion,
): CardEvent[] {
  const machine = random.pick(merchants.atms);
  const choices = machine.amountTypical.map((pesos) => ({ pesos, weight: 1 }));
  const amount = BigInt(random.pick(choices).pesos) * 100n;
  const fee = BigInt(machine.fee) * 100n;
  const reference = `AT${card.serial}${number}`;
  const taken: CardEvent = {
    at,
    description: "ATM Withdrawal",
    subDescription: machine.name,
    amount: -amount,
    reference,
    entries: [entry("ATM_WITHDRAWAL", "post", reference, at, { A: amount, F: fee }, card)],
  };
  if (fee === 0n) return [taken];
  // Two lines in the history, one entry in the books (docs/issuer.md).
  return [taken, { ...taken, description: "ATM Withdrawal Fee", amount: -fee, entries: [] }];
}

function instaPay(card: CardAccount, random: DemoRandom, { at, number }: Occasion): CardEvent[] {
  const amount = BigInt(random.between(3, 30)) * 100_00n;
  const reference = `IP${card.serial}${number}`;
  const amounts = { A: amount, F: INSTAPAY_FEE };
  const sent: CardEvent = {
    at,
    description: "Instapay Send",
    // By its number, so that a name changes nothing of what is spent after it.
    subDescription: PAYEES[Number(number) % PAYEES.length] ?? "",
    amount: -amount,
    reference,
    entries: [
      entry("INSTAPAY_OUT", "hold", reference, at, amounts, card),
      entry("INSTAPAY_OUT", "success", reference, at, amounts, card),
    ],
  };
  return [sent, { ...sent, description: "Instapay Fee", amount: -INSTAPAY_FEE, entries: [] }];
}

function inquiry(
  card: CardAccount,
  merchants: Merchants,
  random: DemoRandom,
  { at, number }: Occasion,
): CardEvent {
  const reference = `BI${card.serial}${number}`;
  return {
    at,
    description: "Balance Inquiry",
    subDescription: random.pick(merchants.atms).name,
    amount: -INQUIRY_FEE,
    reference,
    entries: [entry("BALANCE_INQUIRY_FEE", "post", reference, at, { F: INQUIRY_FEE }, card)],
  };
}

/** An entry by its recipe; where it asks for a member's account, the card's. */
function entry(
  operation: string,
  step: string,
  reference: string,
  bookedAt: Date,
  amounts: Record<string, Centavos>,
  card: CardAccount,
): PastEntry {
  const { roles, lines } = recipe(operation, step);
  const account = { book: "CARD" as const, code: "2510", subledger: card.accountNo };
  const accounts = Object.fromEntries(roles.map((role) => [role, account]));
  return { operation, step, reference, bookedAt, lines: lines(amounts, accounts) };
}

function moment(milliseconds: number): Date {
  return new Date(milliseconds);
}
