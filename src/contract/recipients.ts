import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { fieldTexts, guidParams, requiredCode, textFor, uuid, words } from "./fields.ts";
import { pesosOut } from "./amounts.ts";
import { PAYEE_KINDS } from "./transferKinds.ts";

/** More than anybody sends to; at this many one must be forgotten first. */
export const MOST_RECIPIENTS = 50;
export const NICKNAME_MAX = 40;

/** Somebody a member sends to. `bankId` and `bankName` are null for a card account of ours. */
export const recipient = z.object({
  id: uuid,
  kind: z.enum(PAYEE_KINDS),
  bankId: z.nullable(z.string()),
  bankName: z.nullable(z.string()),
  accountNumber: z.string(),
  accountName: z.string(),
  /** The member's own name for them, "" for none. */
  nickname: z.string(),
  /** ISO 8601: the latest transfer to this account. */
  lastUsedAt: z.string(),
});
export type Recipient = z.output<typeof recipient>;

/** Somebody a member has sent to, saved or not. */
export const recentPayee = z.extend(z.omit(recipient, { id: true }), {
  /** Of the saved recipient, null where it is none. */
  savedId: z.nullable(uuid),
  /** The latest transfer to this account that did not come back; null where it lies far back. */
  latest: z.nullable(z.object({ refNo: z.string(), amount: pesosOut, sentAt: z.string() })),
});
export type RecentPayee = z.output<typeof recentPayee>;

/** Blank is fine: then the name of the account stands there. */
const nickname = words(NICKNAME_MAX, { error: textFor(fieldTexts.invalid) }).check(z.trim());

export const getRecipients = endpoint({
  name: "getRecipients",
  method: "GET",
  path: "/members/{guid}/recipients",
  summary: "People the member sends to, whoever was sent to last first",
  access: "member",
  feature: "transferFunds",
  params: guidParams,
  result: z.array(recipient),
  refusals: ["not_found"],
});

export const getRecentPayees = endpoint({
  name: "getRecentPayees",
  method: "GET",
  path: "/members/{guid}/recentPayees",
  summary: `People the member has sent to, saved or not, each account once, whoever was sent to last first, ${MOST_RECIPIENTS} at most`,
  access: "member",
  feature: "transferFunds",
  params: guidParams,
  result: z.array(recentPayee),
  refusals: ["not_found"],
});

/** The payee is read from the transfer: what is saved is what was sent to, not what a client says. */
export const saveRecipient = endpoint({
  name: "saveRecipient",
  method: "POST",
  path: "/members/{guid}/recipients",
  summary: "Keep the payee of one of the member's transfers; one that is kept is answered as it is",
  access: "member",
  feature: "transferFunds",
  bodyType: "json",
  params: guidParams,
  body: z.object({ refNo: requiredCode(20), nickname: z._default(nickname, "") }),
  result: recipient,
  refusals: ["not_found", "recipients_full"],
});

const recipientParams = z.object({ guid: uuid, id: uuid });

export const renameRecipient = endpoint({
  name: "renameRecipient",
  method: "POST",
  path: "/members/{guid}/recipients/{id}/rename",
  summary: "Give a kept payee another name",
  access: "member",
  feature: "transferFunds",
  bodyType: "json",
  params: recipientParams,
  body: z.object({ nickname }),
  result: recipient,
  refusals: ["not_found"],
});

export const forgetRecipient = endpoint({
  name: "forgetRecipient",
  method: "POST",
  path: "/members/{guid}/recipients/{id}/forget",
  summary: "Forget a kept payee; one that is forgotten already is fine",
  access: "member",
  feature: "transferFunds",
  params: recipientParams,
  refusals: ["not_found", "recipient_limited"],
});
