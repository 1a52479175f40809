import {
  accountNumber,
  amount,
  answers,
  inQuery,
  json,
  object,
  type Schema,
  signedAmount,
  text,
} from "./openApiParts.ts";
import { DECISION_KINDS } from "./records.ts";

const list = (items: Schema) => ({ type: "array", items });
const day = { type: "string", format: "date" } as const;
const moment = { type: "string", format: "date-time" } as const;

/** What POST /sandbox/cards takes: what the issuer has before a test or the demo begins. */
export const openingSchema = object(
  {
    cards: list(
      object(
        {
          accountNo: accountNumber,
          holder: text,
          balance: amount,
          transactions: list(
            object(
              {
                tranDate: moment,
                amount: signedAmount,
                tranDesc: text,
                branch: text,
                pplCode: text,
              },
              ["tranDate", "amount", "tranDesc"],
            ),
          ),
          token: { ...text, description: "TK and the account, when it is not given" },
          customerId: { ...text, description: "CU and the account, when it is not given" },
          cardNumber: {
            ...text,
            description: "40000099, the account's seven digits and a check digit, when not given",
          },
          pin: { ...text, description: "907060, when it is not given" },
          cvv: text,
          expiryDate: day,
          serialNumber: text,
          birthDate: day,
          mobileNumber: text,
          memberLocked: { type: "boolean" },
          adminLocked: { type: "boolean" },
          freezeLocked: { type: "boolean" },
          suspendedUntil: moment,
          pinTries: { type: "integer" },
          deactivatedFor: text,
          withdrawalLimit: amount,
          withoutPlastic: { type: "boolean", description: "An account whose card is yet to come" },
        },
        ["accountNo", "balance"],
      ),
    ),
    customers: list(
      object(
        {
          transactionId: text,
          status: { enum: ["pending", "approved", "rejected"] },
          customerId: text,
          reference: text,
          name: text,
          birthDate: day,
          mobileNumber: text,
          reason: text,
        },
        ["transactionId", "status"],
      ),
    ),
    plastics: list(
      object(
        {
          token: text,
          kind: { enum: ["kit", "personalized"] },
          state: {
            enum: ["ordered", "produced", "production_failed", "in_stock", "active", "replaced"],
          },
          cardNumber: text,
          cvv: text,
          expiryDate: day,
          serialNumber: text,
          accountNo: accountNumber,
          customerId: text,
          nameOnCard: text,
          batchRef: text,
          officeId: text,
          orderReference: text,
        },
        ["token", "kind", "state"],
      ),
    ),
    activations: list(object({ reference: text, token: text, pin: text }, ["reference", "token"])),
  },
  [],
);

const flip = (summary: string, fields: Schema, required = Object.keys(fields)) => ({
  post: {
    tags: ["switches"],
    summary,
    requestBody: { required: true, ...json(object(fields, required)) },
    responses: answers(object({}), {
      "400": "Not understood",
      "404": "There is no such thing",
      "409": "DECIDED_ALREADY",
    }),
  },
});

/** What a person or a test makes the issuer do. */
export const switchWalletPaths = {
  "/sandbox/settings": flip("Whether the issuer decides by itself after a while", {
    kind: { enum: [...DECISION_KINDS] },
    by: { enum: ["hand", "itself"] },
  }),
  "/sandbox/investigations": flip(
    "Decide on an applicant",
    { transactionId: text, decision: { enum: ["approve", "reject"] }, reason: text },
    ["transactionId", "decision"],
  ),
  "/sandbox/production": flip(
    "End the making of a card with a name",
    { token: text, outcome: { enum: ["produced", "failed"] }, reason: text },
    ["token", "outcome"],
  ),
  "/sandbox/deliveries": flip(
    "Deliver a batch that was ordered, or kits nobody asked for",
    { batchRef: text, officeId: text, count: { type: "integer" } },
    [],
  ),
  "/sandbox/deactivations": flip("The issuer itself ends a card, and tells so", {
    token: text,
    reason: text,
  }),
  "/sandbox/cvv": flip("Show the back of a card on the page for 30 seconds", { token: text }),
  "/sandbox/plastics": {
    get: {
      tags: ["switches"],
      summary: "What stands on the plastics in people's hands",
      parameters: [
        inQuery("token", text),
        inQuery("accountNo", text),
        inQuery("batchRef", text),
        inQuery("serialNumber", text),
      ],
      responses: answers(
        list(
          object({
            token: text,
            serialNumber: text,
            kind: text,
            nameOnCard: text,
            state: text,
            accountNo: { type: ["string", "null"] },
            cardNumber: text,
            expiryDate: day,
            cvv: text,
          }),
        ),
      ),
    },
  },
};
