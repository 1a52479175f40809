import { sql } from "kysely";
import { brand } from "#brand";
import { paidShop } from "#contract/paidShop.ts";
import { type Rail, TRANSFER_KINDS, type TransferKind } from "#contract/transferKinds.ts";
import type { TransferDetails, TransferStep } from "#contract/transferDetails.ts";
import type { TransferState } from "#contract/transfers.ts";
import { cardOfAccountText, ending } from "#contract/cardNames.ts";
import type { Language } from "#contract/refusals.ts";
import { manilaDate } from "#common/manila.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { readHolidays } from "#server/platform/calendar/readHolidays.ts";
import { Refusal } from "#server/refusal.ts";
import { shortName } from "#server/domains/members/shortName.ts";
import { reasonText } from "#server/domains/transfers/rails/reasonText.ts";

/**
 * A problem is reported in time within these hours (terms, section XIV); later reports are accepted as well.
 */
const REPORT_MS = 12 * 60 * 60 * 1000;

/**
 * A transfer of the caller as it stands now; for a transfer from another member's card, once it has arrived,
 * what the receiver may know. Another member's reference is refused as if it did not exist.
 */
export async function transferDetails(
  app: App,
  caller: Caller,
  refNo: string,
): Promise<TransferDetails> {
  const row = await findTransfer(app, caller.memberId, refNo);
  if (row === undefined) throw new Refusal("not_found");
  const details = await detailsOf(app, row, caller.language);
  return row.member_id === caller.memberId ? details : asReceived(details);
}

/** The receiver sees neither the sender's whole account number, nor what sort of account it is, nor the steps. */
function asReceived(details: TransferDetails): TransferDetails {
  const { sourceAccount, transferFrom } = details;
  return {
    ...details,
    transferFrom: sourceAccount === null ? transferFrom : `Account ${ending(sourceAccount)}`,
    isReceived: true,
    senderName: "",
    accountName: "",
    transactionFee: 0n,
    total: details.amount,
    sourceAccount: null,
    steps: details.steps.slice(-1),
    canReport: false,
  };
}

async function isConfirmed(app: App, creditBy: Date | null): Promise<boolean> {
  return creditBy === null || (await readHolidays(app.db)).isConfirmed(manilaDate(creditBy));
}

async function detailsOf(app: App, row: Row, language: Language): Promise<TransferDetails> {
  // The constraint transfer_is_whole.
  const kind = row.kind as TransferKind;
  return {
    refNo: row.ref_no,
    kind,
    isReceived: false,
    tranDate: row.accepted_at.toISOString(),
    // The table's check allows exactly these states.
    state: row.state as TransferState,
    amount: row.amount_centavos,
    transactionFee: row.fee_centavos,
    total: row.amount_centavos + row.fee_centavos,
    merchant: row.bank_name ?? brand.cardDisplayName,
    transferFrom:
      row.source_account_id !== null
        ? `${row.source_name} ${row.source_account_number}`
        : cardOfAccountText(row.source_account_number),
    sourceAccount: row.source_account_id === null ? null : row.source_account_number,
    senderName: TRANSFER_KINDS[kind].hasPayee ? shortName(row) : "",
    transferTo: row.bank_name === null ? inHouse(kind, row) : "Other Bank",
    accountNumber: row.destination_account_number,
    accountName: accountNameOf(kind, row),
    transferVia: TRANSFER_KINDS[kind].via,
    destinationBank: row.bank_name,
    // The constraint transfer_is_whole.
    shop: row.shop === null ? null : paidShop.parse(row.shop),
    creditBy: row.credit_by?.toISOString() ?? null,
    isCreditDayConfirmed: await isConfirmed(app, row.credit_by),
    steps: await readSteps(app, row),
    reason: reasonOf(row, language),
    canReport: true,
    reportBy: new Date(row.accepted_at.getTime() + REPORT_MS).toISOString(),
  };
}

/** Where it went within our own house: a card by its account, any other account by its number. */
function inHouse(kind: TransferKind, { destination_account_number: account }: Row): string {
  const onCard: readonly string[] = ["own_card", "card"];
  return onCard.includes(TRANSFER_KINDS[kind].arrives) ? cardOfAccountText(account) : account;
}

/** Why the transfer was refunded, or why the other bank holds it for the time being. */
function reasonOf(row: Row, language: Language): string | null {
  const isHeld = row.is_held === true && row.state !== "credited";
  if (row.rail === null || row.reason_code === null) return null;
  if (row.state !== "returned" && !isHeld) return null;
  // The table's check allows exactly these.
  return reasonText(row.rail as Rail, row.reason_code)[language];
}

type Row = NonNullable<Awaited<ReturnType<typeof findTransfer>>>;

/** Of another member's card the name that the sender was told before the order, and to its owner none. */
function accountNameOf(kind: TransferKind, row: Row): string {
  if (!TRANSFER_KINDS[kind].hasPayee) {
    return [row.first_name, row.last_name, row.qualifier].filter(Boolean).join(" ");
  }
  return row.account_name ?? "";
}

function findTransfer(app: App, memberId: bigint, refNo: string) {
  return app.db
    .selectFrom("transfer as t")
    .innerJoin("member as m", "m.id", "t.member_id")
    .leftJoin("rail_transfer as r", "r.ref_no", "t.ref_no")
    .select([
      "t.ref_no",
      "t.kind",
      "t.accepted_at",
      "t.member_id",
      "t.state",
      "t.amount_centavos",
      "t.fee_centavos",
      "t.source_name",
      "t.source_account_id",
      "t.source_account_number",
      "t.destination_account_number",
      "t.shop",
      "m.first_name",
      "m.last_name",
      "m.qualifier",
      "r.rail",
      "r.bank_name",
      sql<string | null>`payee_name(t)`.as("account_name"),
      "r.credit_by",
      "r.reason_code",
      "r.is_held",
    ])
    .where("t.ref_no", "=", refNo)
    .where((is) =>
      is.or([
        is("t.member_id", "=", memberId),
        is.and([is("t.destination_member_id", "=", memberId), is("t.state", "=", "credited")]),
      ]),
    )
    .executeTakeFirst();
}

/** The steps in order; the first is the acceptance. */
async function readSteps(app: App, row: Row): Promise<TransferDetails["steps"]> {
  const steps = await app.db
    .selectFrom("transfer_step")
    .select(["state", "at"])
    .where("ref_no", "=", row.ref_no)
    .orderBy("id")
    .execute();
  // A refund that people decided again had been under way before.
  const seen = steps.filter(
    ({ state }, place) =>
      state !== "giving_back" || steps.findIndex((step) => step.state === state) === place,
  );
  return [
    { state: "accepted", at: row.accepted_at.toISOString() },
    // The constraint transfer_steps.
    ...seen.map(({ state, at }) => ({ state: state as TransferStep, at: at.toISOString() })),
  ];
}
