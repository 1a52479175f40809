import { toDecimal } from "#common/money.ts";
import { manilaDate } from "#common/manila.ts";
import { withCheckDigit } from "#common/checkDigit.ts";
import type { App } from "#server/platform/app.ts";
import { hashPassword } from "#server/platform/passwords/passwords.ts";
import { usernameKey } from "#server/domains/members/usernameKey.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { openAccount } from "#server/ledger/openAccount.ts";
import { type EntryLine, postJournalEntry } from "#server/ledger/postJournalEntry.ts";
import { panMac } from "#server/domains/cards/state/panMac.ts";
import { numberForAccount } from "#sandbox/cardIssuer/plastics.ts";
import { ensureOffice } from "./offices.ts";

export const TEST_PASSWORD = "correct horse battery";
/** The ATM PIN of every member's card; the issuer alone knows it. */
export const TEST_ATM_PIN = "907060";

type CardStatus =
  | "not_applied"
  | "active"
  | "deactivated"
  | "suspended"
  | "processing"
  | "for_pickup"
  | "for_activation"
  | "failed";

/** What the test says about the member; everything else is an ordinary member's. */
export type MemberOptions = {
  username?: string;
  /** False for somebody on the books without an online account. */
  hasAccount?: boolean;
  password?: string;
  /** yyyy-MM-dd */
  dateOfBirth?: string;
  mobileNumber?: string | null;
  status?: "active" | "suspended" | "cancelled";
  /** Who closed the access of a member whose status is not active; inactivity did, if not said. */
  accessClosedFor?: "inactivity" | "staff";
  language?: "en" | "fil";
  /** As the books know it; unknown, if not said. */
  employer?: string;
  /** The branch they belong to; of none, if not said. */
  officeId?: bigint;
  passwordChangedAt?: Date;
  /** Opening balances in centavos; an account that is not named is not opened. */
  savings?: bigint;
  storage?: bigint;
  capital?: { withdrawable: bigint; fixed: bigint };
  card?: {
    balance?: bigint;
    status?: CardStatus;
    persoStatus?: CardStatus;
    cardType?: "blue" | "gold" | "platinum";
    memberLocked?: boolean;
    adminLocked?: boolean;
  } | null;
};

export type TestMember = {
  id: bigint;
  guid: string;
  membershipNo: string;
  username: string;
  password: string;
  mobileNumber: string | null;
  /** By product; undefined for an account that was not opened. */
  accountNumbers: { savings?: string; storage?: string; me?: string };
  /** Number of the card account. */
  cardAccountNo: string | undefined;
};

let lastNumber = 0;
/** One computation for all members with the same password and pepper. */
const hashes = new Map<string, Promise<string>>();

/** A member with accounts and an active card, whose money is in the ledger and at the issuer. */
export async function makeMember(app: App, options: MemberOptions = {}): Promise<TestMember> {
  lastNumber += 1;
  const serial = String(lastNumber).padStart(7, "0");
  const password = options.password ?? TEST_PASSWORD;
  const username = options.username ?? `member.${serial}`;
  const membershipNo = withCheckDigit(`00012020${serial}`);
  const hasAccount = options.hasAccount ?? true;
  const mobileNumber =
    options.mobileNumber === undefined ? `+63999${serial}` : options.mobileNumber;
  const status = options.status ?? "active";
  const at = app.now();
  const passwordHash = await hashOnce(app, password);
  const made = await transact(app.db, async (tx) => {
    if (options.officeId !== undefined) await ensureOffice(tx, options.officeId);
    const { id, guid } = await tx
      .insertInto("member")
      .values({
        guid: app.random.uuid(),
        membership_no: membershipNo,
        username: hasAccount ? username : null,
        username_key: hasAccount ? usernameKey(username) : null,
        password_hash: hasAccount ? passwordHash : null,
        password_changed_at: hasAccount ? (options.passwordChangedAt ?? at) : null,
        date_of_birth: options.dateOfBirth ?? null,
        employer: options.employer ?? "",
        first_name: "Juana",
        last_name: `Reyes ${serial}`,
        mobile_number: mobileNumber,
        status,
        access_closed_for: status === "active" ? null : (options.accessClosedFor ?? "inactivity"),
        language: options.language ?? "en",
        office_id: options.officeId ?? null,
        created_at: at,
      })
      .returning(["id", "guid"])
      .executeTakeFirstOrThrow();
    const accountNumbers = await openAccounts(tx, app, id, serial, options);
    const cardAccountNo =
      options.card === null ? undefined : await openCard(tx, app, id, serial, options.card ?? {});
    return { id, guid, accountNumbers, cardAccountNo };
  });
  if (made.cardAccountNo !== undefined) {
    await openAtIssuer(app, made.cardAccountNo, { ...options, mobileNumber });
  }
  return { ...made, membershipNo, username, password, mobileNumber };
}

/** The stored form of a password, computed once for each pepper. */
export function hashOnce(app: App, password: string): Promise<string> {
  const { passwordPepper } = app.secrets;
  const key = `${passwordPepper.toString("base64")}:${password}`;
  const hash = hashes.get(key) ?? hashPassword(app.secrets, password);
  hashes.set(key, hash);
  return hash;
}

async function openAccounts(
  tx: Tx,
  app: App,
  memberId: bigint,
  serial: string,
  { savings, storage, capital }: MemberOptions,
): Promise<TestMember["accountNumbers"]> {
  const numbers: TestMember["accountNumbers"] = {};
  const open = async (
    product: "savings" | "storage" | "me",
    code: string,
    amount: bigint,
    fixed?: bigint,
  ) => {
    const accountNumber = `${code}-${serial}`;
    const accountId = await opened(tx, app, code, accountNumber, amount);
    await tx
      .insertInto("member_account")
      .values({
        member_id: memberId,
        product,
        account_number: accountNumber,
        ledger_account_id: accountId,
        fixed_ledger_account_id:
          fixed === undefined ? null : await opened(tx, app, "3010", accountNumber, fixed),
        opened_at: app.now(),
      })
      .execute();
    numbers[product] = accountNumber;
  };
  if (capital) await open("me", "2030", capital.withdrawable, capital.fixed);
  if (savings !== undefined) await open("savings", "2010", savings);
  if (storage !== undefined) await open("storage", "2020", storage);
  return numbers;
}

async function opened(tx: Tx, app: App, code: string, subledger: string, amount: bigint) {
  const account = await openAccount(tx, { book: "ASSOC", code, subledger, at: app.now() });
  const cash = await openAccount(tx, { book: "ASSOC", code: "1010", subledger: "", at: app.now() });
  await book(tx, app, `OPEN-${code}-${subledger}`, amount, [
    { account: cash, side: "D", amount },
    { account, side: "C", amount },
  ]);
  return account;
}

async function openCard(
  tx: Tx,
  app: App,
  memberId: bigint,
  serial: string,
  card: NonNullable<MemberOptions["card"]>,
): Promise<string> {
  const at = app.now();
  const accountNo = withCheckDigit(`9901${serial}`);
  const ledgerAccountId = await openAccount(tx, {
    book: "CARD",
    code: "2510",
    subledger: accountNo,
    at,
  });
  await tx
    .insertInto("card")
    .values({
      member_id: memberId,
      account_no: accountNo,
      status: card.status ?? "active",
      perso_status: card.persoStatus ?? "not_applied",
      card_type: card.cardType ?? "blue",
      member_locked: card.memberLocked ?? false,
      admin_locked: card.adminLocked ?? false,
      token: `TK${accountNo}`,
      last_four: cardNumberOf(accountNo).slice(-4),
      pan_mac: panMac(app.secrets, cardNumberOf(accountNo)),
      ledger_account_id: ledgerAccountId,
      created_at: at,
    })
    .execute();
  const amount = card.balance ?? 0n;
  const control = (ledger: "ASSOC" | "CARD", code: string) =>
    openAccount(tx, { book: ledger, code, subledger: "", at });
  await book(tx, app, `OPEN-CARD-${accountNo}`, amount, [
    { account: await control("ASSOC", "1010"), side: "D", amount },
    { account: await control("ASSOC", "1120"), side: "C", amount },
    { account: await control("CARD", "1510"), side: "D", amount },
    { account: ledgerAccountId, side: "C", amount },
  ]);
  return accountNo;
}

async function book(tx: Tx, app: App, reference: string, amount: bigint, lines: EntryLine[]) {
  if (amount === 0n) return;
  await postJournalEntry(tx, {
    operation: "OPENING",
    step: "open",
    reference,
    businessDate: manilaDate(app.now()),
    bookedAt: app.now(),
    actor: "test",
    lines,
  });
}

/** The number on the plastic of a card account, which only the issuer and the member have. */
export function cardNumberOf(accountNo: string): string {
  return numberForAccount(accountNo);
}

/** The issuer keeps its own books; they must agree with ours from the first day. */
async function openAtIssuer(
  app: App,
  accountNo: string,
  { card, dateOfBirth, mobileNumber }: MemberOptions,
): Promise<void> {
  const dayFromNow = new Date(app.now().getTime() + 24 * 60 * 60 * 1000);
  const opening = {
    accountNo,
    balance: toDecimal(card?.balance ?? 0n),
    pin: TEST_ATM_PIN,
    birthDate: dateOfBirth ?? "",
    mobileNumber: mobileNumber ?? "",
    memberLocked: card?.memberLocked ?? false,
    adminLocked: card?.adminLocked ?? false,
    ...(card?.status === "suspended" ? { suspendedUntil: dayFromNow.toISOString() } : {}),
    ...(card?.status === "deactivated" ? { deactivatedFor: "closed" } : {}),
  };
  const answer = await fetch(new URL("/sandbox/cards", app.config.ISSUER_URL), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ cards: [opening] }),
  });
  if (!answer.ok) throw new Error(`the issuer did not open the card: ${await answer.text()}`);
}
