import type { Language } from "#contract/refusals.ts";

type Rejection = {
  notice: "card_rejected" | "card_rejected_details";
  text: Record<Language, string>;
};

const ofDetails: Rejection = {
  notice: "card_rejected_details",
  text: {
    en: "Details of yours are missing. Please visit an office to complete them.",
    fil: "May kulang sa inyong details. Pumunta sa isang opisina para kumpletuhin ang mga ito.",
  },
};

const ofApplicant: Rejection = {
  notice: "card_rejected",
  text: {
    en: "Your card application was not approved.",
    fil: "Hindi naaprobahan ang inyong card application.",
  },
};

/** Why the issuer did not even look at an application. */
export const missingReason = (fields: readonly string[]): string => `missing ${fields.join(", ")}`;

/**
 * What a member hears of why an application was rejected: one of these, never the issuer's own words, which
 * may tell of a suspicion that the law keeps from them (Republic Act 9160, section 9c).
 */
export function rejectionOf(reason: string): Rejection {
  return /^missing [\w., ]*$/.test(reason) ? ofDetails : ofApplicant;
}
