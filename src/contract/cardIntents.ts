import { formatPesos } from "#common/money.ts";
import * as z from "zod/mini";
import { pesos } from "./amounts.ts";
import { codeText, fieldTexts, textFor } from "./fields.ts";

/** The largest amount that the field takes (row N11). */
const WITHDRAWAL_LIMIT_MAX_CENTAVOS = 999_999_999_99n;
/** What the card programme allows a day, below what the field takes (docs/requirements/decisions.md, 5). */
export const WITHDRAWAL_LIMIT_CEILING_CENTAVOS = 50_000_00n;

/** 0 is no cash at all. */
export const withdrawalLimit = pesos.check(
  z.refine(
    (amount) => amount <= WITHDRAWAL_LIMIT_MAX_CENTAVOS,
    `The most is ${formatPesos(WITHDRAWAL_LIMIT_MAX_CENTAVOS)}`,
  ),
);

/** From which amount on a purchase is told by text: 0 is each of them, null none. */
export const purchaseTextFrom = z.nullable(withdrawalLimit);

/** A raise of the daily withdrawal limit to exactly this. */
export const raiseLimitIntent = z.object(
  { kind: z.literal("raise_limit"), amount: withdrawalLimit },
  { error: textFor(fieldTexts.invalid) },
);

/** One look at a new CVV. */
export const revealCvvIntent = z.object(
  { kind: z.literal("reveal_cvv") },
  { error: textFor(fieldTexts.invalid) },
);

/** A kind of card in place of the one that was lost. */
export const replacementKind = z.enum(["generic", "personalized"], {
  error: textFor(fieldTexts.invalid),
});

/** The office that hands out a personalized card; empty for a default one, which its member's own office has. */
export const officeIdField = codeText(fieldTexts.invalid).check(
  z.regex(/^([1-9]\d{0,5})?$/, fieldTexts.invalid),
);

/** A new card in place of the lost one: of this kind, at this office, for exactly this fee. */
export const replaceCardIntent = z.object(
  {
    kind: z.literal("replace_card"),
    card: replacementKind,
    office_id: officeIdField,
    fee: pesos,
  },
  { error: textFor(fieldTexts.invalid) },
);

/** A new ATM PIN in place of one that was forgotten. */
export const resetPinIntent = z.object(
  { kind: z.literal("reset_pin") },
  { error: textFor(fieldTexts.invalid) },
);
