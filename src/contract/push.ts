import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { codeText, fieldTexts, guidParams, textFor, uuid } from "./fields.ts";

const ENDPOINT_MAX = 1500;
const ADDRESS = /^https?:\/\/[\w.-]{1,200}(?::\d{1,5})?\/[\w.~:@%!$&*+,;=/?-]+$/;

/** Where a browser's push service takes what is for it: an address that it made up itself. */
const pushAddress = codeText({ error: textFor(fieldTexts.invalid) }).check(
  z.maxLength(ENDPOINT_MAX, { error: fieldTexts.tooLong, abort: true }),
  z.regex(ADDRESS, fieldTexts.invalid),
);
/** The browser's public key (P-256, uncompressed) and its secret, in base64url as browsers give them. */
const browserKey = codeText({ error: textFor(fieldTexts.invalid) }).check(
  z.regex(/^B[A-Za-z0-9_-]{86}$/, fieldTexts.invalid),
);
const browserSecret = codeText({ error: textFor(fieldTexts.invalid) }).check(
  z.regex(/^[A-Za-z0-9_-]{22}$/, fieldTexts.invalid),
);

/** A browser that notices are pushed to. */
const pushedBrowser = z.object({
  id: uuid,
  /** What the member calls its device, "" for nothing. */
  name: z.string(),
  browser: z.string(),
  system: z.string(),
  since: z.string(),
  /** When its push service last took a notice. */
  lastPushedAt: z.nullable(z.string()),
  isThis: z.boolean(),
});
export type PushedBrowser = z.output<typeof pushedBrowser>;

const pushState = z.object({
  /** What browsers are subscribed with: who holds the private part of it may push to them. */
  applicationServerKey: z.string(),
  /** Whether a pushed notice tells amounts, for whoever looks at a locked screen. */
  showsAmounts: z.boolean(),
  browsers: z.array(pushedBrowser),
});
export type PushState = z.output<typeof pushState>;

export const getPush = endpoint({
  name: "getPush",
  method: "GET",
  path: "/members/{guid}/push",
  summary: "The browsers that the member's notices are pushed to, and what such a notice shows",
  access: "member",
  params: guidParams,
  result: pushState,
  refusals: ["not_found"],
});

export const checkPush = endpoint({
  name: "checkPush",
  method: "POST",
  path: "/members/{guid}/push/here",
  summary:
    "Whether notices are pushed to this browser. Whoever used it before gets none there any more. 'renew' asks it to subscribe anew",
  access: "member",
  bodyType: "json",
  params: guidParams,
  body: z.object({ endpoint: z.nullable(pushAddress) }),
  result: z.object({ state: z.enum(["on", "off", "renew"]) }),
  refusals: ["not_found"],
});

export const subscribePush = endpoint({
  name: "subscribePush",
  method: "POST",
  path: "/members/{guid}/push/subscribe",
  summary: "Push the member's notices to this browser, and to nobody else's who used it before",
  access: "member",
  bodyType: "json",
  params: guidParams,
  body: z.object({ endpoint: pushAddress, p256dh: browserKey, auth: browserSecret }),
  refusals: ["not_found", "push_not_taken", "session_expired", "too_many_requests"],
});

export const endPush = endpoint({
  name: "endPush",
  method: "POST",
  path: "/members/{guid}/push/{subscriptionId}/end",
  summary: "Push nothing to a browser any more. One that ended already is fine",
  access: "member",
  params: z.object({ guid: uuid, subscriptionId: uuid }),
  refusals: ["not_found"],
});

export const showAmountsInPush = endpoint({
  name: "showAmountsInPush",
  method: "POST",
  path: "/members/{guid}/push/amounts",
  summary: "Whether a pushed notice tells amounts, also on a locked screen",
  access: "member",
  bodyType: "json",
  params: guidParams,
  body: z.object({ showsAmounts: z.boolean({ error: textFor(fieldTexts.invalid) }) }),
  refusals: ["not_found", "too_many_requests"],
});

export const pushCalls = [getPush, checkPush, subscribePush, endPush, showAmountsInPush] as const;
