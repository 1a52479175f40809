import { randomInt } from "node:crypto";
import { manilaDate } from "#common/manila.ts";
import { toDecimal } from "#common/money.ts";
import type { Change } from "#sandbox/books.ts";
import { currentFault } from "#sandbox/faults.ts";
import {
  amountField,
  BadInput,
  fieldsOf,
  optionalText,
  signedAmountField,
} from "#sandbox/input.ts";
import type { CardRecord, PlasticRecord, StandingRecord } from "#sandbox/records.ts";
import type { World } from "#sandbox/world.ts";
import { promiseEvent } from "./callbacks.ts";
import { movementAnswer } from "./cards.ts";
import { ACCOUNT_NO, ID, WORDS } from "./forms.ts";
import { moveMoney, movementsOf, type NewMovement } from "./movements.ts";
import { cvvOf, pinMacOf, plasticByNumber, plasticOfAccount } from "./plastics.ts";
import { PIN_TRIES, standingOf, tryPin } from "./standing.ts";

const CASH = "ATM Withdrawal";
const HOME = "PH";
/** What an ATM of another bank takes for a withdrawal, when the request does not say. */
const ATM_FEE = 1800n;

type Kind = "purchase" | "withdrawal";

/** What a terminal asks. Number, PIN and CVV are the card holder's at the machine. */
type Use = {
  kind: Kind;
  amount: bigint;
  fee: bigint;
  merchant: string;
  pin: string | undefined;
  cvv: string | undefined;
  /** Where goods are bought; a CVV is asked for online alone. */
  channel: "store" | "online";
  /** ISO 3166-1 of the machine or shop. */
  country: string;
  /** Settled later (settleHold.ts), as a filling station or a hotel does. */
  isHold: boolean;
};

/** A refusal as ISO 8583 has it (field 39), and why in a word and in a sentence. */
type Decline = { code: string; reason: string; notice: string };

const DECLINES = {
  unknown: { code: "14", notice: "There is no such card account" },
  issuer_down: { code: "91", notice: "The issuer cannot be reached" },
  not_honoured: { code: "05", notice: "The issuer does not honour the card" },
  not_active: { code: "57", notice: "The card is not active" },
  replaced: { code: "57", notice: "The card was replaced" },
  deactivated: { code: "62", notice: "The card is deactivated" },
  suspended: { code: "62", notice: "The card is suspended" },
  admin_locked: { code: "62", notice: "The card is locked by the bank" },
  freeze_locked: { code: "62", notice: "The account is frozen" },
  member_locked: { code: "62", notice: "The card is locked by its holder" },
  store_off: { code: "57", notice: "Its holder has switched off purchases in stores" },
  online_off: { code: "57", notice: "Its holder has switched off purchases online" },
  cash_off: { code: "57", notice: "Its holder has switched off cash" },
  abroad_off: { code: "57", notice: "Its holder has switched off use abroad" },
  expired: { code: "54", notice: "The card is expired" },
  wrong_cvv: { code: "05", notice: "The CVV is wrong" },
  wrong_pin: { code: "55", notice: "The PIN is wrong" },
  pin_tries: { code: "75", notice: "Too many wrong PINs: the card is suspended" },
  over_limit: { code: "61", notice: "The amount is over the limit of the day" },
  insufficient_funds: { code: "51", notice: "There is not enough on the card" },
} as const;

/** What a switch did: the answer for a program, and the same in words for the page. */
export type Answer = { status: number; body: object; notice: string };

/**
 * Cash or goods taken with a card. A refusal is a 409 with the code of ISO 8583 and changes nothing
 * but the PIN tries; the product is told of both by events.
 */
export function spend(world: World, kind: Kind, body: unknown): Answer {
  const fields = fieldsOf(body);
  const cvv = optionalText(fields, "cvv", /^\d{3}$/);
  const channel = optionalText(fields, "channel", /^(?:store|online)$/);
  const use: Use = {
    kind,
    amount: amountField(fields, "amount"),
    fee: kind === "withdrawal" ? feeOf(fields) : 0n,
    merchant: optionalText(fields, "merchant", WORDS) ?? "SANDBOX MERCHANT",
    pin: optionalText(fields, "pin", /^\d{4,12}$/),
    cvv,
    channel:
      (channel ?? (cvv === undefined ? "store" : "online")) === "online" ? "online" : "store",
    country: optionalText(fields, "country", /^[A-Z]{2}$/) ?? HOME,
    isHold: kind === "purchase" && optionalText(fields, "settle", /^(?:now|later)$/) === "later",
  };
  const { plastic, account } = namedBy(world, fields);
  if (account === undefined) {
    // A card in a kit is nobody's yet: there is no account to tell about.
    const decline = declineOf(plastic === undefined ? "unknown" : "not_active");
    return refusal(decline, plastic === undefined ? 404 : 409);
  }
  if (currentFault(world, "issuer")?.mode === "down") return refusal(declineOf("issuer_down"), 409);
  const { decline, changes } = decide(world, use, plastic, account);
  return decline === undefined
    ? approve(world, use, plastic, account, changes)
    : declineUse(world, use, { plastic, account, decline, changes });
}

function decide(
  world: World,
  use: Use,
  plastic: PlasticRecord | undefined,
  account: CardRecord,
): { decline?: Decline; changes: Change[] } {
  const standing = standingOf(world, account.accountNo);
  const barred = barOf(world, use, plastic, standing);
  if (barred !== undefined) return { decline: declineOf(barred), changes: [] };
  let changes: Change[] = [];
  if (use.kind === "withdrawal") {
    if (plastic === undefined || use.pin === undefined) {
      return { decline: declineOf("wrong_pin"), changes };
    }
    const tried = tryPin(world, plastic, standing, pinMacOf(world, plastic.token, use.pin));
    ({ changes } = tried);
    if (!tried.isRight) {
      const isLast = tried.standing.pinTries >= PIN_TRIES;
      return { decline: declineOf(isLast ? "pin_tries" : "wrong_pin"), changes };
    }
    if (cashOfDay(world, account.accountNo) + use.amount > standing.withdrawalLimit) {
      return { decline: declineOf("over_limit"), changes };
    }
  }
  return account.balance < use.amount + use.fee
    ? { decline: declineOf("insufficient_funds"), changes }
    : { changes };
}

/** What bars a card before PIN and money are looked at. */
function barOf(
  world: World,
  use: Use,
  plastic: PlasticRecord | undefined,
  standing: StandingRecord,
): keyof typeof DECLINES | undefined {
  if (currentFault(world, "issuer")?.mode === "reject") return "not_honoured";
  if (plastic?.state === "replaced") return "replaced";
  if (plastic !== undefined && plastic.state !== "active") return "not_active";
  if (standing.deactivatedFor !== null) return "deactivated";
  if (standing.suspendedUntil !== null) return "suspended";
  if (standing.adminLocked) return "admin_locked";
  if (standing.freezeLocked) return "freeze_locked";
  if (standing.memberLocked) return "member_locked";
  if (plastic !== undefined && plastic.expiresOn < manilaDate(world.now())) return "expired";
  const off = offFor(use, standing);
  if (off !== undefined) return off;
  const { cvv } = use;
  const isWrong = cvv !== undefined && plastic !== undefined && cvvOf(world, plastic) !== cvv;
  return isWrong ? "wrong_cvv" : undefined;
}

/** The switch of its holder that bars this use. */
function offFor(
  { kind, channel, country }: Use,
  { usesOff }: StandingRecord,
): keyof typeof DECLINES | undefined {
  const use = kind === "withdrawal" ? "cash" : channel;
  if (usesOff.includes(use)) return `${use}_off`;
  return country !== HOME && usesOff.includes("abroad") ? "abroad_off" : undefined;
}

function approve(
  world: World,
  { kind, amount, fee, merchant, isHold }: Use,
  plastic: PlasticRecord | undefined,
  account: CardRecord,
  changes: Change[],
): Answer {
  const reference = referenceOf(world, kind);
  const description = kind === "purchase" ? "POS Purchase" : CASH;
  const lines: NewMovement[] = [{ amount: -amount, description, branch: merchant, reference }];
  if (fee > 0n)
    lines.push({ amount: -fee, description: `${CASH} Fee`, branch: merchant, reference });
  const moved = moveMoney(world, account, lines);
  const transactions = moved.movements.map(movementAnswer);
  const authorizationCode = String(randomInt(1_000_000)).padStart(6, "0");
  const hold = { reference, accountNo: account.accountNo, amount, merchant };
  const kept: Change[] = isHold ? [{ table: "hold", key: reference, record: hold }] : [];
  world.books.write([
    ...changes,
    ...moved.changes,
    ...kept,
    ...promiseEvent(world, isHold ? "card.authorized" : "card.transaction", {
      kind,
      ...(plastic === undefined ? {} : { token: plastic.token }),
      accountNumber: account.accountNo,
      merchant,
      reference,
      authorizationCode,
      amount: toDecimal(amount),
      fee: toDecimal(fee),
      transactions,
    }),
  ]);
  const balance = toDecimal(moved.card.balance);
  return {
    status: 200,
    body: { responseCode: "00", authorizationCode, reference, balance, transactions },
    notice: `${description} of ${toDecimal(amount)} at ${merchant}`,
  };
}

function declineUse(
  world: World,
  { kind, amount, merchant }: Use,
  refused: {
    plastic: PlasticRecord | undefined;
    account: CardRecord;
    decline: Decline;
    changes: Change[];
  },
): Answer {
  const { plastic, account, decline, changes } = refused;
  const told = promiseEvent(world, "card.authorization", {
    kind,
    outcome: "declined",
    ...(plastic === undefined ? {} : { token: plastic.token }),
    accountNumber: account.accountNo,
    merchant,
    reference: referenceOf(world, kind),
    amount: toDecimal(amount),
    responseCode: decline.code,
    reason: decline.reason,
  });
  if (changes.length + told.length > 0) world.books.write([...told, ...changes]);
  return refusal(decline, 409);
}

/** By card number, token or account; the account's working plastic when only that is named. */
function namedBy(
  world: World,
  fields: Record<string, unknown>,
): { plastic: PlasticRecord | undefined; account: CardRecord | undefined } {
  const number = optionalText(fields, "cardNumber", /^[\d ]{16,23}$/)?.replaceAll(" ", "");
  const token = optionalText(fields, "token", ID);
  const accountNo = optionalText(fields, "accountNo", ACCOUNT_NO);
  if ([number, token, accountNo].every((name) => name === undefined)) {
    throw new BadInput("name a card: accountNo, token or cardNumber");
  }
  const plastic =
    number !== undefined
      ? plasticByNumber(world, number)
      : token !== undefined
        ? world.books.read("plastic").get(token)
        : plasticOfAccount(world, accountNo ?? "");
  const account = world.books.read("card").get(plastic?.accountNo ?? accountNo ?? "");
  return { plastic, account };
}

/** What was withdrawn today, by the day of Manila; what machines took for it does not count. */
function cashOfDay(world: World, accountNo: string): bigint {
  const today = manilaDate(world.now());
  return movementsOf(world, accountNo)
    .filter(({ description, at }) => description === CASH && manilaDate(new Date(at)) === today)
    .reduce((sum, { amount }) => sum - amount, 0n);
}

function referenceOf(world: World, kind: Kind): string {
  const letters = kind === "purchase" ? "PO" : "AT";
  return `${letters}${world.now().getTime()}${world.lastMovementId + 1}`;
}

function declineOf(reason: keyof typeof DECLINES): Decline {
  return { reason, ...DECLINES[reason] };
}

function refusal({ code, reason, notice }: Decline, status: number): Answer {
  const named: Record<string, string> = {
    unknown: "CARD_NOT_FOUND",
    insufficient_funds: "INSUFFICIENT_FUNDS",
  };
  const error = { code: named[reason] ?? reason.toUpperCase(), message: notice };
  return { status, body: { responseCode: code, reason, errors: [error] }, notice };
}

function feeOf(fields: Record<string, unknown>): bigint {
  const given = fields["fee"];
  if (given === undefined || given === "") return ATM_FEE;
  const fee = signedAmountField(fields, "fee");
  if (fee < 0n) throw new BadInput("fee must not be negative");
  return fee;
}
