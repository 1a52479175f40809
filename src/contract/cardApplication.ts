import * as z from "zod/mini";
import { pesosOut } from "./amounts.ts";
import { cardNumber, sealedPin } from "./cardFields.ts";
import { endpoint } from "./endpoint.ts";
import { codeText, fieldTexts, guidParams, textFor, words } from "./fields.ts";

/** A text that the portal shows as 'N/A' when it is empty. */
const shown = z.string();

/** What the application page reviews: 31 fields, in the order of row W08. */
export const cardRequestDetails = z.object({
  cardFee: pesosOut,
  /** yyyy-MM-dd */
  cardEstimatedReleaseDate: z.string(),
  firstName: shown,
  middleName: shown,
  lastName: shown,
  /** yyyymmdd */
  dateOfBirth: shown,
  placeOfBirth: shown,
  /** s or m */
  civilStatus: shown,
  /** m, or another */
  gender: shown,
  /** PHL is shown as Filipino. */
  nationality: shown,
  mobileNumber: shown,
  emailAddress: shown,
  pStreet: shown,
  pBarangay: shown,
  pCity: shown,
  pProvince: shown,
  pZip: shown,
  sourceOfFunds: shown,
  employment: shown,
  natureOfWork: shown,
  employer: shown,
  eStreet: shown,
  eBarangay: shown,
  eCity: shown,
  eProvince: shown,
  eZip: shown,
  idType: shown,
  idNumber: shown,
  /** base64 of a JPEG or PNG */
  imageSelfie: shown,
  imageIdFront: shown,
  imageIdBack: shown,
});

/** Beside the result. */
const besideDetails = z.object({
  /** The fields that an application needs and the member's file lacks. */
  errors: z.array(z.object({ param: z.string(), msg: z.string() })),
  /** Name of the account that the fee comes from; null where none covers it, or nothing is charged. */
  feeAccount: z.nullable(z.string()),
  /** Sent with the details; no field of the page. */
  mothersMaidenName: z.string(),
  /**
   * What a personalized card will have printed; null of the default card, and where the member's name cannot be
   * printed as it is: then the application says how.
   */
  printedName: z.nullable(z.string()),
  /** Where a default card will be fetched; null for a personalized one, whose office is chosen. */
  pickUpOffice: z.nullable(z.object({ name: z.string(), address: z.string() })),
  /** Why a default card is not ready today; null when it is. */
  notToday: z.nullable(z.enum(["closed", "late"])),
});

/**
 * The way of a card from its order into use: approved by the issuer (a first card), being made and on its way (a
 * personalized one), ready at the office, handed over there, in use. 'ended' is the end of one that came to nothing.
 */
const CARD_STEPS = [
  "ordered",
  "approved",
  "making",
  "sent",
  "ready",
  "handed_over",
  "activated",
  "ended",
] as const;
export type CardStep = (typeof CARD_STEPS)[number];

const application = z.object({
  transactionId: z.string(),
  kind: z.enum(["generic", "personalized"]),
  stage: z.enum([
    "sent",
    "review",
    "approved",
    "rejected",
    "withdrawn",
    "produced",
    "fulfilled",
    "unclaimed",
    "failed",
  ]),
  fee: pesosOut,
  /** The pick-up office; empty until there is one. */
  officeName: z.string(),
  officeAddress: z.string(),
  /** ISO 8601 */
  requestedAt: z.string(),
  /** yyyy-MM-dd */
  estimatedReleaseOn: z.string(),
  /** The office has handed the card over. */
  isHandedOver: z.boolean(),
  /** The last day to fetch the card, yyyy-MM-dd; null unless it lies at the office. */
  pickUpBy: z.nullable(z.string()),
  canWithdraw: z.boolean(),
  /** ISO 8601: when an activation was tried whose answer is still missing; null when there is none. */
  activationTriedAt: z.nullable(z.string()),
  /** Tries left of Retry after a failed activation; 0 when an office has to help. */
  retriesLeft: z.number(),
  /** The card was ordered in place of one that was lost, stolen or has expired. */
  isReplacement: z.boolean(),
  /** What has happened to it, and what is yet to come: at is null. */
  steps: z.array(z.object({ step: z.enum(CARD_STEPS), at: z.nullable(z.string()) })),
  /** Why it ended, in the reader's language; empty when there is nothing to say. */
  reason: z.string(),
});

const activation = z.object({ visa_card_no: cardNumber, atm_pin: sealedPin });

const activated = z.object({
  /** ISO 8601: when the PIN was chosen that counts in place of the one sent; null when that one counts. */
  earlierPinFrom: z.nullable(z.string()),
});

const filter = z.optional(words(100));
const wholeNumber = (maximum: number) =>
  z.optional(
    codeText().check(
      z.regex(/^[1-9]\d{0,6}$/, fieldTexts.invalid),
      z.refine((text) => Number(text) <= maximum, fieldTexts.invalid),
    ),
  );

const office = z.object({
  office_id: z.number(),
  branch_name: z.string(),
  line_1: z.string(),
  barangay: z.string(),
  municipality_city: z.string(),
  state_province: z.string(),
});

/** The states in which no card can be asked for or activated, with the catalogue's sentence for each. */
const STATE_REFUSALS = [
  "not_found",
  "card_suspended",
  "card_deactivated",
  "card_admin_locked",
  "card_processing",
  "card_application_processing",
  "card_state",
] as const;

const REQUEST_REFUSALS = [
  ...STATE_REFUSALS,
  "too_many_requests",
  "invalid_parameters",
  "card_maintenance",
  "card_fee_not_covered",
] as const;

const ACTIVATION_REFUSALS = [
  ...STATE_REFUSALS,
  "invalid_card",
  "activation_limit",
  "weak_pin",
  "pin_key_changed",
  "issuer_unavailable",
  "activation_unknown",
] as const;

export const getCardRequestDetails = endpoint({
  name: "getCardRequestDetails",
  method: "GET",
  path: "/members/{guid}/cardRequestDetails",
  summary:
    "What an application for the default card says of the member; errors names what is missing",
  access: "member",
  params: guidParams,
  result: cardRequestDetails,
  extras: besideDetails,
  refusals: ["not_found", "too_many_requests"],
});

export const getPersoCardRequestDetails = endpoint({
  name: "getPersoCardRequestDetails",
  method: "GET",
  path: "/members/{guid}/persoCardRequestDetails",
  summary:
    "What an application for a personalized card says of the member; errors names what is missing",
  access: "member",
  params: guidParams,
  result: cardRequestDetails,
  extras: besideDetails,
  refusals: ["not_found", "too_many_requests"],
});

export const getCardApplications = endpoint({
  name: "getCardApplications",
  method: "GET",
  path: "/members/{guid}/cardApplications",
  summary: "The member's newest application of each kind, and what a card of each costs",
  access: "member",
  params: guidParams,
  result: z.array(application),
  extras: z.object({ fees: z.object({ generic: pesosOut, personalized: pesosOut }) }),
  refusals: ["not_found"],
});

export const requestCard = endpoint({
  name: "requestCard",
  method: "POST",
  path: "/members/{guid}/requestCard",
  summary:
    "Apply for the default card. While the application is open, a repeat answers with the same transactionId.",
  access: "member",
  params: guidParams,
  result: z.object({ transactionId: z.string() }),
  refusals: REQUEST_REFUSALS,
});

export const requestPersoCard = endpoint({
  name: "requestPersoCard",
  method: "POST",
  path: "/members/{guid}/requestPersoCard",
  summary:
    "Apply for a personalized card, or upgrade an active default card, to be fetched at an office. While the application is open, a repeat answers with the same transactionId.",
  access: "member",
  bodyType: "json",
  params: guidParams,
  body: z.object({
    office_id: z
      .int({ error: textFor(fieldTexts.invalid) })
      .check(z.minimum(1, fieldTexts.invalid), z.maximum(999_999, fieldTexts.invalid)),
    /** The name to be printed, where the review says none; passed over where it says one. */
    printed_name: z._default(words(60, fieldTexts.required), ""),
  }),
  result: z.object({ transactionId: z.string() }),
  refusals: [...REQUEST_REFUSALS, "pickup_office_unknown", "printed_name"],
});

export const withdrawCardApplication = endpoint({
  name: "withdrawCardApplication",
  method: "POST",
  path: "/members/{guid}/withdrawCardApplication",
  summary: "Take back an application for the default card that is not yet approved",
  access: "member",
  params: guidParams,
  refusals: STATE_REFUSALS,
});

export const activateCard = endpoint({
  name: "activateCard",
  method: "POST",
  path: "/members/{guid}/activateCard",
  summary: "Take the default card into use, with its number and a new ATM PIN",
  access: "member",
  bodyType: "sealed",
  params: guidParams,
  body: activation,
  result: activated,
  refusals: ACTIVATION_REFUSALS,
});

export const activatePersoCard = endpoint({
  name: "activatePersoCard",
  method: "POST",
  path: "/members/{guid}/activatePersoCard",
  summary: "Take the personalized card into use, with its number and a new ATM PIN",
  access: "member",
  bodyType: "sealed",
  params: guidParams,
  body: activation,
  result: activated,
  refusals: [...ACTIVATION_REFUSALS, "activation_failed"],
});

export const retryPersoCard = endpoint({
  name: "retryPersoCard",
  method: "POST",
  path: "/members/{guid}/retryPersoCard",
  summary: "Try a failed activation of the personalized card again, three times at most",
  access: "member",
  params: guidParams,
  refusals: [...STATE_REFUSALS, "activation_failed", "activation_at_office"],
});

export const getOffices = endpoint({
  name: "getOffices",
  method: "GET",
  path: "/offices",
  summary: "Offices; status 1 are those where a card can be fetched",
  access: "member",
  query: z.object({
    status: z.optional(z.enum(["0", "1"], { error: textFor(fieldTexts.invalid) })),
    page: wholeNumber(1_000_000),
    LIMIT: wholeNumber(100_000),
    branch_name: filter,
    barangay: filter,
    municipality_city: filter,
    state_province: filter,
  }),
  results: z.object({ rows: z.array(office) }),
  refusals: [],
});
