import { randomBytes } from "node:crypto";
import type { Change } from "#sandbox/books.ts";
import { fieldsOf } from "#sandbox/input.ts";
import type { CustomerRecord, DecisionKind } from "#sandbox/records.ts";
import type { World } from "#sandbox/world.ts";
import { promiseEvent } from "./callbacks.ts";
import { no, type Verdict, yes } from "./orders.ts";

/** How long the issuer takes over what it decides by itself. */
const DECIDES_AFTER_MS: Record<DecisionKind, number> = {
  investigation: 2_000,
  production: 30_000,
  delivery: 5_000,
};

const NEEDED = [
  "firstName",
  "lastName",
  "birthDate",
  "birthPlace",
  "mobileNumber",
  "emailAddress",
  "gender",
  "civilStatus",
  "mothersMaidenName",
  "nationality",
  "presentAddress.street",
  "presentAddress.barangay",
  "presentAddress.city",
  "presentAddress.province",
  "presentAddress.postalCode",
  "sourceOfFunds",
  "employment.status",
  "primaryIdType",
  "primaryIdNumber",
  "images.selfie",
  "images.primaryIdFront",
  "images.primaryIdBack",
] as const;

/** What somebody in work says about it. */
const NEEDED_IN_WORK = ["employment.natureOfWork", "employment.companyName"] as const;

/** When something is decided by itself; null leaves it to a person. */
export function dueAfter(world: World, kind: DecisionKind): number | null {
  return world.books.read("setting").get(kind)?.isByHand === true
    ? null
    : world.now().getTime() + DECIDES_AFTER_MS[kind];
}

/** Takes a customer into investigation, or says what is missing. Pictures are looked at, not kept. */
export function submitCustomer(world: World, reference: string, body: unknown): Verdict {
  const fields = fieldsOf(body);
  const missing = missingOf(fields);
  if (missing.length > 0) {
    return no("MISSING_DETAILS", "Details are missing", { fields: missing });
  }
  const record: CustomerRecord = {
    transactionId: `CI-${randomBytes(10).toString("hex")}`,
    reference,
    name: `${textOf(fields, "firstName")} ${textOf(fields, "lastName")}`.slice(0, 100),
    birthDate: textOf(fields, "birthDate"),
    mobileNumber: textOf(fields, "mobileNumber"),
    status: "pending",
    customerId: null,
    reason: "",
    dueAt: dueAfter(world, "investigation"),
  };
  const { transactionId } = record;
  return yes([putCustomer(record)], { transactionId, ciStatus: 0 });
}

/** What a person or time decides on a customer; nothing when it is decided already. */
export function decideCustomer(
  world: World,
  customer: CustomerRecord,
  decision: { isApproved: boolean; reason: string },
): Change[] {
  if (customer.status !== "pending") return [];
  const decided: CustomerRecord = {
    ...customer,
    status: decision.isApproved ? "approved" : "rejected",
    customerId: decision.isApproved ? `CU-${randomBytes(6).toString("hex")}` : null,
    reason: decision.isApproved ? "" : decision.reason,
    dueAt: null,
  };
  return [
    putCustomer(decided),
    ...promiseEvent(world, "customer.investigated", {
      transactionId: decided.transactionId,
      senderRefId: decided.reference,
      outcome: decided.status,
      ...(decided.customerId === null
        ? { reason: decided.reason }
        : { customerId: decided.customerId }),
    }),
  ];
}

/** The answer to what became of an investigation. */
export function investigationAnswer(customer: CustomerRecord): object {
  const { transactionId, customerId, status, reason } = customer;
  if (status === "pending") return { transactionId, ciStatus: 1 };
  return customerId === null
    ? { transactionId, ciStatus: 20, reason }
    : { transactionId, ciStatus: 10, customerId };
}

/** An approved customer. */
export function customerById(world: World, customerId: string | null): CustomerRecord | undefined {
  if (customerId === null) return undefined;
  return [...world.books.read("customer").values()].find(
    (customer) => customer.customerId === customerId,
  );
}

export const putCustomer = (record: CustomerRecord): Change => ({
  table: "customer",
  key: record.transactionId,
  record,
});

function missingOf(fields: Record<string, unknown>): string[] {
  const isInWork = /^(employed|self.?employed|working|business)/i.test(
    textOf(fields, "employment.status"),
  );
  const needed = [...NEEDED, ...(isInWork ? NEEDED_IN_WORK : [])];
  return needed.filter((name) => textOf(fields, name).trim() === "");
}

function textOf(fields: Record<string, unknown>, name: string): string {
  // The product's name for what the partner's API calls sourceOfFund.
  const names = name === "sourceOfFunds" ? ["sourceOfFund"] : name.split(".");
  const value = names.reduce<unknown>((inside, part) => fieldsOf(inside)[part], fields);
  return typeof value === "string" ? value : "";
}
