import { parsePesos } from "#common/money.ts";

/** A request that cannot be understood: answered 400 with this text. */
export class BadInput extends Error {}

/** JSON text as a value. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BadInput("the body is not JSON");
  }
}

/** The fields of a JSON object or form; anything else has none. */
export function fieldsOf(body: unknown): Record<string, unknown> {
  // Checked to be an object; its values stay unknown.
  return typeof body === "object" && body !== null && !Array.isArray(body)
    ? (body as Record<string, unknown>)
    : {};
}

/** A text field that must match. */
export function textField(fields: Record<string, unknown>, name: string, pattern: RegExp): string {
  const value = fields[name];
  if (typeof value !== "string" || !pattern.test(value)) throw new BadInput(`${name} is not right`);
  return value;
}

/** A text field that may be missing. */
export function optionalText(
  fields: Record<string, unknown>,
  name: string,
  pattern: RegExp,
): string | undefined {
  const value = fields[name];
  return value === undefined || value === "" ? undefined : textField(fields, name, pattern);
}

/** One of a few words. */
export function choiceField<Choice extends string>(
  fields: Record<string, unknown>,
  name: string,
  choices: readonly Choice[],
): Choice {
  const choice = choices.find((candidate) => candidate === fields[name]);
  if (choice === undefined) throw new BadInput(`${name} must be one of ${choices.join(", ")}`);
  return choice;
}

/** A number in a range; forms send it as text. */
export function numberField(
  fields: Record<string, unknown>,
  name: string,
  { least, most, otherwise }: { least: number; most: number; otherwise: number },
): number {
  const value = fields[name];
  if (value === undefined || value === "" || value === null) return otherwise;
  const number = typeof value === "string" ? Number(value) : value;
  if (typeof number !== "number" || !(number >= least && number <= most)) {
    throw new BadInput(`${name} must be a number from ${least} to ${most}`);
  }
  return number;
}

/** '1250.50' in centavos, above zero. A JSON number is taken by its decimal text. */
export function amountField(fields: Record<string, unknown>, name: string): bigint {
  const amount = decimal(fields[name]);
  if (amount === undefined || amount <= 0n) {
    throw new BadInput(`${name} must be an amount like 1250.50`);
  }
  return amount;
}

/** '1250.50' in centavos, also '0.00'. */
export function amountOrZero(fields: Record<string, unknown>, name: string): bigint {
  const amount = decimal(fields[name]);
  if (amount === undefined) throw new BadInput(`${name} must be an amount like 1250.50`);
  return amount;
}

/** '-1250.50' or '1250.50' in centavos. */
export function signedAmountField(fields: Record<string, unknown>, name: string): bigint {
  const value = fields[name];
  const isMinus = typeof value === "string" && value.startsWith("-");
  const amount = decimal(isMinus ? value.slice(1) : value);
  if (amount === undefined) throw new BadInput(`${name} must be an amount like -1250.50`);
  return isMinus ? -amount : amount;
}

function decimal(value: unknown): bigint | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  return parsePesos(String(value));
}
