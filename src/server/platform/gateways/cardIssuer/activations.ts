import * as z from "zod/mini";
import type { PartnerAnswer } from "#server/platform/gateways/callPartner.ts";
import {
  type CallIssuer,
  type IssuerNo,
  plainNo,
  readAnswer,
  readOutcome,
  WALLET,
  sendOrder,
} from "./callIssuer.ts";
import type { ActivationOutcome, CardIssuer } from "./cardIssuer.ts";
import { sealCardNumber } from "./cardNumber.ts";

const day = z.iso.date();
const lastFour = z.string().check(z.regex(/^\d{4}$/));

const activatedAnswer = z.object({
  accountNumber: z.string().check(z.regex(/^\d{12}$/)),
  lastFour,
  expiryDate: day,
});

const orderedAnswer = z.object({
  token: z.string().check(z.minLength(1), z.maxLength(64)),
  lastFour,
});

/** Activation of cards: kits, and personalized cards. */
export function makeActivations(
  ask: CallIssuer,
  cardKey: Buffer,
): Pick<
  CardIssuer,
  "linkCard" | "personalize" | "activatePersonalized" | "retryActivation" | "cancelActivation"
> {
  return {
    async linkCard({ reference, token, customerId, number, newPin }) {
      const answer = await ask("POST", `${WALLET}/v1/cards/accounts/linking`, {
        senderRefId: reference,
        customerId,
        token,
        apiCardNumber: sealCardNumber(cardKey, number, reference),
        newPin,
      });
      return activationOf(answer, reference);
    },

    async personalize({ reference, customerId, nameOnCard }) {
      const body = { senderRefId: reference, customerId, nameOnCard, productType: "PERSONALIZED" };
      const path = `${WALLET}/v3/cards/replacements/personalize`;
      const answer = await sendOrder(ask, path, body);
      const read = readOutcome(answer, orderedAnswer, { field: "senderRefId", value: reference });
      if (read.kind === "yes") return { kind: "ordered", ...read.answer };
      return read.kind === "refused" ? plainNo(read) : read;
    },

    async activatePersonalized({ reference, token, number, newPin }) {
      const answer = await ask("POST", `${WALLET}/v2/cards/activation`, {
        senderRefId: reference,
        token,
        apiCardNumber: sealCardNumber(cardKey, number, reference),
        newPin,
      });
      return activationOf(answer, reference);
    },

    async retryActivation({ reference, token }) {
      const path = `${WALLET}/v2/cards/activation/retry`;
      const answer = await ask("POST", path, { senderRefId: reference, token });
      const about = { field: "senderRefId", value: reference };
      const read = readAnswer(answer, z.unknown(), about);
      return read.kind === "absent" ? read : activationOf(answer, reference);
    },

    async cancelActivation({ reference, token }) {
      const path = `${WALLET}/v2/cards/activation/cancel`;
      const answer = await ask("POST", path, { senderRefId: reference, token });
      const about = { field: "senderRefId", value: reference };
      const read = readAnswer(answer, z.object({}), about);
      // An order that it has never received needs no cancelling.
      if (read.kind === "yes" || read.kind === "absent") return { kind: "done" };
      return read.kind === "refused" ? plainNo(read) : read;
    },
  };
}

function activationOf(answer: PartnerAnswer, reference: string): ActivationOutcome {
  const about = { field: "senderRefId", value: reference };
  const read = readOutcome(answer, activatedAnswer, about);
  if (read.kind === "unknown") return read;
  if (read.kind === "refused") return noOf(read);
  const { accountNumber, expiryDate, lastFour: digits } = read.answer;
  return {
    kind: "activated",
    accountNo: accountNumber,
    lastFour: digits,
    expiresOn: expiryDate,
  };
}

function noOf(no: IssuerNo): ActivationOutcome {
  switch (no.code) {
    case "INVALID_CARD":
      return { kind: "invalid_card" };
    case "WEAK_PIN":
      return { kind: "weak_pin" };
    case "UNREADABLE_PIN":
      return { kind: "unreadable_pin" };
    case "ACTIVATION_FAILED":
      return { kind: "failed", reason: no.reason };
    default:
      return plainNo(no);
  }
}
