import * as z from "zod/mini";
import { fieldTexts, textFor, uuid } from "./fields.ts";

/** One more passkey for this member. */
export const addPasskeyIntent = z.object(
  { kind: z.literal("add_passkey") },
  { error: textFor(fieldTexts.invalid) },
);

/** This passkey proves nothing any more. */
export const removePasskeyIntent = z.object(
  { kind: z.literal("remove_passkey"), passkey: uuid },
  { error: textFor(fieldTexts.invalid) },
);
