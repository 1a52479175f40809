import * as z from "zod/mini";
import {
  type CallIssuer,
  plainNo,
  plainWords,
  readAnswer,
  readOutcome,
  sendOrder,
  unknown,
  WALLET,
} from "./callIssuer.ts";
import type { CardIssuer, IssuerCustomer } from "./cardIssuer.ts";

const shortText = z.string().check(z.minLength(1), z.maxLength(64));

const submittedAnswer = z.object({ transactionId: shortText });

const missingDetails = z.object({
  fields: z.array(z.string().check(z.regex(/^[A-Za-z.]{1,60}$/))).check(z.minLength(1)),
});

/** 0 received, 1 being looked into, 10 approved, 20 rejected. */
const investigationAnswer = z.discriminatedUnion("ciStatus", [
  z.object({ ciStatus: z.literal(0) }),
  z.object({ ciStatus: z.literal(1) }),
  z.object({ ciStatus: z.literal(10), customerId: shortText }),
  z.object({ ciStatus: z.literal(20), reason: z.string() }),
]);

const customerAnswer = z.object({
  customerId: shortText,
  cards: z.array(z.object({ token: shortText })),
});

/** Customers: submitting them to the issuer, and its decision. */
export function makeCustomers(
  ask: CallIssuer,
): Pick<CardIssuer, "submitCustomer" | "investigation" | "customerState"> {
  return {
    async submitCustomer({ reference, customer }) {
      const body = { senderRefId: reference, ...inTheirWords(customer) };
      const answer = await sendOrder(ask, `${WALLET}/v2/customers`, body);
      const read = readOutcome(answer, submittedAnswer, { field: "senderRefId", value: reference });
      if (read.kind === "yes") return { kind: "submitted", ...read.answer };
      if (read.kind === "unknown") return read;
      if (read.code !== "MISSING_DETAILS") return plainNo(read);
      const missing = missingDetails.safeParse(read.details);
      return missing.success
        ? { kind: "missing", fields: missing.data.fields }
        : unknown("details are missing, without their names");
    },

    async investigation(transactionId) {
      const query = new URLSearchParams({ transactionId }).toString();
      const answer = await ask("GET", `${WALLET}/v1/customers/investigation?${query}`);
      const about = { field: "transactionId", value: transactionId };
      const read = readAnswer(answer, investigationAnswer, about);
      if (read.kind === "refused") return unknown(`answered ${read.code}`);
      if (read.kind !== "yes") return read;
      switch (read.answer.ciStatus) {
        case 0:
        case 1:
          return { kind: "pending" };
        case 10:
          return { kind: "approved", customerId: read.answer.customerId };
        case 20:
          return { kind: "rejected", reason: plainWords(read.answer.reason) };
      }
    },

    async customerState(customerId) {
      const answer = await ask("GET", `${WALLET}/v1/customers/${encodeURIComponent(customerId)}`);
      const about = { field: "customerId", value: customerId };
      const read = readAnswer(answer, customerAnswer, about);
      if (read.kind === "refused") return unknown(`answered ${read.code}`);
      if (read.kind !== "yes") return read;
      return { kind: "customer", customerId, tokens: read.answer.cards.map(({ token }) => token) };
    },
  };
}

function inTheirWords({ images, sourceOfFunds, ...customer }: IssuerCustomer): object {
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
  return {
    ...customer,
    sourceOfFund: sourceOfFunds,
    images: images && {
      selfie: base64(images.selfie),
      primaryIdFront: base64(images.primaryIdFront),
      primaryIdBack: base64(images.primaryIdBack),
    },
  };
}
