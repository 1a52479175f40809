import type { FastifyInstance } from "fastify";
import { fundsPaths } from "./openApiFunds.ts";
import {
  accountNumber,
  amount,
  answers,
  inQuery,
  json,
  moment,
  object,
  partner,
  refused,
  senderRefId,
  signedAmount,
  text,
} from "./openApiParts.ts";
import { pushPaths } from "./openApiPush.ts";
import { railPaths } from "./openApiRails.ts";
import { openingSchema, switchWalletPaths } from "./openApiSwitches.ts";
import { eventsDescription, walletPaths } from "./openApiWallet.ts";
import { FAULT_MODES, FAULT_TARGETS } from "./records.ts";

const transfer = object(
  {
    code: {
      type: "string",
      enum: ["RT", "SP", "SC", "NC", "TS", "TF"],
      description:
        "RT received, SP sent for processing, SC sent for confirmation, NC outcome unknown, TS credited, TF failed",
    },
    senderRefId,
    ubpTranId: text,
    eonAccount: accountNumber,
    amount,
    description: text,
    tranRequestDate: text,
  },
  ["code", "senderRefId", "eonAccount", "amount"],
);

const line = object({
  id: text,
  tranDate: { type: "string", format: "date-time" },
  amount: signedAmount,
  balance: signedAmount,
  tranDesc: text,
  branch: text,
  tranCurrency: { const: "608" },
  pplCode: text,
});

const partnerPaths = {
  "/partners/v1/eon/transfers": {
    post: {
      ...partner,
      summary: "Top up a card account; the same reference again answers what became of the first",
      requestBody: {
        required: true,
        ...json(
          object({ senderRefId, eonAccount: accountNumber, amount, tranRequestDate: text }, [
            "senderRefId",
            "eonAccount",
            "amount",
          ]),
        ),
      },
      responses: answers(transfer, {
        ...refused,
        "409": "The reference was used for another amount or account",
      }),
    },
  },
  "/partners/v1/eon/transfers/{senderRefId}": {
    get: {
      ...partner,
      summary: "What became of a reference",
      parameters: [{ name: "senderRefId", in: "path", required: true, schema: senderRefId }],
      responses: answers(transfer, { ...refused, "404": "TRANSFER_NOT_FOUND: never seen" }),
    },
  },
  "/partners/eon/wallet/v1/balance/inquiry": {
    get: {
      ...partner,
      summary: "Balance of a card account",
      parameters: [inQuery("accountNumber", accountNumber, true)],
      responses: answers(
        object({ accountNumber, availableBalance: amount, currency: { const: "PHP" } }),
        { ...refused, "404": "CARD_NOT_FOUND" },
      ),
    },
  },
  "/partners/eon/wallet/v2/transactions": {
    get: {
      ...partner,
      summary: "Lines of a card account, newest first, 10 a page; lastTranId is the last one seen",
      parameters: [
        inQuery("accountNumber", accountNumber, true),
        inQuery("fromDate", { type: "string", format: "date" }),
        inQuery("toDate", { type: "string", format: "date" }),
        inQuery("lastTranId", text),
      ],
      responses: answers(
        object({ accountNumber, results: { type: "array", items: line } }),
        refused,
      ),
    },
  },
};

const smsPaths = {
  "/sms/messages": {
    post: {
      tags: ["sms"],
      summary: "Send a text; the same id again is the same text",
      security: [{ smsSignature: [] }],
      requestBody: {
        required: true,
        ...json(
          object({ id: text, to: text, from: text, text, validUntil: moment }, [
            "id",
            "to",
            "text",
          ]),
        ),
      },
      responses: answers(object({ id: text, status: { const: "accepted" }, gatewayId: text }), {
        "400": "Not understood",
        "401": "Not signed",
        "422": "Not taken by the network",
      }),
    },
  },
  "/sms": {
    get: {
      tags: ["sms"],
      summary: "Texts that arrived, newest first",
      parameters: [inQuery("to", text)],
      responses: answers({
        type: "array",
        items: object({ id: text, to: text, text, at: { type: "string", format: "date-time" } }),
      }),
    },
  },
};

const mailPaths = {
  "/mail": {
    get: {
      tags: ["mail"],
      summary: "E-mail that arrived over SMTP, newest first",
      parameters: [inQuery("to", text)],
      responses: answers({
        type: "array",
        items: object({
          id: text,
          messageId: text,
          to: text,
          from: text,
          subject: text,
          text,
          html: text,
          headers: { type: "array", items: text },
          at: { type: "string", format: "date-time" },
        }),
      }),
    },
  },
};

const spending = (summary: string) => ({
  post: {
    tags: ["switches"],
    summary,
    requestBody: {
      required: true,
      ...json(
        object(
          {
            accountNo: accountNumber,
            token: text,
            cardNumber: text,
            amount,
            merchant: text,
            fee: amount,
            pin: text,
            cvv: text,
            settle: {
              enum: ["now", "later"],
              description: "Of a purchase; later leaves it pending",
            },
          },
          ["amount"],
        ),
      ),
    },
    responses: answers(
      object({
        responseCode: { const: "00" },
        authorizationCode: text,
        reference: text,
        balance: amount,
        transactions: { type: "array", items: line },
      }),
      {
        "404": "CARD_NOT_FOUND (14)",
        "409":
          "Declined: responseCode 05, 51, 54, 55, 57, 61, 62, 75 or 91 of ISO 8583, reason in a word",
      },
    ),
  },
});

const fault = {
  target: { enum: [...FAULT_TARGETS] },
  mode: { enum: [...FAULT_MODES] },
  rate: { type: "number", minimum: 0, maximum: 1, default: 1 },
  seconds: { type: ["number", "null"], description: "When it ends by itself; 0 or null: never" },
  delaySeconds: { type: "number", default: 3, description: "For slow, late and out-of-order" },
  effect: {
    enum: ["kept", "lost"],
    description: "For timeout, error and late: whether the request was done all the same",
  },
};

const switchPaths = {
  "/faults": {
    get: {
      tags: ["switches"],
      summary: "How the partners behave at the moment",
      responses: answers({ type: "array", items: object(fault) }),
    },
    post: {
      tags: ["switches"],
      summary: "Make a partner misbehave, or behave (mode ok)",
      requestBody: { required: true, ...json(object(fault, ["target", "mode"])) },
      responses: answers({ type: "array", items: object(fault) }, { "400": "Not understood" }),
    },
  },
  "/card/purchase": spending(
    "Buy something with a card, named by account, token or number; `cvv` is checked when given",
  ),
  "/card/withdrawal": spending(
    "Take cash with a card and its `pin`; `fee` (18.00) is a line of its own",
  ),
  "/card/settle": {
    post: {
      tags: ["switches"],
      summary:
        "Settle a purchase made with `settle: later`: all of it, less, or, with 0.00, nothing",
      requestBody: {
        required: true,
        ...json(object({ reference: text, amount }, ["reference", "amount"])),
      },
      responses: answers(
        object({ reference: text, settled: amount, released: amount, balance: amount }),
        {
          "404": "NO_SUCH_HOLD",
          "409": "MORE_THAN_HELD",
        },
      ),
    },
  },
  "/totp": {
    get: {
      tags: ["switches"],
      summary: "The code a demo staff user's authenticator shows now",
      parameters: [inQuery("user", text, true)],
      responses: answers(object({ code: text, secondsLeft: { type: "number" } }), {
        "404": "Not a demo staff user",
      }),
    },
  },
  "/sandbox/cards": {
    post: {
      tags: ["switches"],
      summary:
        "Open cards; `balance` is what is there after `transactions`. An account starts over",
      requestBody: {
        required: true,
        ...json(openingSchema),
      },
      responses: answers(object({ opened: { type: "number" } }), { "400": "Not understood" }),
    },
  },
  "/sandbox/events/resend": {
    post: {
      tags: ["switches"],
      summary: "Send an event again",
      requestBody: { required: true, ...json(object({ eventId: text })) },
      responses: answers(object({ eventId: text, state: text }), { "404": "No such event" }),
    },
  },
};

const signedHeaders = (prefix: string) =>
  `${prefix}-Timestamp (milliseconds), ${prefix}-Nonce, ${prefix}-Signature: hex HMAC-SHA256 of timestamp.nonce.body`;

const description = {
  openapi: "3.1.0",
  info: {
    title: "Sandbox",
    version: "1.0.0",
    description: `Simulated SMS gateway, push service, card issuer, InstaPay switch and PESONet clearing house. The issuer sends events by POST to the configured address, signed with ${signedHeaders("X-Issuer")}, and repeats each until it is answered 2xx, 20 times at most. ${eventsDescription}`,
  },
  paths: {
    ...partnerPaths,
    ...fundsPaths,
    ...railPaths,
    ...walletPaths,
    ...smsPaths,
    ...mailPaths,
    ...pushPaths,
    ...switchPaths,
    ...switchWalletPaths,
  },
  components: {
    securitySchemes: {
      clientId: { type: "apiKey", in: "header", name: "X-Client-Id" },
      clientSecret: { type: "apiKey", in: "header", name: "X-Client-Secret" },
      instapaySignature: {
        type: "apiKey",
        in: "header",
        name: "X-Instapay-Signature",
        description: signedHeaders("X-Instapay"),
      },
      pesonetSignature: {
        type: "apiKey",
        in: "header",
        name: "X-Pesonet-Signature",
        description: signedHeaders("X-Pesonet"),
      },
      smsSignature: {
        type: "apiKey",
        in: "header",
        name: "X-Sms-Signature",
        description: signedHeaders("X-Sms"),
      },
    },
  },
};

/** GET /openapi.json: what the sandbox understands. */
export function registerOpenApi(server: FastifyInstance): void {
  server.get("/openapi.json", () => description);
}
