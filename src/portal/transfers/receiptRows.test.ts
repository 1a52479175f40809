import { expect, test } from "vitest";
import type { TransferDetails } from "#contract/transferDetails.ts";
import { receipt } from "#portal/texts/en/receipt.ts";
import { transfer } from "#portal/texts/en/transfer.ts";
import { receiptRows, sharedRows } from "./receiptRows.ts";

const DETAILS: TransferDetails = {
  refNo: "IP261130-1",
  kind: "instapay",
  isReceived: false,
  tranDate: "2026-11-30T02:00:00.000Z",
  state: "credited",
  amount: 100_00n,
  transactionFee: 10_00n,
  total: 110_00n,
  merchant: "BDO Unibank, Inc.",
  transferFrom: "Savings Deposit 001200345678",
  sourceAccount: "001200345678",
  senderName: "Maria C.",
  transferTo: "Other Bank",
  accountNumber: "109450542671",
  accountName: "Juan Dela Cruz",
  transferVia: "InstaPay",
  destinationBank: "BDO Unibank, Inc.",
  shop: null,
  creditBy: null,
  isCreditDayConfirmed: true,
  steps: [],
  reason: null,
  canReport: false,
  reportBy: "2026-11-30T14:00:00.000Z",
};
const texts = { receipt, transfer };

test("S333 what is shared says who sent it, and hides the number of their account but for its end", () => {
  const rows = sharedRows(DETAILS, texts, "en").map(({ name, text }) => `${name}: ${text}`);
  const sender = rows.indexOf("Sent by: Maria C.");
  expect(sender).not.toBe(-1);
  expect(rows[sender + 1]).toMatch(/: Savings Deposit ••••\s5678$/);
  expect(rows.join()).not.toContain("001200345678");
});

test("S333 whoever sent it, received it or sent to themselves reads no sender", () => {
  const named = (rows: readonly { key: string }[]) => rows.some(({ key }) => key === "sender");
  expect(named(receiptRows(DETAILS, texts, "en"))).toBe(false);
  expect(named(sharedRows({ ...DETAILS, senderName: "" }, texts, "en"))).toBe(false);
});

test("S365 a shop is named as its code has it, and so is its reference", () => {
  const shop = {
    acquirer: "BNORPHMMXXX",
    city: "Iloilo",
    category: "5411",
    reference: "INV-77",
    store: "",
    terminal: "T1",
  };
  const rows = receiptRows({ ...DETAILS, shop }, texts, "en").map(
    ({ name, text }) => `${name}: ${text}`,
  );
  expect(rows).toEqual(
    expect.arrayContaining([
      "Transfer To: A shop, by its QR Ph code",
      "Paid through: BDO Unibank, Inc.",
      "Shop: Juan Dela Cruz",
      "City: Iloilo",
      "Shop's reference: INV-77",
    ]),
  );
});
