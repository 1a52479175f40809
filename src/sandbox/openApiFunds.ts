import {
  accountNumber,
  amount,
  answers,
  json,
  object,
  partner,
  refused,
  senderRefId,
  text,
} from "./openApiParts.ts";

const outcome = object(
  {
    code: { enum: ["SP", "TS", "TF"], description: "SP under way, TS done, TF refused" },
    senderRefId,
    ubpTranId: text,
    eonAccount: accountNumber,
    targetAccount: accountNumber,
    amount,
    description: text,
    reasonCode: {
      enum: [
        "ACCOUNT_NOT_FOUND",
        "DEACTIVATED",
        "SUSPENDED",
        "LOCKED",
        "INSUFFICIENT_FUNDS",
        "SAME_ACCOUNT",
        "RECEIVER_NOT_FOUND",
        "NOTHING_TAKEN",
        "REVERSED_BEFORE",
        "EXPIRED",
        "DECLINED",
      ],
      description: "Of TF",
    },
  },
  ["code", "senderRefId", "eonAccount", "amount"],
);

const order = (summary: string, fields: Record<string, unknown>, others = {}) => ({
  ...partner,
  summary,
  requestBody: { required: true, ...json(object(fields)) },
  responses: answers(outcome, {
    ...refused,
    ...others,
    "409": "The reference was used for something else",
  }),
});
const byReference = [{ name: "senderRefId", in: "path", required: true, schema: senderRefId }];
const question = (code: string) => ({
  get: {
    ...partner,
    summary: "What became of it",
    parameters: byReference,
    responses: answers(outcome, { ...refused, "404": `${code}: never seen` }),
  },
});

/** Money that leaves a card account. */
export const fundsPaths = {
  "/partners/v1/eon/debits": {
    post: order(
      "Take money out of a card account for a rail or for the partner, once for each reference",
      {
        senderRefId,
        eonAccount: accountNumber,
        amount,
        channel: { enum: ["instapay", "pesonet", "partner"] },
      },
    ),
  },
  "/partners/v1/eon/debits/{senderRefId}": question("DEBIT_NOT_FOUND"),
  "/partners/v1/eon/debits/{senderRefId}/reversal": {
    post: {
      ...order(
        "Put a debit back, once; one that was never seen is refused from then on",
        {
          eonAccount: accountNumber,
          amount,
          notAfter: { type: "string", format: "date-time", description: "Later it does nothing" },
        },
        { "404": "DEBIT_NOT_FOUND: nothing was taken, and nothing will be" },
      ),
      parameters: byReference,
    },
    ...question("REVERSAL_NOT_FOUND"),
  },
  "/partners/v3/funds/transfers": {
    post: order("Move money from one card account to another, once for each reference", {
      senderRefId,
      eonAccount: accountNumber,
      targetAccount: accountNumber,
      amount,
    }),
  },
  "/partners/v3/funds/transfers/{senderRefId}": question("TRANSFER_NOT_FOUND"),
};
