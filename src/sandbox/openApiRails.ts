import { amount, answers, inQuery, json, object, type Schema, text } from "./openApiParts.ts";

const xml = { content: { "application/xml": { schema: text } } };
const day = { type: "string", format: "date" } as const;
const listed = object({
  cursor: { type: "integer" },
  name: text,
  kind: { enum: ["acknowledgement", "advice", "status", "return", "settlement", "inward"] },
  sha256: text,
});
const notSigned = { "400": "No message", "401": "Not signed by a participant" };
const railAnswers = (others: Record<string, string>) => ({
  ...answers({}, { ...notSigned, ...others }),
  "200": { description: "ISO 20022, signed", ...xml },
});
const byName = [{ name: "name", in: "path", required: true, schema: text }];
const call = (rail: string, summary: string, more: Schema) => ({
  tags: [rail],
  security: [{ [`${rail}Signature`]: [] }],
  summary,
  ...more,
});
const statement = (rail: string) => ({
  get: call(rail, "camt.053: what was settled on a day of Manila", {
    parameters: [inQuery("day", day, true)],
    responses: railAnswers({ "404": "That day has not begun" }),
  }),
});
const flip = (summary: string, fields: Schema, required: string[]) => ({
  post: {
    tags: ["switches"],
    summary,
    requestBody: { required: true, ...json(object(fields, required)) },
    responses: answers(object({}), { "400": "Not understood", "409": "DECIDED_ALREADY" }),
  },
});

const INCOMING = {
  account: text,
  amount: text,
  senderName: text,
  senderBank: text,
  senderAccount: text,
  reference: { ...text, description: "TxId; one that was used sends that again" },
};

const saying = flip(
  "Let the rail say of a transfer what is not so, for the bank to notice; its books stay",
  {
    reference: text,
    says: { enum: ["credited", "rejected", "pending", "returned"] },
    amount,
    accountNo: text,
    reasonCode: text,
  },
  ["reference", "says"],
);

/** The rails (docs/rails.md) and what a person makes them do. */
export const railPaths = {
  "/instapay/v1/messages": {
    post: call("instapay", "pacs.008 of one transfer, or pacs.028; answered with a pacs.002", {
      requestBody: { required: true, ...xml },
      responses: railAnswers({
        "404": "TRANSFER_NOT_FOUND: to a pacs.028",
        "409": "REFERENCE_REUSED: used for another transfer",
      }),
    }),
  },
  "/instapay/v1/settlements": statement("instapay"),
  "/pesonet/v1/files": {
    get: call("pesonet", "What the clearing house has, behind a cursor, oldest first", {
      parameters: [inQuery("after", { type: "integer", minimum: 0 })],
      responses: answers({ type: "array", items: listed }, notSigned),
    }),
  },
  "/pesonet/v1/files/{name}": {
    get: call("pesonet", "One of these files", {
      parameters: byName,
      responses: railAnswers({ "404": "FILE_NOT_FOUND" }),
    }),
    put: call(
      "pesonet",
      "Hand in a file: a pacs.008 of many transfers; the same again is the same",
      {
        parameters: byName,
        requestBody: { required: true, ...xml },
        responses: answers(
          object({ name: text, sha256: text, state: { enum: ["taken", "refused"] } }),
          {
            ...notSigned,
            "409": "FILE_CHANGED or REFERENCE_REUSED",
          },
        ),
      },
    ),
  },
  "/pesonet/v1/files/{name}/standing": {
    post: call("pesonet", "What is here of a file: under its name, and of its transfers", {
      parameters: byName,
      requestBody: { required: true, ...xml },
      responses: answers(
        object({
          name: text,
          sha256: { type: ["string", "null"] },
          held: { type: "array", items: text },
        }),
        notSigned,
      ),
    }),
  },
  "/pesonet/v1/settlements": statement("pesonet"),
  "/sandbox/instapay/answers": flip(
    "Credit or reject a transfer that waits, return one that was credited; the switch tells it",
    { reference: text, does: { enum: ["credit", "reject", "return"] }, reasonCode: text },
    ["reference", "does"],
  ),
  "/sandbox/instapay/incoming": flip(
    "Have another bank send money to an account of the participant",
    INCOMING,
    ["account", "amount"],
  ),
  "/sandbox/pesonet/incoming": flip(
    "Have another bank send money to an account of the participant, in the file of the next clearing",
    INCOMING,
    ["account", "amount"],
  ),
  "/sandbox/pesonet/answers": flip(
    "Let a bank credit, hold or return a settled transfer",
    { reference: text, does: { enum: ["credit", "hold", "return"] }, reasonCode: text },
    ["reference", "does"],
  ),
  "/sandbox/instapay/sayings": saying,
  "/sandbox/pesonet/sayings": saying,
  "/sandbox/pesonet/files": flip(
    "Clear a file now, let its banks answer, or abolish it",
    { messageId: text, does: { enum: ["clear", "answer", "abolish"] } },
    ["messageId", "does"],
  ),
  "/sandbox/pesonet/cycles": flip(
    "Run the cycle now: clear all files that wait, let all banks answer, or both",
    { does: { enum: ["clear", "answer", "both"] } },
    ["does"],
  ),
};
