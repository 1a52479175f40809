import type { Change } from "#sandbox/books.ts";
import {
  amountField,
  fieldsOf,
  optionalText,
  signedAmountField,
  textField,
  BadInput,
} from "#sandbox/input.ts";
import type { CardRecord, MovementRecord } from "#sandbox/records.ts";
import { nextMovementId, type World } from "#sandbox/world.ts";
import { toDecimal } from "#common/money.ts";
import { promiseEvent } from "./callbacks.ts";
import { moveMoney, type NewMovement } from "./movements.ts";

export const ACCOUNT_NO = /^\d{10,16}$/;
const WORDS = /^[^\p{Cc}]{1,100}$/u;
const REFERENCE = /^[A-Za-z0-9-]{1,40}$/;
const MAX_CARDS = 100_000;

/** What an ATM of another bank takes for a withdrawal, when the request does not say. */
const ATM_FEE = 1800n;

/**
 * Opens cards as a test or the demo wants them: `balance` is what is there after `transactions`. An
 * account that exists starts over: its lines and transfers go. Answers how many were opened.
 */
export function openCards(world: World, body: unknown): number {
  const { cards } = fieldsOf(body);
  if (!Array.isArray(cards) || cards.length > MAX_CARDS) throw new BadInput("cards must be a list");
  const changes = cards.flatMap((given: unknown): Change[] => {
    const { card, movements } = openingOf(fieldsOf(given));
    return [
      ...clearAccount(world, card.accountNo),
      { table: "card", key: card.accountNo, record: card },
      ...movements.map((movement): Change => {
        const id = nextMovementId(world);
        return { table: "movement", key: String(id), record: { ...movement, id } };
      }),
    ];
  });
  world.books.write(changes);
  return cards.length;
}

/** Cash or goods taken with a card. 409 when there is not enough. */
export function spend(
  world: World,
  kind: "purchase" | "withdrawal",
  body: unknown,
): { status: number; body: object; said: string } {
  const fields = fieldsOf(body);
  const card = world.books.read("card").get(textField(fields, "accountNo", ACCOUNT_NO));
  const amount = amountField(fields, "amount");
  const merchant = optionalText(fields, "merchant", WORDS) ?? "SANDBOX MERCHANT";
  const fee = kind === "withdrawal" ? feeOf(fields) : 0n;
  if (card === undefined) return refuse(404, "CARD_NOT_FOUND", "There is no such card account");
  if (card.balance < amount + fee) {
    return refuse(409, "INSUFFICIENT_FUNDS", "There is not enough on the card");
  }
  const reference = `${kind === "purchase" ? "PO" : "AT"}${world.now().getTime()}${world.lastMovementId + 1}`;
  const description = kind === "purchase" ? "POS Purchase" : "ATM Withdrawal";
  const lines: NewMovement[] = [{ amount: -amount, description, branch: merchant, reference }];
  if (fee > 0n) {
    lines.push({ amount: -fee, description: "ATM Withdrawal Fee", branch: merchant, reference });
  }
  const moved = moveMoney(world, card, lines);
  const transactions = moved.movements.map(movementAnswer);
  world.books.write([
    ...moved.changes,
    ...promiseEvent(world, "card.transaction", {
      kind,
      accountNumber: card.accountNo,
      merchant,
      reference,
      amount: toDecimal(amount),
      fee: toDecimal(fee),
      transactions,
    }),
  ]);
  return {
    status: 200,
    body: { reference, balance: toDecimal(moved.card.balance), transactions },
    said: `${description} of ${toDecimal(amount)} at ${merchant}`,
  };
}

/** A line as the issuer's API shows it (banking.md 5.2). */
export function movementAnswer(movement: MovementRecord): object {
  return {
    id: String(movement.id),
    tranDate: new Date(movement.at).toISOString(),
    amount: toDecimal(movement.amount),
    balance: toDecimal(movement.balance),
    tranDesc: movement.description,
    branch: movement.branch,
    tranCurrency: "608",
    pplCode: movement.reference,
  };
}

function openingOf(fields: Record<string, unknown>): {
  card: CardRecord;
  movements: Omit<MovementRecord, "id">[];
} {
  const accountNo = textField(fields, "accountNo", ACCOUNT_NO);
  const holder = optionalText(fields, "holder", WORDS) ?? "";
  const balance = signedAmountField(fields, "balance");
  const given = fields["transactions"] ?? [];
  if (!Array.isArray(given)) throw new BadInput("transactions must be a list");
  const lines = given
    .map((line: unknown) => lineOf(fieldsOf(line)))
    .toSorted((a, b) => a.at - b.at);
  let running = balance - lines.reduce((sum, { amount }) => sum + amount, 0n);
  if (balance < 0n || running < 0n) throw new BadInput("balance does not fit the transactions");
  const movements = lines.map((line) => {
    running += line.amount;
    return { ...line, accountNo, balance: running };
  });
  return { card: { accountNo, holder, balance }, movements };
}

function lineOf(
  fields: Record<string, unknown>,
): Omit<MovementRecord, "id" | "accountNo" | "balance"> {
  const at = Date.parse(textField(fields, "tranDate", /^[\dTZ:.+-]{10,35}$/));
  if (Number.isNaN(at)) throw new BadInput("tranDate is not a date");
  return {
    at,
    amount: signedAmountField(fields, "amount"),
    description: textField(fields, "tranDesc", WORDS),
    branch: optionalText(fields, "branch", WORDS) ?? "",
    reference: optionalText(fields, "pplCode", REFERENCE) ?? "",
  };
}

function clearAccount(world: World, accountNo: string): Change[] {
  const movements = [...world.books.read("movement")]
    .filter(([, movement]) => movement.accountNo === accountNo)
    .map(([key]): Change => ({ table: "movement", key, record: null }));
  const transfers = [...world.books.read("transfer")]
    .filter(([, transfer]) => transfer.accountNo === accountNo)
    .map(([key]): Change => ({ table: "transfer", key, record: null }));
  return [...movements, ...transfers];
}

function feeOf(fields: Record<string, unknown>): bigint {
  const given = fields["fee"];
  if (given === undefined || given === "") return ATM_FEE;
  const fee = signedAmountField(fields, "fee");
  if (fee < 0n) throw new BadInput("fee must not be negative");
  return fee;
}

function refuse(
  status: number,
  code: string,
  message: string,
): { status: number; body: object; said: string } {
  return { status, body: { errors: [{ code, message }] }, said: message };
}
