import { randomUUID } from "node:crypto";
import type { Change } from "#sandbox/books.ts";
import type { Answer } from "#sandbox/cardIssuer/authorizations.ts";
import { amountField, BadInput, fieldsOf, optionalText, textField } from "#sandbox/input.ts";
import type { IncomingRecord, Rail } from "#sandbox/records.ts";
import type { World } from "#sandbox/world.ts";
import { takesPart } from "./receivers.ts";
import { newClearingReference, newMessageId } from "./reports.ts";

const NAME = /^[A-Z0-9 .,'/()&+:?-]{1,140}$/;
const RAILS = {
  instapay: { name: "InstaPay", clearing: "IPX" },
  pesonet: { name: "PESONet", clearing: "PNX" },
} as const satisfies Record<Rail, object>;

/** What another bank is asked to send over a rail, as nobody has seen it yet. Throws what no bank could send. */
export function newIncoming(world: World, rail: Rail, body: unknown): IncomingRecord {
  const fields = fieldsOf(body);
  const bank = optionalText(fields, "senderBank", /^[A-Z0-9]{8,11}$/) ?? "BNORPHMMXXX";
  if (!takesPart(rail, bank)) {
    throw new BadInput(`senderBank takes no part in ${RAILS[rail].name}`);
  }
  const reference =
    optionalText(fields, "reference", /^[A-Za-z0-9-]{1,35}$/) ??
    `TX-${randomUUID().replaceAll("-", "")}`.slice(0, 35);
  return {
    rail,
    messageId: newMessageId("BN"),
    reference,
    endToEndId: reference,
    amount: amountField(fields, "amount"),
    bank,
    senderName: optionalText(fields, "senderName", NAME) ?? "JUAN DELA CRUZ",
    senderAccount: optionalText(fields, "senderAccount", /^\d{1,34}$/) ?? "001234567890",
    accountNo: textField(fields, "account", /^[\d-]{1,34}$/).replaceAll("-", ""),
    state: "unanswered",
    reasonCode: "",
    clearingReference: newClearingReference(RAILS[rail].clearing),
    sentAt: world.now().getTime(),
    isClaim: incomingOf(world, rail).some(
      (one) => one.reference === reference && one.bank === bank,
    ),
    settledAt: null,
    returnedAt: null,
    returnId: "",
    next: null,
    attempts: 0,
    file: null,
    copies: 1,
  };
}

/** What is answered to who had it sent. */
export function sent({ rail, reference, messageId, accountNo }: IncomingRecord): Answer {
  return {
    status: 200,
    body: { reference, messageId },
    notice: `${RAILS[rail].name}: ${reference} is on its way to ${accountNo}`,
  };
}

/** All that other banks sent over a rail, newest first. */
export function incomingOf(world: World, rail: Rail): IncomingRecord[] {
  return [...world.books.read("incoming").values()].filter((one) => one.rail === rail).toReversed();
}

export function putIncoming(record: IncomingRecord): Change {
  return { table: "incoming", key: record.messageId, record };
}
