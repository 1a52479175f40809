import * as z from "zod/mini";
import { fieldTexts, textFor } from "./fields.ts";

/** The texts that a member agrees to. */
export const documentName = z.enum(["privacy", "terms"], { error: textFor(fieldTexts.invalid) });
export type DocumentName = z.output<typeof documentName>;

/** A version as it is written: yyyy-MM-dd. */
export const documentVersion = z.iso.date({ error: textFor(fieldTexts.invalid) });

/**
 * The version of each text that is in force: the day it was issued, in Manila. A text whose meaning
 * changes gets a new one, and members are asked to agree again.
 */
export const documentVersions: Record<DocumentName, string> = {
  privacy: "2026-11-21",
  terms: "2026-11-21",
};
