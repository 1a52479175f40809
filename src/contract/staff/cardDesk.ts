import * as z from "zod/mini";
import { personName } from "#contract/people.ts";
import { endpoint } from "#contract/endpoint.ts";
import {
  codeText,
  fieldTexts,
  requiredCode,
  requiredText,
  textFor,
  words,
} from "#contract/fields.ts";
import { applicationParams, PICTURES } from "./cards.ts";
import { serialNumber } from "./cardStock.ts";
import { issuerConfirmed, memberParams } from "./memberActions.ts";

/** The largest picture of an identification. */
export const MAX_PICTURE_BYTES = 2 * 1024 * 1024;

const identityChecked = z.literal(true, { error: textFor(fieldTexts.identityUnchecked) });
const ofMember = { access: "staff", object: "member", params: memberParams } as const;

const optional = (maximum: number) => words(maximum, fieldTexts.required);

/** What a member shows when a card is handed over. */
export const SHOWN_IDS = [
  "philsys",
  "passport",
  "drivers_license",
  "umid",
  "service_id",
  "other",
] as const;

export const releaseCard = endpoint({
  name: "releaseCard",
  method: "POST",
  path: "/staff/card-applications/{applicationId}/release",
  summary: "Hand the plastic to the member: serial, identity and signature",
  access: "staff",
  object: "card_application",
  action: "card_release.hand_over",
  params: applicationParams,
  bodyType: "json",
  body: z.object({
    serial: serialNumber,
    shownId: z.enum(SHOWN_IDS, { error: textFor(fieldTexts.invalid) }),
    isIdentityChecked: identityChecked,
    isSigned: z.literal(true, { error: textFor(fieldTexts.unsigned) }),
    note: optional(200),
  }),
  refusals: ["not_found", "not_your_role", "card_state", "release_serial"],
});

export const unsuspendMemberCard = endpoint({
  ...ofMember,
  name: "unsuspendMemberCard",
  method: "POST",
  path: "/staff/members/{memberGuid}/card/unsuspend",
  summary: "End a suspension before its 24 hours are over; the member's identity was checked",
  action: "card.unsuspend",
  bodyType: "json",
  body: z.object({ reason: requiredText(200), isIdentityChecked: identityChecked }),
  result: issuerConfirmed,
  refusals: ["not_found", "not_your_role", "member_has_no_card", "card_state"],
});

/** What the issuer asks and the member's own file lacks. */
const identification = z.object({
  mothersMaidenName: personName(100),
  sourceOfFunds: requiredText(100),
  employment: requiredText(60),
  /** Of this and the employer the issuer asks only who works. */
  natureOfWork: optional(100),
  employer: optional(150),
  employerLine1: optional(150),
  employerBarangay: optional(100),
  employerCity: optional(100),
  employerProvince: optional(100),
  employerZip: optional(10),
  /** A code of the identifications that the issuer takes. */
  idType: codeText(fieldTexts.required).check(
    z.minLength(1, fieldTexts.required),
    z.regex(/^\d{1,3}$/, fieldTexts.invalid),
  ),
  idNumber: requiredCode(40),
});
// The keys of this very object.
const IDENTIFICATION_FIELDS = Object.keys(identification.shape) as [
  keyof CardIdentification,
  ...(keyof CardIdentification)[],
];
export type CardIdentification = z.output<typeof identification>;

export const getCardIdentification = endpoint({
  ...ofMember,
  name: "getCardIdentification",
  method: "GET",
  path: "/staff/members/{memberGuid}/card-identification",
  summary: "What the issuer asks of a member, as far as it is known. It is recorded.",
  action: "card_details.complete",
  result: z.object({
    details: z.record(z.enum(IDENTIFICATION_FIELDS), z.string()),
    idTypes: z.array(z.object({ code: z.string(), name: z.string() })),
    pictures: z.array(z.enum(PICTURES)),
  }),
  refusals: ["not_found", "not_your_role"],
});

export const saveCardIdentification = endpoint({
  ...ofMember,
  name: "saveCardIdentification",
  method: "POST",
  path: "/staff/members/{memberGuid}/card-identification",
  summary: "Complete what the issuer asks, from documents that the member showed",
  action: "card_details.complete",
  bodyType: "json",
  body: identification,
  refusals: ["not_found", "not_your_role", "id_type_unknown"],
});

export const sendCardPicture = endpoint({
  ...ofMember,
  name: "sendCardPicture",
  method: "POST",
  path: "/staff/members/{memberGuid}/card-pictures",
  summary:
    "A picture of the member or of the identification: JPEG, PNG or WebP of 2 MB and 25 megapixels at most, kept as JPEG",
  action: "card_details.complete",
  bodyType: "document",
  query: z.object({ picture: z.enum(PICTURES, fieldTexts.invalid) }),
  refusals: [
    "not_found",
    "not_your_role",
    "picture_too_large",
    "picture_unreadable",
    "document_empty",
    "too_many_requests",
    "invalid_parameters",
  ],
});

/** Every call about members and their cards at the desk. */
export const cardDeskCalls = [
  releaseCard,
  unsuspendMemberCard,
  getCardIdentification,
  saveCardIdentification,
  sendCardPicture,
];
