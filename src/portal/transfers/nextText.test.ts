import { expect, test } from "vitest";
import type { TransferStep } from "#contract/transferDetails.ts";
import type { TransferState } from "#contract/transfers.ts";
import { receipt as english } from "#portal/texts/en/receipt.ts";
import { transfer as inEnglish } from "#portal/texts/en/transfer.ts";
import { receipt as filipino } from "#portal/texts/fil/receipt.ts";
import { transfer as inFilipino } from "#portal/texts/fil/transfer.ts";
import { nextText } from "./nextText.ts";

const BEFORE = "2026-11-23T05:00:00Z";
const CREDIT_BY = "2026-11-23T06:00:00Z";
const AFTER = "2026-11-23T06:00:01Z";
const promise = "The receiving bank credits it by 2:00 PM today. ";
const { next: held } = english;
const { next } = inEnglish.receipt;

const details = (
  kind: "instapay" | "pesonet",
  state: TransferState,
  steps: readonly TransferStep[],
) => ({
  kind,
  state,
  creditBy: kind === "pesonet" ? CREDIT_BY : null,
  isCreditDayConfirmed: true,
  isReceived: false,
  transactionFee: 10_00n,
  sourceAccount: null as string | null,
  steps: ["accepted" as const, ...steps].map((step) => ({ state: step, at: BEFORE })),
});

test.each<[TransferState, TransferStep[], string, string]>([
  ["accepted", ["debited"], BEFORE, promise + next.pesonet.underWay],
  ["accepted", ["debited"], AFTER, next.pesonet.underWay],
  ["sent", ["debited", "batched", "sent"], BEFORE, promise + next.pesonet.batched],
  ["sent", ["batched", "sent", "acknowledged", "settled"], BEFORE, promise + next.pesonet.cleared],
  ["sent", ["batched", "sent", "acknowledged", "settled"], AFTER, next.pesonet.cleared],
  ["sent", ["batched", "sent", "held"], BEFORE, held.held],
  ["sent", ["batched", "sent", "held", "settled"], BEFORE, held.held],
  // Cleared, and then refused: a person finds out which is so.
  ["sent", ["batched", "settled", "rejected"], AFTER, next.pesonet.cleared],
  ["unknown", ["batched", "settled", "giving_back"], BEFORE, held.goingBack],
  ["sent", ["batched", "giving_back", "credited_late"], BEFORE, english.unknown],
  ["unknown", ["batched"], BEFORE, english.unknown],
  ["accepted", ["batched"], BEFORE, promise + next.pesonet.underWay],
  ["credited", ["held", "credited"], BEFORE, next.pesonet.credited],
  ["returned", ["giving_back", "returned"], BEFORE, next.pesonet.returned],
])(
  "O08 R08 what is said of a PESONET transfer that is %s with the steps %j at %s holds then",
  (state, steps, now, text) => {
    const texts = { receipt: english, transfer: inEnglish };
    expect(nextText(details("pesonet", state, steps), texts, new Date(now), "en")).toBe(text);
  },
);

test("S164 on a day that may still be proclaimed a holiday no arrival is promised, in either language", () => {
  const unsure = { ...details("pesonet", "sent", ["batched"]), isCreditDayConfirmed: false };
  const say = (texts: Parameters<typeof nextText>[1], language: string, now = BEFORE) =>
    nextText(unsure, texts, new Date(now), language);
  expect(say({ receipt: english, transfer: inEnglish }, "en")).toBe(
    `Expected by 2:00 PM today, if it is a banking day. The holidays of that time are not proclaimed yet. ${next.pesonet.batched}`,
  );
  const inTagalog = say({ receipt: filipino, transfer: inFilipino }, "fil");
  expect(inTagalog).not.toBe(inFilipino.receipt.next.pesonet.batched);
  const { isCreditDayConfirmed: _, ...sure } = unsure;
  const promised = nextText(
    { ...sure, isCreditDayConfirmed: true },
    { receipt: filipino, transfer: inFilipino },
    new Date(BEFORE),
    "fil",
  );
  expect(inTagalog).not.toContain(promised.split(". ")[0]);
  // Once the moment has passed nothing is said of it.
  expect(say({ receipt: english, transfer: inEnglish }, "en", AFTER)).toBe(next.pesonet.batched);
});

test("O08 R08 an InstaPay transfer that goes back promises no minute, in either language", () => {
  const going = details("instapay", "sent", ["debited", "sent", "rejected", "giving_back"]);
  const say = (texts: Parameters<typeof nextText>[1], language: string) =>
    nextText(going, texts, new Date(BEFORE), language);
  expect(say({ receipt: english, transfer: inEnglish }, "en")).toBe(held.goingBack);
  expect(say({ receipt: filipino, transfer: inFilipino }, "fil")).toBe(filipino.next.goingBack);
});

test("S155 of a transfer without a fee nothing is said of one when it comes back", () => {
  const texts = { receipt: english, transfer: inEnglish };
  for (const kind of ["instapay", "pesonet"] as const) {
    const back = { ...details(kind, "returned", ["giving_back", "returned"]), transactionFee: 0n };
    const going = { ...details(kind, "unknown", ["giving_back"]), transactionFee: 0n };
    const said = [back, going].map((one) => nextText(one, texts, new Date(BEFORE), "en"));
    expect(said).toEqual([english.withoutFee.returned, english.withoutFee.goingBack]);
    expect(said.join(" ")).not.toMatch(/fee/i);
  }
});
