import type { Change } from "#sandbox/books.ts";
import { DEMO_CREDENTIALS } from "#sandbox/config.ts";
import {
  BadInput,
  choiceField,
  fieldsOf,
  numberField,
  optionalText,
  signedAmountField,
  textField,
} from "#sandbox/input.ts";
import type { CustomerRecord, PlasticRecord, StandingRecord } from "#sandbox/records.ts";
import type { World } from "#sandbox/world.ts";
import { DEACTIVATION_REASONS } from "./cardControls.ts";
import { putCustomer } from "./customers.ts";
import { activationFailed } from "./activations.ts";
import { ACCOUNT_NO, DAY, ID, REFERENCE, WORDS } from "./forms.ts";
import { answerTo, remember } from "./orders.ts";
import { makePlastic, numberForAccount, pinMacOf, put } from "./plastics.ts";
import { LIMIT_CEILING, newStanding, putStanding } from "./standing.ts";

const NUMBER = /^\d{16}$/;
const CVV = /^\d{3}$/;
const PIN = /^\d{6}$/;
const STATES = [
  "ordered",
  "produced",
  "production_failed",
  "in_stock",
  "active",
  "replaced",
] as const;

/**
 * The plastic, the customer and the standing of a card account that is opened. What is not given: token
 * `TK<account>`, customer `CU<account>`, the number and the PIN of the demo, no locks.
 */
export function openPlastic(world: World, accountNo: string, given: unknown): Change[] {
  const fields = fieldsOf(given);
  const customerId = optionalText(fields, "customerId", ID) ?? `CU${accountNo}`;
  const token = optionalText(fields, "token", ID) ?? `TK${accountNo}`;
  const pin = optionalText(fields, "pin", PIN) ?? DEMO_CREDENTIALS.atmPin;
  const holder = optionalText(fields, "holder", WORDS) ?? "";
  const customer: CustomerRecord = {
    transactionId: `CI${accountNo}`,
    reference: "",
    name: holder,
    birthDate: optionalText(fields, "birthDate", DAY) ?? "",
    mobileNumber: optionalText(fields, "mobileNumber", WORDS) ?? "",
    status: "approved",
    customerId,
    reason: "",
    dueAt: null,
  };
  const opened = [
    ...clear(world, accountNo),
    putCustomer(customer),
    putStanding(standingIn(fields, accountNo, customerId)),
  ];
  if (fields["withoutPlastic"] === true) return opened;
  const plastic = makePlastic(world, {
    kind: "kit",
    state: "active",
    token,
    accountNo,
    customerId,
    number: optionalText(fields, "cardNumber", NUMBER) ?? numberForAccount(accountNo),
    cvv: optionalText(fields, "cvv", CVV),
    nameOnCard: holder,
    pinMac: pinMacOf(world, token, pin),
    ...printed(fields),
  });
  return [...opened, put(plastic)];
}

/** Customers the issuer has before a test or the demo begins; a pending one waits for a person. */
export function openCustomers(given: unknown): Change[] {
  return listIn(given, "customers").map((fields) => {
    const status = choiceField(fields, "status", ["pending", "approved", "rejected"] as const);
    return putCustomer({
      transactionId: textField(fields, "transactionId", ID),
      reference: optionalText(fields, "reference", ID) ?? "",
      name: optionalText(fields, "name", WORDS) ?? "",
      birthDate: optionalText(fields, "birthDate", DAY) ?? "",
      mobileNumber: optionalText(fields, "mobileNumber", WORDS) ?? "",
      status,
      customerId: status === "approved" ? textField(fields, "customerId", ID) : null,
      reason: optionalText(fields, "reason", WORDS) ?? "",
      dueAt: null,
    });
  });
}

/** Plastics that are no account's yet, or another of one: kits in an office, cards being made. */
export function openPlastics(world: World, given: unknown): Change[] {
  return listIn(given, "plastics").map((fields) => {
    const number = optionalText(fields, "cardNumber", NUMBER);
    return put(
      makePlastic(world, {
        kind: choiceField(fields, "kind", ["kit", "personalized"] as const),
        state: choiceField(fields, "state", STATES),
        token: textField(fields, "token", ID),
        ...(number === undefined ? {} : { number }),
        cvv: optionalText(fields, "cvv", CVV),
        accountNo: optionalText(fields, "accountNo", ACCOUNT_NO) ?? null,
        customerId: optionalText(fields, "customerId", ID) ?? null,
        nameOnCard: optionalText(fields, "nameOnCard", WORDS) ?? "",
        batchRef: optionalText(fields, "batchRef", ID) ?? null,
        officeId: optionalText(fields, "officeId", ID) ?? null,
        orderReference: optionalText(fields, "orderReference", ID) ?? null,
        ...printed(fields),
      }),
    );
  });
}

/** Activations that failed after number and PIN were taken: trying again does them. */
export function openActivations(world: World, given: unknown): Change[] {
  return listIn(given, "activations").flatMap((fields): Change[] => {
    const reference = textField(fields, "reference", REFERENCE);
    const token = textField(fields, "token", ID);
    const pin = optionalText(fields, "pin", PIN) ?? DEMO_CREDENTIALS.atmPin;
    const order = { reference, call: "/v2/cards/activation", content: { token } };
    return [
      remember(order, answerTo(reference, activationFailed()), false),
      {
        table: "activation",
        key: reference,
        record: { reference, token, pinMac: pinMacOf(world, token, pin) },
      },
    ];
  });
}

/** What stands on a plastic beside its number. */
function printed(fields: Record<string, unknown>): Partial<PlasticRecord> {
  const serial = optionalText(fields, "serialNumber", ID);
  const expiresOn = optionalText(fields, "expiryDate", DAY);
  return { ...(serial && { serial }), ...(expiresOn && { expiresOn }) };
}

function standingIn(
  fields: Record<string, unknown>,
  accountNo: string,
  customerId: string,
): StandingRecord {
  const until = optionalText(fields, "suspendedUntil", /^[\dTZ:.+-]{10,35}$/);
  const suspendedUntil = until === undefined ? null : Date.parse(until);
  if (suspendedUntil !== null && Number.isNaN(suspendedUntil)) {
    throw new BadInput("suspendedUntil is not a moment");
  }
  const isGiven = (name: string) => fields[name] !== undefined && fields[name] !== null;
  const withdrawalLimit = isGiven("withdrawalLimit")
    ? signedAmountField(fields, "withdrawalLimit")
    : LIMIT_CEILING;
  return {
    ...newStanding(accountNo),
    customerId,
    memberLocked: fields["memberLocked"] === true,
    adminLocked: fields["adminLocked"] === true,
    freezeLocked: fields["freezeLocked"] === true,
    suspendedUntil,
    pinTries: numberField(fields, "pinTries", { least: 0, most: 3, otherwise: 0 }),
    deactivatedFor: isGiven("deactivatedFor")
      ? choiceField(fields, "deactivatedFor", DEACTIVATION_REASONS)
      : null,
    withdrawalLimit,
  };
}

function listIn(given: unknown, name: string): Record<string, unknown>[] {
  const list = fieldsOf(given)[name] ?? [];
  if (!Array.isArray(list)) throw new BadInput(`${name} must be a list`);
  return list.map((each: unknown) => fieldsOf(each));
}

/** An account that starts over loses the plastics it had. */
function clear(world: World, accountNo: string): Change[] {
  if (!world.books.read("card").has(accountNo)) return [];
  return [...world.books.read("plastic").values()]
    .filter((plastic) => plastic.accountNo === accountNo)
    .map(({ token }): Change => ({ table: "plastic", key: token, record: null }));
}
