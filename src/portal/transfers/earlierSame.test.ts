import { expect, test } from "vitest";
import type { RecentPayee } from "#contract/recipients.ts";
import { earlierSame } from "./earlierSame.ts";
import type { Intent } from "./order.ts";

const SENT_AT = new Date("2026-11-21T02:00:00Z");
const latest = { refNo: "IP261121-0000000001", amount: 500_00n, sentAt: SENT_AT.toISOString() };
const juan: RecentPayee = {
  kind: "instapay",
  bankId: "1",
  bankName: "BDO Unibank, Inc.",
  accountNumber: "109450542671",
  accountName: "Juan Dela Cruz",
  nickname: "",
  lastUsedAt: latest.sentAt,
  savedId: null,
  latest,
};
const card: RecentPayee = { ...juan, kind: "card", bankId: null, accountNumber: "990112345006" };

const toJuan = {
  kind: "instapay",
  amount: "500.00",
  destination_bank: "1",
  destination_account_number: "109450542671",
  destination_account_name: "Juan Dela Cruz",
} as const;
const toCard = { kind: "card", amount: "500", destination_account: "990112345006" } as const;

const after = (hours: number) => new Date(SENT_AT.getTime() + hours * 60 * 60 * 1000);
const found = (intent: object, payees = [juan, card], now = after(1)) =>
  earlierSame({ intent: intent as Intent, key: "k" }, payees, now);

test.each([
  ["the same again within the hour", toJuan],
  ["the same over the other rail", { ...toJuan, kind: "pesonet" }],
  ["the same to a card account", toCard],
])("S305 %s is one that was sent before", (_, intent) => {
  expect(found(intent)).toEqual(latest);
});

test.each([
  ["another amount", { ...toJuan, amount: "500.01" }],
  ["another account", { ...toJuan, destination_account_number: "109450542672" }],
  ["the same number at another bank", { ...toJuan, destination_bank: "2" }],
  ["a plan for days to come", { ...toJuan, repeats: "monthly", first_on: "2026-12-01" }],
  [
    "a top-up of the own card",
    { kind: "own", amount: "500", source_account: "1", destination_account: "2" },
  ],
])("S305 %s is not", (_, intent) => {
  expect(found(intent)).toBeUndefined();
});

test("S305 a day later, or of somebody whose transfer came back, nothing is said", () => {
  expect(found(toJuan, [juan], after(24))).toBeUndefined();
  expect(found(toJuan, [{ ...juan, latest: null }])).toBeUndefined();
  expect(found(toJuan, [])).toBeUndefined();
});
