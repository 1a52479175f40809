import { sql } from "kysely";
import { withCheckDigit } from "#common/checkDigit.ts";
import { manilaDate } from "#common/manila.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/db/db.ts";
import { recipe } from "#server/ledger/journalTemplates.ts";
import { openAccount } from "#server/ledger/openAccount.ts";
import { type EntryOfMany, postJournalEntries } from "#server/ledger/postJournalEntries.ts";
import { openingsOf, type RowContent } from "./checkRow.ts";

export type RowToAdd = { line: number; content: RowContent };

type Product = "me" | "savings" | "storage";
/** The first digits of an account number, and the ledger's code of what a member may take out. */
const PRODUCTS: Record<Product, { prefix: string; code: string }> = {
  me: { prefix: "1001", code: "2030" },
  savings: { prefix: "2001", code: "2010" },
  storage: { prefix: "3001", code: "2020" },
};
/** The part of the capital contribution that stays until membership ends. */
const FIXED_CODE = "3010";
const COUNTER_CODE = "1490";

type NewAccount = {
  memberId: bigint;
  product: Product;
  number: string;
  accountId: bigint;
  fixedId: bigint | undefined;
};

/**
 * Adds members with their accounts and opening balances, one journal entry a member; answers the ids by
 * membership number. A number that somebody else added meanwhile is left out. A member's opening balances
 * are booked once, whatever files follow: the reference of the entry is made of the membership number.
 */
export async function addMembers(
  tx: Tx,
  app: App,
  importId: bigint,
  rows: readonly RowToAdd[],
  actor: string,
): Promise<Map<string, bigint>> {
  if (rows.length === 0) return new Map();
  const at = app.now();
  const ids = await insertMembers(tx, app, rows, at);
  const added = rows.flatMap((row) => {
    const memberId = ids.get(row.content.membershipNo);
    return memberId === undefined ? [] : [{ ...row, memberId }];
  });
  const accounts = await openAccounts(tx, added, at);
  await bookOpenings(tx, importId, added, accounts, { at, actor });
  return ids;
}

type Added = RowToAdd & { memberId: bigint };

async function insertMembers(
  tx: Tx,
  app: App,
  rows: readonly RowToAdd[],
  at: Date,
): Promise<Map<string, bigint>> {
  const given = rows.map(({ content }) => ({ ...content, guid: app.random.uuid() }));
  const { rows: inserted } = await sql<{ id: bigint; membership_no: string }>`
    insert into member (guid, membership_no, first_name, middle_name, last_name, qualifier, gender,
      civil_status, date_of_birth, place_of_birth, nationality, employer, rank, mobile_number,
      email_address, line_1, barangay, municipality_city, state_province, zip, office_id, created_at)
    select guid, "membershipNo", "firstName", "middleName", "lastName", qualifier, gender,
      "civilStatus", "dateOfBirth", "placeOfBirth", nationality, employer, rank, "mobileNumber",
      "emailAddress", "line1", barangay, "municipalityCity", "stateProvince", zip, "officeId",
      ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as r (
      guid uuid, "membershipNo" text, "firstName" text, "middleName" text, "lastName" text,
      qualifier text, gender text, "civilStatus" text, "dateOfBirth" date, "placeOfBirth" text,
      nationality text, employer text, rank text, "mobileNumber" text, "emailAddress" text,
      "line1" text, barangay text, "municipalityCity" text, "stateProvince" text, zip text,
      "officeId" bigint)
    on conflict (membership_no) do nothing
    returning id, membership_no`.execute(tx);
  return new Map(inserted.map(({ id, membership_no }) => [membership_no, id]));
}

async function openAccounts(tx: Tx, added: readonly Added[], at: Date): Promise<NewAccount[]> {
  const wanted = added.flatMap(({ memberId, content }) => {
    const { capital, savings, storage } = openingsOf(content);
    const products: [Product, bigint | undefined][] = [
      ["me", capital],
      ["savings", savings],
      ["storage", storage],
    ];
    return products.flatMap(([product, amount]) =>
      amount === undefined ? [] : [{ memberId, product }],
    );
  });
  const serials = await drawSerials(tx, wanted.length);
  const named = wanted.map((account, index) => ({
    ...account,
    number: withCheckDigit(`${PRODUCTS[account.product].prefix}${serials[index]}`),
  }));
  const ledgerIds = await openInLedger(tx, named, at);
  const opened = named.map((account): NewAccount => {
    const { code } = PRODUCTS[account.product];
    const accountId = ledgerIds.get(`${code} ${account.number}`);
    if (accountId === undefined) throw new Error(`account ${account.number} was not opened`);
    return { ...account, accountId, fixedId: ledgerIds.get(`${FIXED_CODE} ${account.number}`) };
  });
  if (opened.length === 0) return opened;
  const given = opened.map(({ memberId, product, number, accountId, fixedId }) => ({
    member: String(memberId),
    product,
    number,
    account: String(accountId),
    fixed: fixedId === undefined ? null : String(fixedId),
  }));
  await sql`
    insert into member_account (member_id, product, account_number, ledger_account_id,
      fixed_ledger_account_id, opened_at)
    select member, product, number, account, fixed, ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as r (member bigint, product text, number text, account bigint, fixed bigint)`.execute(tx);
  return opened;
}

async function drawSerials(tx: Tx, count: number): Promise<string[]> {
  const { rows } = await sql<{ serial: bigint }>`
    select nextval('member_account_number') as serial from generate_series(1, ${count})`.execute(
    tx,
  );
  return rows.map(({ serial }) => String(serial).padStart(7, "0"));
}

async function openInLedger(
  tx: Tx,
  accounts: readonly { product: Product; number: string }[],
  at: Date,
): Promise<Map<string, bigint>> {
  const wanted = accounts.flatMap(({ product, number }) => {
    const main = { code: PRODUCTS[product].code, number };
    return product === "me" ? [main, { code: FIXED_CODE, number }] : [main];
  });
  const { rows } = await sql<{ code: string; number: string; id: bigint }>`
    select code, number, ledger_open_account('ASSOC', code, number, ${at}::timestamptz) as id
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as r (code text, number text)`.execute(
    tx,
  );
  return new Map(rows.map(({ code, number, id }) => [`${code} ${number}`, id]));
}

async function bookOpenings(
  tx: Tx,
  importId: bigint,
  added: readonly Added[],
  accounts: readonly NewAccount[],
  { at, actor }: { at: Date; actor: string },
): Promise<void> {
  const counter = await openAccount(tx, { book: "ASSOC", code: COUNTER_CODE, subledger: "", at });
  const { operation, step } = recipe("OPENING_BALANCE", "post");
  const accountOf = new Map(accounts.map((one) => [`${one.memberId} ${one.product}`, one]));
  const entries = added
    .filter(({ content }) => openingsOf(content).total > 0n)
    .map((row) => openingEntry(row, accountOf, counter));
  const about = { operation, step, businessDate: manilaDate(at), bookedAt: at, actor };
  const entryIds = await postJournalEntries(tx, about, entries);
  const openings = added.map(({ memberId, line, content }) => ({
    member: String(memberId),
    line,
    capital: content.capital,
    savings: content.savings,
    storage: content.storage,
    entry: entryIds.get(referenceOf(content))?.toString() ?? null,
  }));
  await sql`
    insert into member_opening (member_id, import_id, line, capital_centavos, savings_centavos,
      storage_centavos, journal_entry_id, at)
    select member, ${importId}::bigint, line, capital, savings, storage, entry, ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(openings)}::jsonb) as r (member bigint, line integer,
      capital bigint, savings bigint, storage bigint, entry bigint)`.execute(tx);
}

function openingEntry(
  { memberId, content }: Added,
  accountOf: ReadonlyMap<string, NewAccount>,
  counter: bigint,
): EntryOfMany {
  const { capital, savings, storage } = openingsOf(content);
  const capitalAccount = accountOf.get(`${memberId} me`);
  // A line of zero is left out, so the number of an account that is not there is never used.
  const none = 0n;
  const lines = recipe("OPENING_BALANCE", "post").lines(
    { CAP: capital ?? 0n, SAV: savings ?? 0n, STO: storage ?? 0n },
    {
      capital_fixed: capitalAccount?.fixedId ?? none,
      capital_buffer: capitalAccount?.accountId ?? none,
      savings_account: accountOf.get(`${memberId} savings`)?.accountId ?? none,
      storage_account: accountOf.get(`${memberId} storage`)?.accountId ?? none,
    },
  );
  return {
    reference: referenceOf(content),
    lines: lines.map(({ account, side, amount }) => ({
      account: typeof account === "bigint" ? account : counter,
      side,
      amount,
    })),
  };
}

function referenceOf({ membershipNo }: RowContent): string {
  return `OPENING-${membershipNo}`;
}
