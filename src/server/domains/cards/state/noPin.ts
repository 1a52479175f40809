/**
 * No PIN, sealed or not, is kept to ask with again. An order that the issuer has not seen is sent with what
 * nobody can open: refused under its reference it can no longer be done, whatever may still arrive.
 */
export const NO_PIN = `pin1.none.${"A".repeat(87)}.${"A".repeat(43)}`;
