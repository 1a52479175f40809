import * as z from "zod/mini";
import { WAIT_HOURS } from "./approvalPolicy.ts";
import { codeSent } from "./auth.ts";
import { endpoint } from "./endpoint.ts";
import { frozen } from "./frozen.ts";
import { assertion } from "./passkeys.ts";
import { identifier } from "./identity.ts";

export const freezeAccount = endpoint({
  name: "freezeAccount",
  method: "POST",
  path: "/members/freeze",
  summary:
    "Freeze the caller's account at once: sessions end, nothing goes out, the card is locked. It is opened again at an office, or with a passkey and a code after the wait.",
  access: "member",
  result: frozen,
  refusals: [],
});

export const reportIntruder = endpoint({
  name: "reportIntruder",
  method: "POST",
  path: "/members/reportIntruder",
  summary:
    "Ask, without signing in, for a code that freezes an account somebody else is in, by its username or membership number. The answer is the same for one that nobody has.",
  access: "public",
  bodyType: "sealed",
  body: z.object({ identifier }),
  result: codeSent,
  refusals: ["otp_limit", "otp_source_limit", "texts_spent", "too_many_requests"],
});

export const freezeWithPasskey = endpoint({
  name: "freezeWithPasskey",
  method: "POST",
  path: "/members/freezeWithPasskey",
  summary:
    "Freeze, without signing in, the account of the passkey that signed the challenge of askPasskeySignIn: no text is needed.",
  access: "public",
  bodyType: "json",
  body: z.object({ assertion }),
  result: frozen,
  refusals: ["passkey_freezes_nothing", "access_closed", "too_many_requests"],
});

export const askToUnfreeze = endpoint({
  name: "askToUnfreeze",
  method: "POST",
  path: "/members/unfreeze",
  summary: `Ask, with a passkey that signed the challenge of askPasskeySignIn, for the code that ends a freeze ${WAIT_HOURS.lift_freeze} hours, or as long as the policy says, after it began. The passkey alone ends nothing, and neither does the code.`,
  access: "public",
  bodyType: "json",
  body: z.object({ assertion }),
  result: codeSent,
  refusals: [
    "passkey_ends_no_freeze",
    "not_frozen",
    "unfreeze_later",
    "passkey_too_new",
    "office_needed",
    "access_closed",
    "otp_limit",
    "otp_source_limit",
    "texts_spent",
    "too_many_requests",
  ],
});

export const freezeCalls = [
  freezeAccount,
  reportIntruder,
  freezeWithPasskey,
  askToUnfreeze,
] as const;
