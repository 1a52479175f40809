import { toDecimal } from "#common/money.ts";
import { amountOrZero, fieldsOf, textField } from "#sandbox/input.ts";
import type { World } from "#sandbox/world.ts";
import type { Answer } from "./authorizations.ts";
import { promiseEvent } from "./callbacks.ts";
import { ID } from "./forms.ts";
import { moveMoney } from "./movements.ts";

/**
 * The store sends its bill for a purchase that was approved: for all of it, for less, or, with 0.00, for
 * nothing. What is left over goes back to the card.
 */
export function settleHold(world: World, body: unknown): Answer {
  const fields = fieldsOf(body);
  const reference = textField(fields, "reference", ID);
  const settled = amountOrZero(fields, "amount");
  const hold = world.books.read("hold").get(reference);
  const account = world.books.read("card").get(hold?.accountNo ?? "");
  if (hold === undefined || account === undefined)
    return no(404, "NO_SUCH_HOLD", "Nothing is held under it");
  if (settled > hold.amount) return no(409, "MORE_THAN_HELD", "That is more than was approved");
  const rest = hold.amount - settled;
  const back = {
    amount: rest,
    description: "POS Purchase Reversal",
    branch: hold.merchant,
    reference,
  };
  const moved = rest > 0n ? moveMoney(world, account, [back]) : undefined;
  world.books.write([
    { table: "hold", key: reference, record: null },
    ...(moved?.changes ?? []),
    ...promiseEvent(world, "card.settled", {
      accountNumber: hold.accountNo,
      merchant: hold.merchant,
      reference,
      held: toDecimal(hold.amount),
      settled: toDecimal(settled),
    }),
  ]);
  const balance = toDecimal(moved?.card.balance ?? account.balance);
  return {
    status: 200,
    body: { reference, settled: toDecimal(settled), released: toDecimal(rest), balance },
    notice: `${toDecimal(settled)} of ${toDecimal(hold.amount)} settled for ${hold.merchant}`,
  };
}

function no(status: number, code: string, message: string): Answer {
  return { status, body: { errors: [{ code, message }] }, notice: message };
}
