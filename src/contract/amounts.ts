import { withoutInvisible } from "#common/invisible.ts";
import { hasLeadingZeros, parsePesos, toDecimal } from "#common/money.ts";
import * as z from "zod/mini";
import { fieldTexts, textFor } from "./fields.ts";

/**
 * Pesos on the wire ('1250.50', or the number 1250.5), centavos in the program (125050n). Numbers
 * are read as the text JavaScript prints for them, so 1e21 or NaN are refused like any other text.
 */
export const pesos = z.codec(
  z.union([z.string(), z.number()], { error: textFor(fieldTexts.invalidAmount) }),
  z.bigint(),
  {
    decode: (onTheWire, context) => {
      const amount = parsePesos(withoutInvisible(String(onTheWire)));
      if (amount !== undefined) return amount;
      context.issues.push({
        code: "custom",
        message: textFor(wrongWith(onTheWire))({ input: onTheWire }),
        input: onTheWire,
      });
      return z.NEVER;
    },
    encode: (amount) => toDecimal(amount),
  },
);

function wrongWith(onTheWire: string | number): string {
  return hasLeadingZeros(withoutInvisible(String(onTheWire)))
    ? fieldTexts.leadingZeros
    : fieldTexts.invalidAmount;
}

/** Pesos the server sends, which may be negative (money out in a history row). */
export const pesosOut = z.codec(z.string(), z.bigint(), {
  decode: (text) =>
    text.startsWith("-") ? -(parsePesos(text.slice(1)) ?? 0n) : (parsePesos(text) ?? 0n),
  encode: (amount) => toDecimal(amount),
});
