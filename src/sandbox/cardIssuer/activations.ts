import { randomInt } from "node:crypto";
import { withCheckDigit } from "#common/checkDigit.ts";
import type { Change } from "#sandbox/books.ts";
import type { FaultRecord, PlasticRecord, StandingRecord } from "#sandbox/records.ts";
import type { World } from "#sandbox/world.ts";
import { customerById, dueAfter } from "./customers.ts";
import { type Answered, answerTo, no, orderOf, type Verdict, yes } from "./orders.ts";
import { isNumberOf, makePlastic, numberOf, pinMacOf, plasticOfAccount, put } from "./plastics.ts";
import { isOfPlastic, newStanding, putStanding, standingOf } from "./standing.ts";
import { isWeakPin } from "./weakPins.ts";

/** An activation as it came; number and PIN are opened already, undefined when they could not be. */
export type Activation = {
  token: string;
  number: string | undefined;
  pin: string | undefined;
  /** Whose a kit becomes; a card with a name is its customer's already. */
  customerId?: string;
};

const invalid = () => no("INVALID_CARD", "This is not the card");

/** Makes a plastic work, if number and PIN are right. */
export function activate(world: World, activation: Activation): Verdict {
  const checked = check(world, activation);
  return "no" in checked ? checked.no : linked(world, checked.plastic, checked.pinMac);
}

/** Under the fault 'reject': a card with a name keeps number and PIN for another try. */
export function failActivation(world: World, reference: string, activation: Activation): Verdict {
  const checked = check(world, activation);
  if ("no" in checked) return checked.no;
  const record = { reference, token: activation.token, pinMac: checked.pinMac };
  return { ...activationFailed(), changes: [{ table: "activation", key: reference, record }] };
}

/** What an activation is answered that failed after number and PIN were taken. */
export const activationFailed = (): Verdict =>
  no("ACTIVATION_FAILED", "The activation failed at the issuer");

/** Tries a failed activation again, under its own reference. 404 when it was never seen. */
export function retryActivation(
  world: World,
  { reference, token }: { reference: string; token: string },
  fault: FaultRecord | undefined,
): Answered {
  const first = orderOf(world, reference);
  if (first === undefined) return neverSeen();
  const kept = world.books.read("activation").get(reference);
  const plastic = world.books.read("plastic").get(token);
  if (kept?.token !== token || plastic === undefined || fault?.mode === "reject") {
    return { status: first.status, body: first.body };
  }
  const barred = barOf(world, plastic.customerId);
  if (barred !== undefined) return answerTo(reference, barred);
  const verdict = linked(world, plastic, kept.pinMac);
  const answered = answerTo(reference, verdict);
  world.books.write([
    ...verdict.changes,
    { table: "activation", key: reference, record: null },
    // Asked for again as it first came, it is answered with what came of it.
    { table: "order", key: reference, record: { ...first, ...answered } },
  ]);
  return answered;
}

/** Forgets number and PIN of a failed activation. */
export function cancelActivation(world: World, reference: string): Answered {
  const first = orderOf(world, reference);
  if (first === undefined) return neverSeen();
  if (first.status === 200) {
    const errors = [{ code: "ALREADY_ACTIVATED", message: "The card is active" }];
    return { status: 422, body: { senderRefId: reference, errors } };
  }
  const errors = [{ code: "ACTIVATION_CANCELLED", message: "The activation was cancelled" }];
  const body = { senderRefId: reference, errors };
  world.books.write([
    { table: "activation", key: reference, record: null },
    { table: "order", key: reference, record: { ...first, status: 422, body } },
  ]);
  return { status: 200, body: { senderRefId: reference } };
}

/** Orders a card with a name. Its account, if the customer has one, is kept. */
export function personalize(
  world: World,
  {
    customerId,
    nameOnCard,
    reference,
  }: { customerId: string; nameOnCard: string; reference: string },
): Verdict {
  if (customerById(world, customerId) === undefined) {
    return no("CUSTOMER_UNKNOWN", "There is no such customer");
  }
  const account = accountOf(world, customerId);
  if (account !== undefined && !isOfPlastic(account.deactivatedFor)) {
    return no("CARD_DEACTIVATED", "The card is deactivated");
  }
  const plastic = makePlastic(world, {
    kind: "personalized",
    state: "ordered",
    customerId,
    accountNo: account?.accountNo ?? null,
    nameOnCard,
    orderReference: reference,
    dueAt: dueAfter(world, "production"),
  });
  return yes([put(plastic)], {
    token: plastic.token,
    lastFour: plastic.lastFour,
    serialNumber: plastic.serial,
    status: "ordered",
  });
}

function check(
  world: World,
  { token, number, pin, customerId }: Activation,
): { plastic: PlasticRecord; pinMac: string } | { no: Verdict } {
  const plastic = world.books.read("plastic").get(token);
  if (plastic === undefined || number === undefined || !isNumberOf(world, plastic, number)) {
    return { no: invalid() };
  }
  const isReady = plastic.state === (plastic.kind === "kit" ? "in_stock" : "produced");
  const owner = customerById(world, customerId ?? plastic.customerId);
  if (!isReady || owner === undefined) return { no: invalid() };
  if (customerId !== undefined && ![null, customerId].includes(plastic.customerId)) {
    return { no: invalid() };
  }
  if (pin === undefined) return { no: no("UNREADABLE_PIN", "The PIN cannot be read") };
  if (isWeakPin(pin, owner)) return { no: no("WEAK_PIN", "The PIN is too easy to guess") };
  const barred = barOf(world, owner.customerId);
  if (barred !== undefined) return { no: barred };
  const whose = { ...plastic, customerId: owner.customerId };
  return { plastic: whose, pinMac: pinMacOf(world, token, pin) };
}

/** Why new plastic of this customer may not work; what befell the plastic before is made good by it. */
function barOf(world: World, customerId: string | null): Verdict | undefined {
  const account = customerId === null ? undefined : accountOf(world, customerId);
  if (account === undefined) return undefined;
  const { deactivatedFor, suspendedUntil } = account;
  if (!isOfPlastic(deactivatedFor)) return no("CARD_DEACTIVATED", "The card is deactivated");
  if (suspendedUntil === null) return undefined;
  const until = new Date(suspendedUntil).toISOString();
  return no("CARD_SUSPENDED", "The card is suspended", { until });
}

/** The plastic becomes its customer's working one; the one before is replaced, the account is kept. */
function linked(world: World, plastic: PlasticRecord, pinMac: string): Verdict {
  const { customerId } = plastic;
  const known = customerId === null ? undefined : accountOf(world, customerId);
  const accountNo = known?.accountNo ?? newAccountNo(world);
  const before = plasticOfAccount(world, accountNo);
  const holder = customerById(world, customerId)?.name ?? "";
  const opened: Change[] = world.books.read("card").has(accountNo)
    ? []
    : [{ table: "card", key: accountNo, record: { accountNo, holder, balance: 0n } }];
  const standing: StandingRecord = {
    ...(known ?? newStanding(accountNo)),
    customerId,
    pinTries: 0,
    deactivatedFor: null,
  };
  const active: PlasticRecord = { ...plastic, accountNo, pinMac, state: "active", dueAt: null };
  return yes(
    [
      ...opened,
      putStanding(standing),
      ...(before === undefined ? [] : [put({ ...before, state: "replaced" })]),
      put(active),
    ],
    {
      accountNumber: accountNo,
      token: plastic.token,
      lastFour: numberOf(world, plastic).slice(-4),
      expiryDate: plastic.expiresOn,
      description: "Card is Activated",
    },
  );
}

/** The card account of a customer, with or without plastic; undefined before the first activation. */
export function accountOf(world: World, customerId: string): StandingRecord | undefined {
  const kept = [...world.books.read("standing").values()].find(
    (standing) => standing.customerId === customerId,
  );
  return kept && standingOf(world, kept.accountNo);
}

function newAccountNo(world: World): string {
  for (;;) {
    const serial = String(randomInt(10_000_000)).padStart(7, "0");
    const accountNo = withCheckDigit(`9902${serial}`);
    if (!world.books.read("card").has(accountNo)) return accountNo;
  }
}

function neverSeen(): Answered {
  const errors = [{ code: "ACTIVATION_NOT_FOUND", message: "This reference was never seen" }];
  return { status: 404, body: { errors } };
}
