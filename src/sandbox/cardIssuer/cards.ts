import type { Change } from "#sandbox/books.ts";
import { fieldsOf, optionalText, signedAmountField, textField, BadInput } from "#sandbox/input.ts";
import type { CardRecord, MovementRecord } from "#sandbox/records.ts";
import { nextMovementId, type World } from "#sandbox/world.ts";
import { toDecimal } from "#common/money.ts";
import { ACCOUNT_NO, REFERENCE, WORDS } from "./forms.ts";
import { openActivations, openCustomers, openPlastic, openPlastics } from "./openings.ts";

const MAX_CARDS = 100_000;

/**
 * Opens cards as a test or the demo wants them: `balance` is what is there after `transactions`. An
 * account that exists starts over: its lines, transfers and plastics go. Answers how many were opened.
 */
export function openCards(world: World, body: unknown): number {
  const { cards = [] } = fieldsOf(body);
  if (!Array.isArray(cards) || cards.length > MAX_CARDS) throw new BadInput("cards must be a list");
  const changes = cards.flatMap((given: unknown): Change[] => {
    const { card, movements } = openingOf(fieldsOf(given));
    return [
      ...clearAccount(world, card.accountNo),
      ...openPlastic(world, card.accountNo, given),
      { table: "card", key: card.accountNo, record: card },
      ...movements.map((movement): Change => {
        const id = nextMovementId(world);
        return { table: "movement", key: String(id), record: { ...movement, id } };
      }),
    ];
  });
  world.books.write([
    ...changes,
    ...openCustomers(body),
    ...openPlastics(world, body),
    ...openActivations(world, body),
  ]);
  return cards.length;
}

/** A line as the issuer's API shows it (docs/issuer.md). */
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
  const funds = [...world.books.read("funds")]
    .filter(([, order]) => order.accountNo === accountNo)
    .map(([key]): Change => ({ table: "funds", key, record: null }));
  return [...movements, ...transfers, ...funds];
}
