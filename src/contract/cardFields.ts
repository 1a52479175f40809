import { withoutSeparators } from "./identity.ts";
import { codeText, fieldTexts, textFor } from "./fields.ts";
import * as z from "zod/mini";

/**
 * The 16 digits of a card; spaces and dashes are taken out. Whether they are a card of this member is said
 * with one text for all that are not, also where the check digit is wrong (refusal invalid_card).
 */
export const cardNumber = codeText({ error: textFor(fieldTexts.sixteenDigits) }).check(
  z.overwrite(withoutSeparators),
  z.minLength(1, fieldTexts.required),
  z.refine((text) => /^[0-9]{16}$/.test(text), fieldTexts.sixteenDigits),
);

/** An ATM PIN sealed to the issuer's key (pinBlock.ts). Its form is all that we know of it. */
export const sealedPin = codeText(fieldTexts.required).check(
  z.minLength(1, fieldTexts.required),
  z.regex(/^pin1\.[A-Za-z0-9-]{1,40}\.[A-Za-z0-9_-]{87}\.[A-Za-z0-9_-]{43}$/, fieldTexts.invalid),
);

/** A public key of P-256, 65 bytes in base64url. */
export const publicKey = codeText(fieldTexts.required).check(
  z.minLength(1, fieldTexts.required),
  z.regex(/^B[A-Za-z0-9_-]{86}$/, fieldTexts.invalid),
);
