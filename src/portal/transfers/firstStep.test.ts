import { expect, test } from "vitest";
import { sendsFrom } from "#portal/paths.ts";
import { transfer } from "#portal/texts/fil/transfer.ts";
import { firstStep } from "./firstStep.ts";
import { draftOf, makeOrder, toPayee } from "./forms.ts";
import { emptyDraft, type Kept } from "./order.ts";
import { formState } from "./codePayee.ts";
import { toAnother } from "./sendAgain.ts";
import { exampleSetup as setup } from "./exampleSetup.ts";

const card = emptyDraft("card");
const order = makeOrder(
  { ...card, values: { ...card.values, destination_account: "990112345014", amount: "77" } },
  setup.eonAccount.accountNo,
);
if (order === undefined) throw new Error("no order");
const reviewed: Kept = { phase: "reviewed", order };
const isReviewOf = { step: { name: "review", order, isKept: true }, unsent: undefined };

const LUZ = { bankName: "BDO Unibank, Inc.", accountNumber: "109450542671", name: "Luz Peña" };
const byCode = formState({ ...LUZ, amount: 75_00n, label: "", shop: undefined });
const byShopCode = formState({
  ...LUZ,
  amount: undefined,
  label: "R1",
  shop: { city: "Iloilo", qr: "the code" },
});

test.each([
  ["a code that was read", { asked: undefined, state: byCode }, "bank", "75.00"],
  ["an account's own 'Transfer'", { asked: "own", state: sendsFrom("S1") }, "own", ""],
  ["'Top up card'", { asked: "own", state: null }, "own", ""],
  ["the destination of the kept review", { asked: "card", state: null }, "card", ""],
  ["'Make another transfer'", { asked: undefined, state: toAnother }, "bank", ""],
] as const)(
  "%s stands before a review that was left, which is offered aside",
  (_, coming, to, amount) => {
    const first = firstStep(reviewed, coming, setup);
    expect(first).toMatchObject({ step: { name: "form", draft: { to, values: { amount } } } });
    expect(first?.unsent).toBe(order);
  },
);

test("who came for nothing, or has the review's own page again, sees the review that they left", () => {
  const nothing = firstStep(reviewed, { asked: undefined, state: null }, setup);
  expect(nothing).toMatchObject(isReviewOf);
  const reloaded = { asked: "own", state: { step: "review", id: "1" } } as const;
  expect(firstStep(reviewed, reloaded, setup)).toMatchObject(isReviewOf);
});

test("S365 a shop's code stays with what is made of it, and its payee is nobody's to unfold", () => {
  const first = firstStep(undefined, { asked: undefined, state: byShopCode }, setup);
  expect(first?.step).toMatchObject({ name: "form", isChosen: false });
  if (first?.step.name !== "form") throw new Error("no form");
  const { draft } = first.step;
  expect(draft).toMatchObject({ via: "instapay", values: { qr: "the code" } });
  const paid = makeOrder({ ...draft, values: { ...draft.values, amount: "75" } }, "");
  expect(paid?.intent).toMatchObject({ kind: "instapay", qr: "the code", amount: "75.00" });
  if (paid === undefined) throw new Error("no order");
  expect(draftOf(paid)).toEqual({ ...draft, values: { ...draft.values, amount: "75.00" } });
  expect(toPayee(paid.intent, transfer)).toBe("sa Luz Peña");
  // Over the other rail it is no shop any more.
  const other = makeOrder(
    { ...draft, via: "pesonet", values: { ...draft.values, amount: "75" } },
    "",
  );
  expect(other?.intent).not.toHaveProperty("qr");
});

test("S091 an order that was sent is asked after, whatever was come for", () => {
  const sent: Kept = { phase: "submitted", order, pinId: "p", canGoUntil: 1 };
  const first = firstStep(sent, { asked: undefined, state: byCode }, setup);
  expect(first).toMatchObject({ step: { name: "checking", order }, unsent: undefined });
});
