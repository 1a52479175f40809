import { expect, test } from "vitest";
import { fieldTexts } from "#contract/fields.ts";
import { sendsFrom } from "#portal/paths.ts";
import { transfer } from "#portal/texts/en/transfer.ts";
import { formErrors } from "./formErrors.ts";
import { draftOf, makeOrder } from "./forms.ts";
import { emptyDraft, type Draft } from "./order.ts";
import { draftFrom } from "./sendAgain.ts";
import { exampleSetup as setup } from "./exampleSetup.ts";
import { pauseFor, type Setup } from "./setup.ts";
import { payeeOf } from "./payeeOfDraft.ts";
import { groupedDigits } from "./payee.tsx";
import { initialsOf } from "./recipientNames.ts";
import { arrivalText } from "./arrival.ts";
import { linesOf } from "#portal/shared/drawReceipt.ts";

const words = {
  errors: transfer.errors,
  ownLimit: transfer.ownLimit,
  required: "This field is required",
  amountText: (centavos: bigint) => `${centavos}`,
  momentText: (at: string) => at,
};
const check = (draft: Draft, at: Setup = setup) => formErrors(draft, at, words);

function bankDraft(values: Partial<Draft["values"]>, via: Draft["via"] = "instapay"): Draft {
  const empty = emptyDraft("bank");
  const good = {
    destination_bank: "1",
    destination_account_number: "109450542671",
    destination_account_name: "Maria L. Cordero",
    amount: "100.00",
  };
  return { ...empty, via, values: { ...empty.values, ...good, ...values } };
}

function cardDraft(destination: string, amount = "100"): Draft {
  const empty = emptyDraft("card");
  return { ...empty, values: { ...empty.values, destination_account: destination, amount } };
}

test("O03 O05 every field of a transfer to a bank has its rule, and a good one none", () => {
  expect(check(bankDraft({}))).toEqual({});
  expect(check(emptyDraft("bank"))).toEqual({
    destination_bank: "This field is required",
    destination_account_number: "This field is required",
    destination_account_name: "This field is required",
    amount: "This field is required",
  });
  expect(check(bankDraft({ destination_account_number: "12AB" }))).toEqual({
    destination_account_number: "This field should only contain numbers",
  });
  for (const blank of ["   ", "\t", "\r\n", " \u00a0\t"])
    expect(check(bankDraft({ destination_account_name: blank }))).toEqual({
      destination_account_name: "This field cannot be empty",
    });
  // Only the other bank knows how long its numbers are.
  expect(check(bankDraft({ destination_account_number: "7" }))).toEqual({});
});

test.each([
  ["instapay", "0.99", "Enter ₱1.00 or more"],
  ["instapay", "1", undefined],
  ["instapay", "50000.00", undefined],
  ["instapay", "50000.01", "The most you can send by InstaPay at a time is 5000000"],
  ["pesonet", "50000.01", undefined],
  ["pesonet", "55000.00", undefined],
  [
    "pesonet",
    "55000.01",
    "You can send 5500000 more to other banks today. The limit starts again on tomorrow.",
  ],
  ["pesonet", "200000.01", "The most you can send by PESONet at a time is 20000000"],
] as const)("O03 O07 %s of %s: %s", (via, amount, error) => {
  expect(check(bankDraft({ amount }, via)).amount).toBe(error);
});

test("O07 what the card has must cover amount and fee; the month counts where it is the nearer limit", () => {
  const poor = { ...setup, eonAccount: { ...setup.eonAccount, available: 100_00n } };
  expect(check(bankDraft({ amount: "90" }), poor)).toEqual({});
  expect(check(bankDraft({ amount: "90.01" }), poor).amount).toBe(
    "Not enough on your card. You need 10001 with the fee; you have 10000.",
  );
  const late = { ...setup, figures: { ...setup.figures, leftThisMonth: 20_00n } };
  expect(check(bankDraft({ amount: "20.01" }), late).amount).toBe(
    "You can send 2000 more to other banks this month. The limit starts again on next month.",
  );
});

test("P01 a card's number has twelve digits and is not the member's own", () => {
  expect(check(cardDraft("990112350519"))).toEqual({});
  expect(check(cardDraft(""))).toEqual({ destination_account: "This field is required" });
  expect(check(cardDraft("99011235051"))).toEqual({
    destination_account: "Account number should be 12 digits long",
  });
  expect(check(cardDraft("990112345006"))).toEqual({
    destination_account: "Destination account should not be the same with source account",
  });
});

test("O10 the form that an order was made of comes back as it was", () => {
  for (const draft of [bankDraft({}), cardDraft("990112350519", "100.00")]) {
    const order = makeOrder(draft, "990112345006");
    if (order === undefined) throw new Error("no order");
    expect(draftOf(order)).toEqual(draft);
  }
  expect(makeOrder(bankDraft({ amount: "1e3" }), "990112345006")).toBeUndefined();
});

test("S156 zeros in front of an amount are a field error of all four transfers, said as such", () => {
  const own = emptyDraft("own");
  for (const amount of ["05", "0005.00", "00.50"]) {
    const drafts = [
      { ...own, values: { ...own.values, source_account: "S1", amount } },
      cardDraft("990112345014", amount),
      bankDraft({ amount }, "instapay"),
      bankDraft({ amount }, "pesonet"),
    ];
    for (const draft of drafts) expect(check(draft)).toEqual({ amount: fieldTexts.leadingZeros });
  }
  expect(check(cardDraft("990112345014", "0.50"))).toEqual({ amount: transfer.errors.low });
});

test("sending again fills in the payee and the amount; a bank that is gone is asked for anew", () => {
  const again = {
    kind: "instapay",
    bankName: "BDO Unibank, Inc.",
    accountNumber: "109450542671",
    accountName: "Maria L. Cordero",
    amount: "75.00",
  };
  expect(draftFrom({ again }, setup)).toEqual(bankDraft({ amount: "75.00" }));
  const gone = draftFrom({ again: { ...again, bankName: "No such bank" } }, setup);
  expect(gone?.values.destination_bank).toBe("");
  expect(draftFrom({ again: { ...again, kind: "own" } }, setup)).toBeUndefined();
  expect(draftFrom(null, setup)).toBeUndefined();
  const card = { ...again, kind: "card", bankName: "", accountNumber: "990112345014" };
  const draft = draftFrom({ again: card }, setup);
  expect(draft && payeeOf(draft, setup)?.accountName).toBe("Maria L. Cordero");
});

test("P03 an account's own 'Transfer' leads to the form of the own card, from that account", () => {
  const { values, ...draft } = emptyDraft("own");
  expect(draftFrom(sendsFrom("S1"), setup)).toEqual({
    ...draft,
    values: { ...values, source_account: "S1" },
  });
  expect(draftFrom(sendsFrom("S2"), setup)).toBeUndefined();
});

test("S164 V01 when it arrives is told by Manila's days, whatever the device thinks", () => {
  const at = (now: string, creditBy: string, isConfirmed = true) =>
    arrivalText({ at: new Date(creditBy), isConfirmed }, new Date(now), transfer, "en");
  // 23:30 in Manila is still the day before in London.
  expect(at("2026-11-22T15:30:00Z", "2026-11-23T06:00:00Z")).toBe("By 2:00 PM tomorrow");
  expect(at("2026-11-22T16:30:00Z", "2026-11-23T06:00:00Z")).toBe("By 2:00 PM today");
  expect(at("2026-11-20T09:00:00Z", "2026-11-23T10:00:00Z")).toBe("By 6:00 PM, Mon, Nov 23");
  expect(at("2027-12-31T09:00:00Z", "2028-01-03T06:00:00Z", false)).toBe(
    "Expected by 2:00 PM, Mon, Jan 3, if it is a banking day",
  );
});

test("initials and the lines of a picture hold whatever name comes", () => {
  expect(["Maria L. Cordero", "Ñino", "  ", "José P"].map(initialsOf)).toEqual([
    "MC",
    "Ñ",
    "",
    "JP",
  ]);
  const fits = (part: string) => part.length <= 10;
  expect(linesOf("Maria Lourdes de los Santos", fits)).toEqual([
    "Maria",
    "Lourdes de",
    "los Santos",
  ]);
  expect(linesOf("Peñaflorida-Dimaculangan", fits).join("")).toBe("Peñaflorida-Dimaculangan");
  expect(linesOf("Peñaflorida-Dimaculangan", fits).every(fits)).toBe(true);
});

test("S149 the form tells from when a new payee can be paid, once it is all there; a known one has no pause", () => {
  const endsAt = "2026-11-24T02:00:00.000Z";
  const known = [
    { bankId: "1", accountNumber: "109450542671" },
    { bankId: null, accountNumber: "990112345014" },
  ];
  const paused: Setup = { ...setup, payeePause: { endsAt, known } };
  const now = Date.parse(endsAt) - 1;
  const toBank = (account: string) => bankDraft({ destination_account_number: account });
  const toCard = (account: string): Draft => ({
    to: "card",
    via: "pesonet",
    values: { ...emptyDraft("card").values, destination_account: account },
  });
  expect(pauseFor(paused, toBank("109450542672"), now)).toEqual(new Date(endsAt));
  expect(pauseFor(paused, toCard("990112345006"), now)).toEqual(new Date(endsAt));
  const isNoPause = [
    toBank("109450542671"),
    { ...toBank("109450542671"), via: "pesonet" as const },
    toBank("109450"),
    toCard("990112345014"),
    toCard("99011234"),
    { ...emptyDraft("own"), values: toCard("990112345006").values },
  ];
  for (const draft of isNoPause) expect(pauseFor(paused, draft, now)).toBeUndefined();
  // A card's account number is another payee at a bank.
  expect(pauseFor(paused, toBank("990112345014"), now)).toEqual(new Date(endsAt));
  expect(pauseFor(paused, toBank("109450542672"), now + 1)).toBeUndefined();
  expect(pauseFor(setup, toBank("109450542672"), now)).toBeUndefined();
});

test("S210 the limits that the member set hold in the form, and one that switches it off says so", () => {
  const none = { isOff: false, most: null, leftToday: null, leftThisMonth: null };
  const limited = (kinds: Setup["ownLimits"]["kinds"], payees: Setup["ownLimits"]["payees"] = []) =>
    check(bankDraft({ amount: "100.00" }), { ...setup, ownLimits: { kinds, payees } });
  expect(limited([{ ...none, kind: "instapay", most: 100_00n }])).toEqual({});
  expect(limited([{ ...none, kind: "pesonet", most: 1n }])).toEqual({});
  expect(limited([{ ...none, kind: "instapay", most: 99_99n }])).toEqual({
    amount: "Your own limit for one transfer is 9999.",
  });
  expect(limited([{ ...none, kind: "instapay", leftToday: 99_99n }])).toEqual({
    amount: "9999 left of your own limit today.",
  });
  expect(limited([{ ...none, kind: "instapay", leftThisMonth: 99_99n }])).toEqual({
    amount: "9999 left of your own limit this month.",
  });
  expect(limited([{ ...none, kind: "instapay", isOff: true }])).toEqual({
    amount: "You have switched these transfers off under Safety.",
  });
  const payee = { bankId: "1", accountNumber: "109450542671", isOff: false, leftToday: 99_99n };
  expect(limited([], [payee])).toEqual({
    amount: "9999 left of your own limit for this recipient today.",
  });
  expect(limited([], [{ ...payee, bankId: "2" }])).toEqual({});
});

test("an account number is grouped, and no digit is left alone on a line", () => {
  expect(groupedDigits("123456789012")).toBe("1234 5678 9012");
  expect(groupedDigits("1234567890777")).toBe("1234 5678 9077\u00a07");
});
