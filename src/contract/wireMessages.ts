import { brand } from "#brand";

/**
 * Texts by which clients know a refusal, whatever else stands in the answer: never edited, and
 * the same in every language (docs/requirements/decisions.md, 3). Those that end a session are among the refusals.
 */
export const wireMessages = {
  invalid_parameters: "Invalid parameters",
  otp_incorrect: "OTP is incorrect. Please try again.",
  mobile_missing: `Member mobile number is missing, please go to the nearest ${brand.product} office`,
} as const;
