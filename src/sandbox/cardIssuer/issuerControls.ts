import {
  BadInput,
  choiceField,
  fieldsOf,
  numberField,
  optionalText,
  textField,
} from "#sandbox/input.ts";
import { DECISION_KINDS, type PlasticRecord } from "#sandbox/records.ts";
import type { World } from "#sandbox/world.ts";
import type { Answer } from "./authorizations.ts";
import { cardByToken, deactivateHere, DEACTIVATION_REASONS } from "./cardControls.ts";
import { decideCustomer } from "./customers.ts";
import { ID, WORDS } from "./forms.ts";
import { deliverBatch, endProduction } from "./kits.ts";
import { cvvOf, numberOf, plastics } from "./plastics.ts";

const SHOWN_MS = 30_000;
const MOST_KITS = 500;

/** A switch: what a person or a test makes the issuer do. */
type Switch = (world: World, body: unknown) => Answer;

/** The issuer's own decisions, by the path that makes them. */
export const issuerSwitches: Record<string, Switch> = {
  "/sandbox/settings": (world, body) => {
    const fields = fieldsOf(body);
    const kind = choiceField(fields, "kind", DECISION_KINDS);
    const isByHand = choiceField(fields, "by", ["hand", "itself"] as const) === "hand";
    world.books.write([{ table: "setting", key: kind, record: { kind, isByHand } }]);
    const how = isByHand ? "decided by hand from now on" : "decided by itself from now on";
    return done({ kind, by: isByHand ? "hand" : "itself" }, `${kind}: ${how}`);
  },

  "/sandbox/investigations": (world, body) => {
    const fields = fieldsOf(body);
    const transactionId = textField(fields, "transactionId", ID);
    const decision = choiceField(fields, "decision", ["approve", "reject"] as const);
    const reason = optionalText(fields, "reason", WORDS) ?? "The details could not be verified";
    const customer = world.books.read("customer").get(transactionId);
    if (customer === undefined) return absent("CUSTOMER_NOT_FOUND", "There is no such applicant");
    const changes = decideCustomer(world, customer, {
      isApproved: decision === "approve",
      reason,
    });
    if (changes.length === 0) return tooLate("It is decided already");
    world.books.write(changes);
    return done(
      { transactionId, decision },
      `${customer.name}: ${decision === "approve" ? "approved" : "rejected"}`,
    );
  },

  "/sandbox/production": (world, body) => {
    const fields = fieldsOf(body);
    const token = textField(fields, "token", ID);
    const outcome = choiceField(fields, "outcome", ["produced", "failed"] as const);
    const reason = optionalText(fields, "reason", WORDS) ?? "The card could not be made";
    const plastic = world.books.read("plastic").get(token);
    if (plastic === undefined) return absent("CARD_NOT_FOUND", "There is no such card");
    const changes = endProduction(world, plastic, outcome === "failed" ? reason : undefined);
    if (changes.length === 0) return tooLate("It is not being made");
    world.books.write(changes);
    return done({ token, outcome }, `The card of ${plastic.nameOnCard}: ${outcome}`);
  },

  "/sandbox/deliveries": (world, body) => {
    const fields = fieldsOf(body);
    const batchRef =
      optionalText(fields, "batchRef", ID) ?? `KB-${world.now().getTime().toString(36)}`;
    const known = world.books.read("batch").get(batchRef);
    const batch = known ?? {
      batchRef,
      officeId: textField(fields, "officeId", ID),
      count: numberField(fields, "count", { least: 1, most: MOST_KITS, otherwise: 10 }),
      state: "ordered" as const,
      dueAt: null,
    };
    if (!Number.isInteger(batch.count)) throw new BadInput("count must be a whole number");
    const changes = deliverBatch(world, batch);
    if (changes.length === 0) return tooLate("It was delivered already");
    world.books.write(changes);
    return done(
      { batchRef },
      `${batch.count} kits delivered to office ${batch.officeId}: ${batchRef}`,
    );
  },

  "/sandbox/deactivations": (world, body) => {
    const fields = fieldsOf(body);
    const token = textField(fields, "token", ID);
    const reason = choiceField(fields, "reason", DEACTIVATION_REASONS);
    const card = cardByToken(world, token);
    if ("no" in card) return absent("CARD_NOT_FOUND", "There is no such card in use");
    const { changes } = deactivateHere(world, card, reason);
    if (changes.length === 0) return tooLate("The card is deactivated already");
    world.books.write(changes);
    return done({ token, reason }, `The card ${card.plastic.lastFour} is deactivated: ${reason}`);
  },

  "/sandbox/cvv": (world, body) => {
    const token = textField(fieldsOf(body), "token", ID);
    const plastic = world.books.read("plastic").get(token);
    if (plastic === undefined) return absent("CARD_NOT_FOUND", "There is no such card");
    world.shownCvv = { token, until: world.now().getTime() + SHOWN_MS };
    return done({ token }, `The back of the card ${plastic.lastFour} is shown for 30 seconds`);
  },
};

/** The plastics in people's hands: what they could read off them. */
export function plasticsInHand(world: World, query: unknown): object[] {
  const fields = fieldsOf(query);
  const token = optionalText(fields, "token", ID);
  const accountNo = optionalText(fields, "accountNo", ID);
  const batchRef = optionalText(fields, "batchRef", ID);
  const serial = optionalText(fields, "serialNumber", ID);
  const isAsked = (plastic: PlasticRecord) =>
    (token === undefined || plastic.token === token) &&
    (accountNo === undefined || plastic.accountNo === accountNo) &&
    (serial === undefined || plastic.serial === serial) &&
    (batchRef === undefined || plastic.batchRef === batchRef);
  return plastics(world)
    .filter(isAsked)
    .map((plastic) => ({
      token: plastic.token,
      serialNumber: plastic.serial,
      kind: plastic.kind,
      nameOnCard: plastic.nameOnCard,
      state: plastic.state,
      accountNo: plastic.accountNo,
      cardNumber: numberOf(world, plastic),
      expiryDate: plastic.expiresOn,
      cvv: cvvOf(world, plastic),
    }));
}

const done = (body: object, notice: string): Answer => ({ status: 200, body, notice });

const refused = (status: number, code: string, message: string): Answer => ({
  status,
  body: { errors: [{ code, message }] },
  notice: message,
});

const absent = (code: string, message: string) => refused(404, code, message);
const tooLate = (message: string) => refused(409, "DECIDED_ALREADY", message);
