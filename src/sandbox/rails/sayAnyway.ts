import { promise } from "#sandbox/cardIssuer/callbacks.ts";
import { amountField, choiceField, fieldsOf, optionalText, textField } from "#sandbox/input.ts";
import { newFile, showFiles } from "#sandbox/pesonet/clearingFiles.ts";
import type { Rail, RailTransferRecord } from "#sandbox/records.ts";
import type { World } from "#sandbox/world.ts";
import { transferOf } from "./railBooks.ts";
import {
  fileReport,
  newClearingReference,
  newMessageId,
  returnReport,
  type ReportedStatus,
  statusReport,
} from "./reports.ts";

const SAYINGS = ["credited", "rejected", "pending", "returned"] as const;
const STATUSES = { credited: "ACSC", rejected: "RJCT", pending: "PDNG" } as const;

/**
 * Lets a rail say of a transfer what is not so, without changing its books: another end, amount or account,
 * or a transfer that nobody sent. What the bank has to notice.
 */
export function sayAnyway(world: World, rail: Rail, body: unknown): string {
  const fields = fieldsOf(body);
  const says = choiceField(fields, "says", SAYINGS);
  const reference = textField(fields, "reference", /^[A-Za-z0-9-]{1,35}$/);
  const known = transferOf(world, rail, reference) ?? nobodys(world, rail, reference);
  const isOther = fields["amount"] !== undefined && fields["amount"] !== "";
  const amount = isOther ? amountField(fields, "amount") : known.amount;
  const reasonCode =
    optionalText(fields, "reasonCode", /^[A-Z0-9]{4}$/) ?? (says === "credited" ? "" : "AC04");
  const claimed: RailTransferRecord = {
    ...known,
    amount,
    reasonCode,
    accountNo: optionalText(fields, "accountNo", /^\d{1,34}$/) ?? known.accountNo,
  };
  if (rail === "instapay") sayByMessage(world, claimed, says);
  else sayByFile(world, claimed, says);
  return `${reference}: reported to be ${says}`;
}

function sayByMessage(
  world: World,
  claimed: RailTransferRecord,
  says: (typeof SAYINGS)[number],
): void {
  if (world.instapayUrl === undefined) return;
  const body =
    says === "returned"
      ? returnReport(world, "INSTAPAY", [claimed])
      : statusReport(world, claimed, reportedStatusOf(claimed, says));
  const id = newMessageId("BN");
  world.books.write([promise(world, "instapay", { id, type: "instapay.message", body })]);
}

function sayByFile(
  world: World,
  claimed: RailTransferRecord,
  says: (typeof SAYINGS)[number],
): void {
  const { messageId, amount: total } = claimed;
  const shownAt = world.now().getTime();
  const file =
    says === "returned"
      ? { kind: "return" as const, body: returnReport(world, "PESONET", [claimed]) }
      : {
          kind: "status" as const,
          body: fileReport(world, { messageId, count: 1, total, status: undefined }, [
            { transfer: claimed, reported: reportedStatusOf(claimed, says) },
          ]),
        };
  world.books.write(newFile(world, file.kind, { about: messageId, body: file.body, shownAt }));
  showFiles(world);
}

function reportedStatusOf(
  { rail, reasonCode }: RailTransferRecord,
  says: Exclude<(typeof SAYINGS)[number], "returned">,
): ReportedStatus {
  const isCreditOfPesonet = says === "credited" && rail === "pesonet" && reasonCode === "";
  return { status: STATUSES[says], reasonCode: isCreditOfPesonet ? "DS07" : reasonCode };
}

function nobodys(world: World, rail: Rail, reference: string): RailTransferRecord {
  return {
    rail,
    reference,
    endToEndId: reference,
    messageId: reference,
    amount: 100_00n,
    bank: "BNORPHMMXXX",
    accountNo: "1234567890",
    accountName: "NOBODY",
    state: "waiting",
    reasonCode: "",
    clearingReference: newClearingReference(rail === "instapay" ? "IPX" : "PNX"),
    receivedAt: world.now().getTime(),
    settledAt: null,
    returnedAt: null,
    next: null,
  };
}
