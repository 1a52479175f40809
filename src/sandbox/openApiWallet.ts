import {
  accountNumber,
  amount,
  answers,
  inQuery,
  json,
  object,
  partner,
  refused,
  type Schema,
  text,
} from "./openApiParts.ts";

const WALLET = "/partners/eon/wallet";

const day = { type: "string", format: "date" } as const;
const moment = { type: "string", format: "date-time" } as const;
const digits = { type: "string", pattern: "^\\d{4}$" } as const;
const reference = { type: "string", pattern: "^[A-Za-z0-9-]{1,40}$" } as const;
const flag = { type: "boolean" } as const;
const sealedPin = {
  type: "string",
  description:
    'pin1.<kid>.<enc>.<ct>: ISO 9564-1 format 4 PIN field, HPKE (P-256, HKDF-SHA-256, AES-256-GCM) to the key of /v1/pins/key, info "portal pin1 v1", bound to ["pin1", "current" or "new", account or "", kid]',
} as const;
const sealedNumber = {
  type: "string",
  description:
    "base64(iv):base64(cipher and tag), AES-256-GCM under the shared key, bound to senderRefId",
} as const;

/** A call that changes something: once for its senderRefId, whatever the fault. */
const order = (summary: string, fields: Schema, said: Schema = {}, noes = "") => ({
  ...partner,
  summary: `${summary}. The same senderRefId again is answered as the first`,
  requestBody: { required: true, ...json(object({ senderRefId: reference, ...fields })) },
  responses: answers(object({ senderRefId: reference, ...said }), {
    ...refused,
    "202": "Taken, not decided (SP): ask again",
    "409": "REFERENCE_REUSED: used for something else",
    "422": `The issuer's no, errors[0].code: DECLINED${noes === "" ? "" : `, ${noes}`}`,
  }),
});

const read = (summary: string, parameters: object[], said: Schema, absent: string) => ({
  get: {
    ...partner,
    summary,
    parameters,
    responses: answers(object(said), { ...refused, "404": absent }),
  },
});
const inPath = (name: string) => ({ name, in: "path", required: true, schema: text });

const cardOrder = (summary: string, fields: Schema = {}, noes = "") => ({
  post: order(
    summary,
    { token: text, ...fields },
    {},
    `CARD_UNKNOWN, CARD_NOT_ACTIVE, CARD_REPLACED${noes === "" ? "" : `, ${noes}`}`,
  ),
});

const activation = (summary: string, fields: Schema) => ({
  post: order(
    summary,
    { token: text, apiCardNumber: sealedNumber, newPin: sealedPin, ...fields },
    { accountNumber, token: text, lastFour: digits, expiryDate: day },
    "INVALID_CARD, WEAK_PIN, UNREADABLE_PIN, ACTIVATION_FAILED, CARD_SUSPENDED, CARD_DEACTIVATED",
  ),
});

const card = {
  token: text,
  state: {
    enum: [
      "ordered",
      "produced",
      "production_failed",
      "in_stock",
      "active",
      "suspended",
      "deactivated",
      "replaced",
    ],
  },
  serialNumber: text,
  lastFour: digits,
  expiryDate: day,
  customerId: text,
  accountNumber,
  memberLocked: flag,
  adminLocked: flag,
  freezeLocked: flag,
  suspendedUntil: moment,
  pinTries: { type: "integer" },
  withdrawalLimit: amount,
};

const scope = { enum: ["member", "admin", "freeze"] };

/** What the issuer tells, in words: events are no paths. */
export const eventsDescription =
  "Events: transfer.credited, transfer.refused; card.transaction (an approved use, with its lines); card.authorization (a declined one: responseCode, reason, merchant, amount); customer.investigated (transactionId, senderRefId, outcome approved with customerId or rejected with reason); card.produced (token, senderRefId, serialNumber, lastFour, expiryDate); card.production_failed (token, senderRefId, reason); card.suspended (token, accountNumber, until, reason pin_tries); card.deactivated (token, accountNumber, reason lost, stolen, fraud, expiry, death or closed). An event may say again what an answer said already.";

/** The issuer's API about customers, cards, kits and settlement (docs/issuer.md). */
export const walletPaths = {
  [`${WALLET}/v2/customers`]: {
    post: order(
      "Ask the issuer to take a customer; pictures in base64",
      {
        firstName: text,
        lastName: text,
        birthDate: day,
        birthPlace: text,
        mobileNumber: text,
        emailAddress: text,
        gender: text,
        civilStatus: text,
        mothersMaidenName: text,
        nationality: text,
        presentAddress: object({
          street: text,
          barangay: text,
          city: text,
          province: text,
          postalCode: text,
        }),
        sourceOfFund: text,
        employment: object(
          { status: text, natureOfWork: text, companyName: text, companyAddress: text },
          ["status"],
        ),
        primaryIdType: text,
        primaryIdNumber: text,
        images: object({ selfie: text, primaryIdFront: text, primaryIdBack: text }),
      },
      { transactionId: text, ciStatus: { const: 0 } },
      "MISSING_DETAILS with details.fields",
    ),
  },
  [`${WALLET}/v1/customers/investigation`]: read(
    "What was decided: ciStatus 0 received, 1 looked into, 10 approved, 20 rejected",
    [inQuery("transactionId", text, true)],
    { transactionId: text, ciStatus: { enum: [0, 1, 10, 20] } },
    "CUSTOMER_NOT_FOUND",
  ),
  [`${WALLET}/v1/customers/{customerId}`]: read(
    "A customer and their cards",
    [inPath("customerId")],
    { customerId: text, cards: { type: "array", items: object(card, ["token", "state"]) } },
    "CUSTOMER_NOT_FOUND",
  ),
  [`${WALLET}/v1/cards/accounts/linking`]: activation(
    "Make an instant card a customer's, with its first PIN",
    { customerId: text },
  ),
  [`${WALLET}/v3/cards/replacements/personalize`]: {
    post: order(
      "Order a card with a name; the card account is kept, the old plastic becomes replaced",
      { customerId: text, nameOnCard: text },
      { token: text, lastFour: digits, serialNumber: text },
      "CUSTOMER_UNKNOWN, CARD_DEACTIVATED",
    ),
  },
  [`${WALLET}/v2/cards/activation`]: activation("Activate a produced card with its first PIN", {}),
  [`${WALLET}/v2/cards/activation/retry`]: cardOrder("Try a failed activation again"),
  [`${WALLET}/v2/cards/activation/cancel`]: cardOrder("Forget a failed activation"),
  [`${WALLET}/v1/cards/{token}`]: read(
    "Where a card stands",
    [inPath("token")],
    card,
    "CARD_NOT_FOUND",
  ),
  [`${WALLET}/v2/cards/lock`]: cardOrder("Lock a card", { scope }, "CARD_ALREADY_LOCKED"),
  [`${WALLET}/v2/cards/unlock`]: cardOrder("Unlock a card", { scope }, "CARD_ALREADY_UNLOCKED"),
  [`${WALLET}/v1/cards/suspend`]: cardOrder("Suspend a card", { until: moment }),
  [`${WALLET}/v1/cards/unsuspend`]: cardOrder("End a suspension, set the PIN tries back"),
  [`${WALLET}/v1/cards/deactivate`]: cardOrder("End a card", {
    reason: { enum: ["lost", "stolen", "fraud", "expiry", "death", "closed", "replaced"] },
  }),
  [`${WALLET}/v1/cards/reactivate`]: cardOrder("Take a deactivation back", {}, "CARD_ENDED"),
  [`${WALLET}/v1/accounts/limits`]: {
    put: order(
      "Set what may be withdrawn a day of Manila, from a moment on",
      { token: text, transType: { const: "LCR" }, amount, startDate: moment },
      {},
      "LIMIT_OVER_CEILING with details.ceiling",
    ),
  },
  [`${WALLET}/v1/pins/key`]: read(
    "The key that PINs are sealed to",
    [],
    { use: { const: "pin" }, kty: { const: "P-256" }, kid: text, pub: text },
    "Never",
  ),
  [`${WALLET}/v1/pins/change`]: cardOrder(
    "Change the PIN",
    { currentPin: sealedPin, newPin: sealedPin },
    "WRONG_PIN with details.triesLeft, CARD_SUSPENDED with details.until, WEAK_PIN, UNREADABLE_PIN",
  ),
  [`${WALLET}/v1/pins/reset`]: cardOrder(
    "Set a new PIN without the old one",
    { newPin: sealedPin },
    "CARD_SUSPENDED with details.until, WEAK_PIN, UNREADABLE_PIN",
  ),
  [`${WALLET}/v1/cvv/generate`]: cardOrder("Make another CVV; the old one is refused from now on"),
  [`${WALLET}/v1/cvv/reveal`]: {
    post: {
      ...partner,
      summary:
        'The CVV, sealed to a key: cvv1.<enc>.<ct>, info "portal cvv1 v1", bound to the account',
      requestBody: { required: true, ...json(object({ token: text, publicKey: text })) },
      responses: answers(object({ token: text, sealedCvv: text }), {
        ...refused,
        "422": "CARD_UNKNOWN, CARD_DEACTIVATED, CARD_SUSPENDED, CARD_NOT_ACTIVE",
      }),
    },
  },
  [`${WALLET}/v1/kits/orders`]: {
    post: order(
      "Order instant cards for an office; senderRefId names the batch",
      { officeId: text, count: { type: "integer", minimum: 1, maximum: 500 } },
      { status: { const: "ordered" } },
    ),
  },
  [`${WALLET}/v1/kits/deliveries`]: read(
    "What was delivered of a batch",
    [inQuery("batchRef", text, true)],
    {
      batchRef: text,
      officeId: text,
      status: { enum: ["ordered", "delivered"] },
      kits: {
        type: "array",
        items: object({ serialNumber: text, token: text, lastFour: digits, expiryDate: day }),
      },
    },
    "BATCH_NOT_FOUND",
  ),
  [`${WALLET}/v1/orders/{senderRefId}`]: read(
    "How an order was answered, status and all",
    [inPath("senderRefId")],
    { senderRefId: reference },
    "ORDER_NOT_FOUND",
  ),
  [`${WALLET}/v1/settlements`]: read(
    "The CSV of a day of Manila: D lines and T with day, number, debits, credits",
    [inQuery("day", day, true)],
    { day, fileName: text, content: text, sha256: text },
    "FILE_NOT_FOUND: the day has not begun",
  ),
};
