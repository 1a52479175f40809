/** The texts that a member agrees to. */
export type DocumentName = keyof typeof documentVersions;

/**
 * The version of each text that is in force: the day it was issued, in Manila. A text whose meaning
 * changes gets a new one, and members are asked to agree again.
 */
export const documentVersions = {
  privacy: "2026-11-21",
  terms: "2026-11-21",
} as const;
