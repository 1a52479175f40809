import { passkey } from "#contract/passkeys.ts";
import * as z from "zod/mini";
import { pesosOut } from "#contract/amounts.ts";
import { ownLimits } from "#contract/ownLimits.ts";
import { endpoint } from "#contract/endpoint.ts";
import { memberStatus, searchMembers } from "./memberSearch.ts";
import {
  closeMemberAccess,
  endMemberSession,
  endMemberSessions,
  freezeByNumber,
  freezeMember,
  forgetMemberDevice,
  removeMemberPasskey,
  issueMemberCode,
  lockMemberCard,
  memberParams,
  writeMemberNote,
} from "./memberActions.ts";
import { policyRow } from "./approvalPolicy.ts";
import { ACTOR_KINDS } from "./audit.ts";
import { listAnswer, listQuery } from "./list.ts";

const moment = z.string();
const momentOrNone = z.nullable(z.string());

const memberFile = z.object({
  memberGuid: z.string(),
  membershipNo: z.string(),
  firstName: z.string(),
  middleName: z.string(),
  lastName: z.string(),
  qualifier: z.string(),
  gender: z.string(),
  civilStatus: z.string(),
  /** 'yyyy-MM-dd' */
  dateOfBirth: z.string(),
  placeOfBirth: z.string(),
  nationality: z.string(),
  employer: z.string(),
  rank: z.string(),
  address: z.string(),
  officeId: z.string(),
  branchName: z.string(),
  /** Masked where the caller may not see contacts. */
  mobileNumber: z.string(),
  emailAddress: z.string(),
  isContactMasked: z.boolean(),
  status: memberStatus,
  /** Why online access is closed; empty while it is open. */
  accessClosedFor: z.string(),
  /** Who closed it and why, where staff did. */
  accessClosed: z.nullable(z.object({ at: moment, by: z.string(), reason: z.string() })),
  /** Since when it is frozen, who pressed (member, hotline, office), how they showed who they are, and why. */
  frozen: z.nullable(
    z.object({
      at: moment,
      by: z.string(),
      way: z.string(),
      actor: z.string(),
      reason: z.string(),
    }),
  ),
  /** While no new payee is paid, no limit goes up and no locked money is released. */
  pause: z.nullable(z.object({ beganAt: moment, endsAt: moment, reason: z.string() })),
  hasOnlineAccess: z.boolean(),
  username: z.string(),
  kycStatus: z.number(),
  language: z.enum(["en", "fil"]),
  memberSince: moment,
  lastLoginAt: momentOrNone,
  passwordChangedAt: momentOrNone,
  /** When a code from the counter that is in force ends. */
  firstTimeCodeUntil: momentOrNone,
  /** What this caller may do with this member. */
  may: z.object({
    issueCode: z.boolean(),
    endSessions: z.boolean(),
    closeAccess: z.boolean(),
    freeze: z.boolean(),
    lockCard: z.boolean(),
    unsuspendCard: z.boolean(),
    completeCardDetails: z.boolean(),
    writeNotes: z.boolean(),
    seeAudit: z.boolean(),
    request: z.array(z.string()),
  }),
});
export type MemberFile = z.output<typeof memberFile>;

export const getMemberFile = endpoint({
  name: "getMemberFile",
  method: "GET",
  path: "/staff/members/{memberGuid}",
  summary: "A member's file: who they are. Each opening is recorded.",
  access: "staff",
  action: "member.view",
  object: "member",
  params: memberParams,
  result: memberFile,
  refusals: ["not_found", "not_your_role"],
});

const hold = z.object({
  holdId: z.string(),
  amount: pesosOut,
  reason: z.string(),
  reference: z.string(),
  placedAt: moment,
  /** When it ends by itself; null where that takes somebody. */
  expiresAt: momentOrNone,
});
const money = z.object({
  accounts: z.array(
    z.object({
      product: z.enum(["me", "savings", "storage"]),
      name: z.string(),
      accountNumber: z.string(),
      /** What the ledger says, the fixed part of a capital contribution included. */
      balance: pesosOut,
      available: pesosOut,
      held: pesosOut,
      fixed: z.nullable(pesosOut),
      openedAt: moment,
      holds: z.array(hold),
    }),
  ),
  /** The limits that the member set for transfers. */
  ownLimits,
  loans: z.array(
    z.object({
      loanNo: z.string(),
      name: z.string(),
      principal: pesosOut,
      overdue: pesosOut,
      amortization: pesosOut,
      releasedAt: moment,
    }),
  ),
});
export type MemberMoney = z.output<typeof money>;

export const getMemberMoney = endpoint({
  name: "getMemberMoney",
  method: "GET",
  path: "/staff/members/{memberGuid}/money",
  summary: "A member's accounts with what is held, and loans",
  access: "staff",
  action: "member.view",
  object: "member",
  params: memberParams,
  result: money,
  refusals: ["not_found", "not_your_role"],
});

const card = z.object({
  accountNo: z.string(),
  cardNumber: z.string(),
  status: z.string(),
  persoStatus: z.string(),
  cardType: z.string(),
  isMemberLocked: z.boolean(),
  isAdminLocked: z.boolean(),
  isFreezeLocked: z.boolean(),
  balance: pesosOut,
  available: pesosOut,
  withdrawalLimit: pesosOut,
  pinChangedAt: momentOrNone,
  cvvChangedAt: momentOrNone,
  /** What was decided here and the issuer has not confirmed so far, by kind of order. */
  waitsForIssuer: z.array(z.string()),
});
export type MemberCard = z.output<typeof card>;

export const getMemberCard = endpoint({
  name: "getMemberCard",
  method: "GET",
  path: "/staff/members/{memberGuid}/card",
  summary: "A member's card: states, locks, the last four digits of its number",
  access: "staff",
  action: "member.view",
  object: "member",
  params: memberParams,
  result: z.object({ card: z.nullable(card) }),
  refusals: ["not_found", "not_your_role"],
});

const access = z.object({
  sessions: z.array(
    z.object({
      sessionId: z.string(),
      /** The first letters of the device's id: enough to tell two apart. */
      device: z.string(),
      startedAt: moment,
      lastActiveAt: moment,
      endedAt: momentOrNone,
      endedReason: z.string(),
    }),
  ),
  devices: z.array(
    z.object({
      deviceId: z.string(),
      /** The first letters of its id, as at its sessions. */
      device: z.string(),
      /** What the member calls it, "" for nothing. */
      name: z.string(),
      browser: z.string(),
      system: z.string(),
      firstSeenAt: moment,
      /** Of its last sign-in, or of what its newest session did since. */
      lastSeenAt: moment,
      /** From when on it is no longer known: a sign-in there takes a code again. */
      forgottenAt: momentOrNone,
    }),
  ),
  /** Those that count, the newest first. */
  passkeys: z.array(passkey),
  /** What approves each act of this member now, in each circumstance: the rows of the policy that count for them. */
  approvals: z.array(policyRow),
});
export type MemberAccess = z.output<typeof access>;

export const getMemberAccess = endpoint({
  name: "getMemberAccess",
  method: "GET",
  path: "/staff/members/{memberGuid}/access",
  summary: "A member's devices, passkeys, latest sessions, and what approves their acts",
  access: "staff",
  action: "member.view",
  object: "member",
  params: memberParams,
  result: access,
  refusals: ["not_found", "not_your_role"],
});

const transferRow = z.object({
  refNo: z.string(),
  kind: z.string(),
  state: z.string(),
  amount: pesosOut,
  fee: pesosOut,
  from: z.string(),
  to: z.string(),
  acceptedAt: moment,
  steps: z.array(z.object({ state: z.string(), via: z.string(), at: moment })),
});
export type MemberTransfer = z.output<typeof transferRow>;

export const getMemberTransfers = endpoint({
  name: "getMemberTransfers",
  method: "GET",
  path: "/staff/members/{memberGuid}/transfers",
  summary: "A member's transfers, each with its history",
  access: "staff",
  action: "member.view",
  object: "member",
  params: memberParams,
  query: listQuery(["acceptedAt"], {}),
  result: listAnswer(transferRow),
  refusals: ["not_found", "not_your_role", "invalid_parameters"],
});

const told = z.object({
  notices: z.array(
    z.object({
      id: z.string(),
      text: z.string(),
      at: moment,
      readAt: momentOrNone,
      /** What became of its e-mail; empty where the member chose none. */
      email: z.string(),
      /** 'offered' to the member's browsers, 'taken' in place of a text, or 'texted' in its place; empty for none. */
      push: z.enum(["", "offered", "taken", "texted"]),
    }),
  ),
  /** What became of each text message; its words are nowhere. */
  texts: z.array(
    z.object({
      purpose: z.string(),
      to: z.string(),
      state: z.string(),
      reason: z.string(),
      at: moment,
      endedAt: momentOrNone,
    }),
  ),
});
export type MemberTold = z.output<typeof told>;

export const getMemberTold = endpoint({
  name: "getMemberTold",
  method: "GET",
  path: "/staff/members/{memberGuid}/told",
  summary:
    "The latest notices to a member, by which channels they went, and text messages, never a code",
  access: "staff",
  action: "member.view",
  object: "member",
  params: memberParams,
  result: told,
  refusals: ["not_found", "not_your_role"],
});

const caseRow = z.object({
  requestId: z.string(),
  kind: z.string(),
  state: z.string(),
  maker: z.string(),
  madeAt: moment,
  checker: z.string(),
  decidedAt: momentOrNone,
});
const note = z.object({ id: z.string(), body: z.string(), writtenBy: z.string(), at: moment });
const cases = z.object({ requests: z.array(caseRow), notes: z.array(note) });
export type MemberCases = z.output<typeof cases>;

export const getMemberCases = endpoint({
  name: "getMemberCases",
  method: "GET",
  path: "/staff/members/{memberGuid}/cases",
  summary: "What was asked for about a member, and notes of colleagues",
  access: "staff",
  action: "member.view",
  object: "member",
  params: memberParams,
  result: cases,
  refusals: ["not_found", "not_your_role"],
});

const trailRow = z.object({
  id: z.string(),
  at: moment,
  actorKind: z.enum(ACTOR_KINDS),
  actor: z.string(),
  action: z.string(),
  detail: z.string(),
});

export const getMemberTrail = endpoint({
  name: "getMemberTrail",
  method: "GET",
  path: "/staff/members/{memberGuid}/trail",
  summary: "What was done with a member, and who looked at the file",
  access: "staff",
  action: "audit.view",
  object: "member",
  params: memberParams,
  query: listQuery(["at"], {}),
  result: listAnswer(trailRow),
  refusals: ["not_found", "not_your_role", "invalid_parameters"],
});

/** Every call about members. */
export const memberDeskCalls = [
  searchMembers,
  getMemberFile,
  getMemberMoney,
  getMemberCard,
  getMemberAccess,
  getMemberTransfers,
  getMemberTold,
  getMemberCases,
  getMemberTrail,
  issueMemberCode,
  endMemberSession,
  endMemberSessions,
  forgetMemberDevice,
  removeMemberPasskey,
  closeMemberAccess,
  freezeMember,
  freezeByNumber,
  lockMemberCard,
  writeMemberNote,
] as const;
