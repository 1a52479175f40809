import { type Centavos, parsePesos } from "#common/money.ts";
import type { Element } from "./xml.ts";

/**
 * An amount of a message in centavos: '+0012.3400' is 1234n. Undefined for a negative amount, or one that is
 * no whole number of centavos.
 */
export function centavosOf(text: string): Centavos | undefined {
  const [found, pesos = "", fraction = ""] = /^\+?0*(\d*)(?:\.(\d*?)0*)?$/.exec(text) ?? [];
  if (found === undefined || !/\d/.test(text)) return undefined;
  const whole = pesos === "" ? "0" : pesos;
  return parsePesos(fraction === "" ? whole : `${whole}.${fraction}`);
}

/** An amount with its currency. Undefined unless it is in pesos and whole centavos. */
export function pesosOf({ text, currency }: Element): Centavos | undefined {
  return currency === "PHP" ? centavosOf(text) : undefined;
}
