import * as z from "zod/mini";
import { codeIntent, ORDER_QUESTION_REFUSALS, passwordAged, signedIn } from "./auth.ts";
import { endpoint } from "./endpoint.ts";
import { codeText, fieldTexts, guidParams, otpCode, requiredText, uuid } from "./fields.ts";

/** More than anybody has devices; at this many one must be removed first. */
export const MOST_PASSKEYS = 10;
const NAME_MAX = 40;

/** Bytes as WebAuthn's JSON has them. */
export const bytesText = (maximum: number) =>
  codeText(fieldTexts.required).check(
    z.maxLength(maximum, { error: fieldTexts.tooLong, abort: true }),
    z.regex(/^[A-Za-z0-9_-]+$/, fieldTexts.invalid),
  );
const credentialId = bytesText(1_364);
const clientData = bytesText(4_000);
const authenticatorData = bytesText(8_000);
const hint = codeText(fieldTexts.invalid).check(z.regex(/^[a-z-]{1,32}$/, fieldTexts.invalid));
const transports = z._default(
  z.array(hint, fieldTexts.invalid).check(z.maxLength(10, fieldTexts.invalid)),
  [],
);
const publicKey = z.literal("public-key", fieldTexts.invalid);

/** What a browser brings after the member has unlocked a passkey: PublicKeyCredential.toJSON() of get(). */
export const assertion = z.object(
  {
    id: credentialId,
    rawId: credentialId,
    type: publicKey,
    response: z.object(
      {
        clientDataJSON: clientData,
        authenticatorData,
        signature: bytesText(2_000),
        userHandle: z.optional(bytesText(100)),
      },
      fieldTexts.required,
    ),
  },
  fieldTexts.required,
);
export type Assertion = z.output<typeof assertion>;

/** The same of a passkey that was made: toJSON() of create(). */
export const registration = z.object(
  {
    id: credentialId,
    rawId: credentialId,
    type: publicKey,
    response: z.object(
      { clientDataJSON: clientData, attestationObject: bytesText(16_000), transports },
      fieldTexts.required,
    ),
  },
  fieldTexts.required,
);
export type Registration = z.output<typeof registration>;

const descriptor = z.object({
  id: z.string(),
  type: z.literal("public-key"),
  transports: z.array(z.string()),
});

/** What a browser is asked to sign with. Without credentials any passkey of ours in the browser is offered. */
export const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal("required"),
  allowCredentials: z.array(descriptor),
});
export type RequestOptions = z.output<typeof requestOptions>;

/** What a browser is asked to make. */
export const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal("public-key"), alg: z.number() })),
  timeout: z.number(),
  attestation: z.literal("none"),
  authenticatorSelection: z.object({
    residentKey: z.literal("required"),
    requireResidentKey: z.literal(true),
    userVerification: z.literal("required"),
  }),
  excludeCredentials: z.array(descriptor),
});
export type CreationOptions = z.output<typeof creationOptions>;

export const passkey = z.object({
  id: uuid,
  name: z.string(),
  /** ISO 8601, both. */
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
  /** Whether it is copied to the member's other devices. */
  isSynced: z.boolean(),
});
export type Passkey = z.output<typeof passkey>;

/** What its owner calls a passkey. */
export const passkeyName = requiredText(NAME_MAX).check(
  z.trim(),
  z.minLength(1, fieldTexts.required),
);
const passkeyParams = z.object({ guid: uuid, id: uuid });
const proof = { pinId: uuid, pin: otpCode };
const PROOF_REFUSALS = [
  "otp_incorrect",
  "otp_used_up",
  "otp_not_for_this",
  "passkey_needed",
  "office_needed",
] as const;

export const getPasskeys = endpoint({
  name: "getPasskeys",
  method: "GET",
  path: "/members/{guid}/passkeys",
  summary: "The member's passkeys, the newest first",
  access: "member",
  params: guidParams,
  result: z.array(passkey),
  refusals: ["not_found"],
});

export const askForPasskey = endpoint({
  name: "askForPasskey",
  method: "POST",
  path: "/members/{guid}/passkeys/options",
  summary: "What the browser is to make, once a code or a passkey has approved one more",
  access: "member",
  bodyType: "json",
  params: guidParams,
  body: z.object({ pinId: uuid }),
  result: creationOptions,
  refusals: ["not_found", "otp_not_for_this", "passkeys_full"],
});

export const addPasskey = endpoint({
  name: "addPasskey",
  method: "POST",
  path: "/members/{guid}/passkeys",
  summary: "Keep the passkey that the browser has made. It spends the approval",
  access: "member",
  bodyType: "json",
  params: guidParams,
  body: z.object({ ...proof, name: passkeyName, registration }),
  result: passkey,
  refusals: ["not_found", ...PROOF_REFUSALS, "passkey_refused", "passkey_exists", "passkeys_full"],
});

export const renamePasskey = endpoint({
  name: "renamePasskey",
  method: "POST",
  path: "/members/{guid}/passkeys/{id}/rename",
  summary: "Give a passkey another name",
  access: "member",
  bodyType: "json",
  params: passkeyParams,
  body: z.object({ name: passkeyName }),
  result: passkey,
  refusals: ["not_found"],
});

export const removePasskey = endpoint({
  name: "removePasskey",
  method: "POST",
  path: "/members/{guid}/passkeys/{id}/remove",
  summary:
    "Remove a passkey: it proves nothing from now on, and what it approved and was not used is void",
  access: "member",
  bodyType: "json",
  params: passkeyParams,
  body: z.object(proof),
  refusals: ["not_found", ...PROOF_REFUSALS],
});

export const askPasskeyApproval = endpoint({
  name: "askPasskeyApproval",
  method: "POST",
  path: "/passkeys/challenge",
  summary:
    "What a passkey is to sign to approve exactly what `intent` describes, in place of a code by text",
  access: "member",
  bodyType: "json",
  body: z.object({ memberGuid: uuid, intent: codeIntent }),
  /** takesText: a code by text would approve it as well. */
  result: z.object({ pinId: uuid, options: requestOptions, takesText: z.boolean() }),
  refusals: [...ORDER_QUESTION_REFUSALS, "passkey_missing"],
});

export const approveWithPasskey = endpoint({
  name: "approveWithPasskey",
  method: "POST",
  path: "/passkeys/approve",
  summary: "Check what a passkey signed. The answer's pin goes with the order, as a code does",
  access: "member",
  bodyType: "json",
  body: z.object({ pinId: uuid, assertion }),
  result: z.object({ pinId: uuid, pin: z.string() }),
  refusals: ["passkey_refused"],
});

export const askPasskeySignIn = endpoint({
  name: "askPasskeySignIn",
  method: "POST",
  path: "/passkeys/login/options",
  summary: "What any passkey of ours is to sign to sign its member in",
  access: "public",
  bodyType: "json",
  body: z.object({}),
  result: z.object({
    options: requestOptions,
    /** Until then it may be signed. */
    expiresInSeconds: z.number(),
  }),
  refusals: ["too_many_requests"],
});

export const signInWithPasskey = endpoint({
  name: "signInWithPasskey",
  method: "POST",
  path: "/passkeys/login",
  summary: "Sign in with a passkey, without a username, a password or a code",
  access: "public",
  bodyType: "json",
  body: z.object({ assertion }),
  result: signedIn,
  extras: passwordAged,
  refusals: [
    "passkey_unknown",
    "access_suspended",
    "access_cancelled",
    "access_closed",
    "access_frozen",
    "too_many_requests",
  ],
});

export const passkeyCalls = [
  getPasskeys,
  askForPasskey,
  addPasskey,
  renamePasskey,
  removePasskey,
  askPasskeyApproval,
  approveWithPasskey,
  askPasskeySignIn,
  signInWithPasskey,
] as const;
