import * as z from "zod/mini";
import { pesosOut } from "#contract/amounts.ts";
import { endpoint } from "#contract/endpoint.ts";
import { codeText, fieldTexts, requiredText, textFor } from "#contract/fields.ts";
import {
  choiceFilter,
  dayFilter,
  exportQuery,
  listAnswer,
  listQuery,
  numberFilter,
  textFilter,
} from "./list.ts";

/** A row's number, as a path names it. */
export const rowNumber = codeText().check(z.regex(/^[1-9]\d{0,17}$/, fieldTexts.invalid));
export const applicationParams = z.object({ applicationId: rowNumber });

export const CARD_KINDS = ["generic", "personalized"] as const;
export type CardKind = (typeof CARD_KINDS)[number];

/** How far an application has come, and with it its plastic. */
export const APPLICATION_STAGES = [
  "sent",
  "review",
  "approved",
  "rejected",
  "withdrawn",
  "produced",
  "for_pickup",
  "handed_over",
  "fulfilled",
  "unclaimed",
  "failed",
] as const;
export type ApplicationStage = (typeof APPLICATION_STAGES)[number];

/** The tabs of the queue. 'for_desk' is all that waits for somebody there, as the overview counts it. */
export const APPLICATION_QUEUES = [
  "open",
  "for_desk",
  "waiting_kit",
  "to_release",
  "activation_failed",
  "unclaimed",
  "all",
] as const;
export type ApplicationQueue = (typeof APPLICATION_QUEUES)[number];

/** Pictures of an application, as the issuer gets them. */
export const PICTURES = ["selfie", "front", "back"] as const;
export type PictureName = (typeof PICTURES)[number];

const SORTS = ["requestedAt", "member"] as const;
const filters = {
  show: choiceFilter(APPLICATION_QUEUES),
  kind: choiceFilter(CARD_KINDS),
  stage: choiceFilter(APPLICATION_STAGES),
  branch: textFilter,
  /** Of the member or of the application: name, membership number, reference. */
  member: textFilter,
  /** Days in Manila on which it was asked for, both included. */
  from: dayFilter,
  to: dayFilter,
  /** Waiting at least and at most this many days. */
  minDays: numberFilter,
  maxDays: numberFilter,
};

const applicationRow = z.object({
  id: z.string(),
  /** Our reference, which the member has too. */
  reference: z.string(),
  memberGuid: z.string(),
  member: z.string(),
  membershipNo: z.string(),
  kind: z.enum(CARD_KINDS),
  stage: z.enum(APPLICATION_STAGES),
  /** Where the card is picked up, else the member's branch. */
  branchName: z.string(),
  /** ISO 8601. */
  requestedAt: z.string(),
  estimatedReleaseOn: z.nullable(z.string()),
  /** The state of the card that this is about. */
  cardStatus: z.string(),
  /** Serial of the plastic that is set aside for it; empty without one. */
  serial: z.string(),
});
export type ApplicationRow = z.output<typeof applicationRow>;

export const listCardApplications = endpoint({
  name: "listCardApplications",
  method: "GET",
  path: "/staff/card-applications",
  summary: "Applications for cards in the branches that the caller sees, the oldest first",
  access: "staff",
  action: "card_application.view",
  query: listQuery(SORTS, filters),
  result: listAnswer(applicationRow),
  refusals: [],
});

export const exportCardApplications = endpoint({
  name: "exportCardApplications",
  method: "GET",
  path: "/staff/card-applications/export",
  summary: "The filtered list as a file, which is itself recorded",
  access: "staff",
  action: "card_application.view",
  query: exportQuery(SORTS, filters),
  file: "csv",
  refusals: [],
});

const applicationDetails = z.extend(applicationRow, {
  /** Why it was refused or taken back; empty otherwise. */
  reason: z.string(),
  decidedAt: z.nullable(z.string()),
  fee: pesosOut,
  /** Account that the fee came from; empty for none. */
  feeAccount: z.string(),
  /** The issuer's own number of it. */
  issuerReference: z.string(),
  isFeeReturned: z.boolean(),
  /** What a personalized card has printed; empty for the default card. */
  printedName: z.string(),
  /** How often the member's tries to activate failed. */
  retries: z.int(),
  /** Its plastic; empty without one. */
  kitId: z.string(),
  /** What was sent to the issuer, by name; contact is masked for who may not see it. */
  details: z.record(z.string(), z.string()),
  /** Which pictures there are. */
  pictures: z.array(z.enum(PICTURES)),
  /** What happened to card and application, oldest first. */
  events: z.array(
    z.object({ at: z.string(), who: z.string(), what: z.string(), reason: z.string() }),
  ),
  release: z.nullable(z.object({ at: z.string(), by: z.string(), idType: z.string() })),
  may: z.object({
    seePictures: z.boolean(),
    withdraw: z.boolean(),
    reset: z.boolean(),
    release: z.boolean(),
    takeBack: z.boolean(),
    /** Ask for the end of an order whose card never came. */
    notMade: z.boolean(),
  }),
});
export type ApplicationDetails = z.output<typeof applicationDetails>;

const ofApplication = {
  access: "staff",
  object: "card_application",
  params: applicationParams,
} as const;

export const getCardApplication = endpoint({
  ...ofApplication,
  name: "getCardApplication",
  method: "GET",
  path: "/staff/card-applications/{applicationId}",
  summary: "One application: what was sent, what happened, what the caller may do. It is recorded.",
  action: "card_application.view",
  result: applicationDetails,
  refusals: ["not_found", "not_your_role"],
});

export const getCardPicture = endpoint({
  ...ofApplication,
  name: "getCardPicture",
  method: "GET",
  path: "/staff/card-applications/{applicationId}/pictures/{picture}",
  summary: "A picture of the member's identification. Each look is recorded.",
  action: "card_application.view_papers",
  params: z.extend(applicationParams, {
    picture: z.enum(PICTURES, { error: textFor(fieldTexts.invalid) }),
  }),
  file: "document",
  refusals: ["not_found", "not_your_role"],
});

export const withdrawCardApplication = endpoint({
  ...ofApplication,
  name: "withdrawCardApplicationForMember",
  method: "POST",
  path: "/staff/card-applications/{applicationId}/withdraw",
  summary: "Take an application back for the member, before the issuer has approved it",
  action: "card_application.withdraw",
  bodyType: "form",
  body: z.object({ reason: requiredText(200) }),
  refusals: ["not_found", "not_your_role", "card_state"],
});

export const resetCardActivation = endpoint({
  ...ofApplication,
  name: "resetCardActivation",
  method: "POST",
  path: "/staff/card-applications/{applicationId}/reset",
  summary: "Cancel an activation that failed, so that the member enters number and PIN again",
  action: "card_application.reset",
  bodyType: "form",
  body: z.object({ reason: requiredText(200) }),
  refusals: ["not_found", "not_your_role", "card_state", "issuer_unavailable"],
});

/** Every call about applications for cards. */
export const cardApplicationDeskCalls = [
  listCardApplications,
  exportCardApplications,
  getCardApplication,
  getCardPicture,
  withdrawCardApplication,
  resetCardActivation,
];
