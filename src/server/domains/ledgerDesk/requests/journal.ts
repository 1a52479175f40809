import { manilaDate } from "#common/manila.ts";
import { formatPesosAscii } from "#common/money.ts";
import type { RequestPayload } from "#contract/staff/requestPayloads.ts";
import type { Facts } from "#contract/staff/requests.ts";
import type { Tx } from "#server/db/db.ts";
import { postJournalEntry } from "#server/ledger/postJournalEntry.ts";
import { reverseJournalEntry } from "#server/ledger/reverseJournalEntry.ts";
import { Refusal } from "#server/refusal.ts";
import { defineKind } from "#server/domains/makerChecker/requestRule.ts";
import { asStaffRefusal, tellOwners } from "#server/domains/members/ledgerOwners.ts";

type Line = RequestPayload<"manual_journal">["lines"][number];

/** Books an entry by hand. Each book balances, the books meet at the bridge, no member goes below zero. */
export const manualJournal = defineKind({
  kind: "manual_journal",
  subjectOf: ({ reference }) => `journal:${reference}`,
  readOffice: async () => null,
  readBefore: async (tx, { reference, lines }) => {
    requireBalance(lines);
    await requireAccounts(tx, lines);
    const booked = await tx
      .selectFrom("journal_entry")
      .select("id")
      .where("reference", "=", reference)
      .executeTakeFirst();
    if (booked !== undefined) throw new Refusal("request_does_not_apply");
    return {
      narrative: "",
      ...Object.fromEntries(lines.map((_line, index) => [lineName(index), ""])),
    };
  },
  after: ({ narrative, lines }) => ({ narrative, ...lineFacts(lines) }),
  apply: async (tx, { reference, lines }, { at, maker, checker }) => {
    try {
      const entryId = await postJournalEntry(tx, {
        operation: "MANUAL",
        step: "post",
        reference,
        businessDate: manilaDate(at),
        bookedAt: at,
        actor: `${maker}, ${checker}`,
        lines: lines.map(({ book, code, subledger, side, amount }) => ({
          account: { book, code, subledger },
          side,
          amount,
        })),
      });
      await tellOwners(tx, entryId, at);
    } catch (error) {
      throw asStaffRefusal(error);
    }
  },
});

/**
 * Books the mirror of an entry. Not of what a transfer, a loan, a partner's event or a run of interest or dividends
 * booked: their states would no longer be those of the money. A run is taken back whole.
 */
export const journalReversal = defineKind({
  kind: "journal_reversal",
  subjectOf: ({ entryId }) => `journal:${entryId}`,
  readOffice: async () => null,
  readBefore: async (tx, { entryId }) => {
    const { operation, step, reference, lines } = await readEntry(tx, BigInt(entryId));
    return { reversed: "no", entry: `${operation} ${step} ${reference}`, ...lineFacts(lines) };
  },
  after: (_payload, before) => ({ ...mirrored(before), reversed: "yes" }),
  apply: async (tx, { entryId }, { at, maker, checker }) => {
    try {
      const reversalId = await reverseJournalEntry(tx, {
        entryId: BigInt(entryId),
        businessDate: manilaDate(at),
        bookedAt: at,
        actor: `${maker}, ${checker}`,
      });
      await tellOwners(tx, reversalId, at);
    } catch (error) {
      throw asStaffRefusal(error);
    }
  },
});

/** What is booked by the runs of what members earn, and of what was counted in drawers and vaults. */
const RUNS: ReadonlySet<string> = new Set([
  "SAVINGS_INTEREST",
  "DIVIDEND",
  "CASH_DIFFERENCE",
  "VAULT_BANK",
  "VAULT_OPENING",
]);
/** The receipts of cash at the counter are numbered by the branch: 'CR-0001-0000012'. */
const CASH_RECEIPT = /^CR-\d{4,18}-\d{7}$/;

/** What remittances book into accounts. */
const FROM_PAY: ReadonlySet<string> = new Set(["CAPITAL_DEPOSIT", "PAYROLL_DEPOSIT"]);

async function readEntry(tx: Tx, id: bigint) {
  const entry = await tx
    .selectFrom("journal_entry as e")
    .select(["e.operation", "e.step", "e.reference", "e.reversal_of"])
    .select((is) => [
      is
        .exists(
          is
            .selectFrom("journal_entry as later")
            .select("later.id")
            .whereRef("later.reversal_of", "=", "e.id"),
        )
        .as("is_reversed"),
      is
        .exists(
          is
            .selectFrom("transfer as t")
            .select("t.ref_no")
            .whereRef("t.ref_no", "=", "e.reference"),
        )
        .as("is_of_transfer"),
      is
        .exists(
          is
            .selectFrom("card_transaction as c")
            .select("c.id")
            .whereRef("c.ref_no", "=", "e.reference"),
        )
        .as("is_of_card"),
    ])
    .where("e.id", "=", id)
    .executeTakeFirst();
  if (entry === undefined) throw new Refusal("not_found");
  if (entry.operation.startsWith("LOAN_") || FROM_PAY.has(entry.operation))
    throw new Refusal("journal_of_loan");
  const isOfRun = RUNS.has(entry.operation);
  const isOfReceipt = CASH_RECEIPT.test(entry.reference);
  const isOthers =
    isOfRun || isOfReceipt || entry.is_of_transfer === true || entry.is_of_card === true;
  if (isOthers || entry.is_reversed === true || entry.reversal_of !== null) {
    throw new Refusal("request_does_not_apply");
  }
  const postings = await tx
    .selectFrom("posting as p")
    .innerJoin("ledger_account as a", "a.id", "p.ledger_account_id")
    .select(["a.book", "a.code", "a.subledger", "p.side", "p.amount_centavos as amount"])
    .where("p.journal_entry_id", "=", id)
    .orderBy("p.id")
    .execute();
  return { ...entry, lines: postings };
}

/**
 * What loans owe, and employers for them, is the loan tables' and the remittances' to say: an entry by hand
 * alone would be nobody's.
 */
const LOAN_ACCOUNTS: ReadonlySet<string> = new Set([
  "1210",
  "1220",
  "1230",
  "1240",
  "1310",
  "2210",
]);

const lineName = (index: number): string => `line.${String(index + 1).padStart(2, "0")}`;

function lineFacts(
  lines: readonly { book: string; code: string; subledger: string; side: string; amount: bigint }[],
): Facts {
  return Object.fromEntries(
    lines.map(({ book, code, subledger, side, amount }, index) => {
      const account = [book, code, subledger].filter((part) => part !== "").join(" ");
      return [lineName(index), `${account} · ${side} ${formatPesosAscii(amount)}`];
    }),
  );
}

/** The lines of the mirror: the same accounts and amounts on the other sides. */
function mirrored(facts: Facts): Facts {
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [
      name,
      name.startsWith("line.")
        ? value.replace(/ · ([DC]) /, (_all, side) => ` · ${side === "D" ? "C" : "D"} `)
        : value,
    ]),
  );
}

/** Debits equal credits in each book, and what crosses the bridge arrives (ASSOC 1120, CARD 1510). */
function requireBalance(lines: readonly Line[]): void {
  const debit = ({ side, amount }: Line) => (side === "D" ? amount : -amount);
  const sum = (of: readonly Line[]) => of.reduce((total, line) => total + debit(line), 0n);
  const isBridge = ({ book, code }: Line) =>
    (book === "ASSOC" && code === "1120") || (book === "CARD" && code === "1510");
  const isBalanced = (["ASSOC", "CARD"] as const).every(
    (book) => sum(lines.filter((line) => line.book === book)) === 0n,
  );
  if (!isBalanced || sum(lines.filter(isBridge)) !== 0n) {
    throw new Refusal("journal_not_balanced");
  }
}

async function requireAccounts(tx: Tx, lines: readonly Line[]): Promise<void> {
  for (const { book, code, subledger } of lines) {
    const account = await tx
      .selectFrom("ledger_account")
      .select("kind")
      .where("book", "=", book)
      .where("code", "=", code)
      .where("subledger", "=", subledger)
      .executeTakeFirst();
    // What is on a card is the issuer's to say: an entry of ours alone would be money nobody has.
    if (account?.kind === "member" && book === "CARD") throw new Refusal("journal_of_card_account");
    if (book === "ASSOC" && LOAN_ACCOUNTS.has(code)) throw new Refusal("journal_of_loan_account");
    // The cash of a branch is what was counted there.
    const isBranchCash = book === "ASSOC" && code === "1010" && subledger !== "";
    if (isBranchCash) throw new Refusal("journal_of_branch_cash");
    if (account !== undefined) continue;
    const name = [book, code, subledger].filter((part) => part !== "").join(" ");
    throw new Refusal("journal_account_unknown", { values: { account: name } });
  }
}
