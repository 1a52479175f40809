import * as z from "zod/mini";
import { codeSent } from "./auth.ts";
import { endpoint } from "./endpoint.ts";
import { frozen } from "./frozen.ts";
import { memberNumberField, membershipNumber } from "./identity.ts";

export const freezeAccount = endpoint({
  name: "freezeAccount",
  method: "POST",
  path: "/members/freeze",
  summary:
    "Freeze the caller's account at once: sessions end, nothing goes out, the card is locked. It is opened again at an office.",
  access: "member",
  result: frozen,
  refusals: [],
});

export const reportIntruder = endpoint({
  name: "reportIntruder",
  method: "POST",
  path: "/members/reportIntruder",
  summary:
    "Ask, without signing in, for a code that freezes an account somebody else is in. The answer is the same for a number that nobody has.",
  access: "public",
  bodyType: "sealed",
  body: z.object({ [memberNumberField]: membershipNumber }),
  result: codeSent,
  refusals: ["otp_limit", "otp_source_limit", "texts_spent", "too_many_requests"],
});

export const freezeCalls = [freezeAccount, reportIntruder] as const;
