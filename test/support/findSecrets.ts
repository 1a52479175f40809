import { hasValidCheckDigit } from "#common/checkDigit.ts";

/** What must be nowhere but where it belongs, by kind. */
export type Secrets = {
  /** Passwords and PINs, as typed. */
  typed: ReadonlySet<string>;
  /** Session tokens and cookies: random bytes in base64url. */
  tokens: ReadonlySet<string>;
  /** One-time passwords of six digits. */
  codes: ReadonlySet<string>;
};

/** A place that was searched: `words` is the same without numbers, times and the like. */
export type Place = { name: string; text: string; words?: string };

/** What was found where, as 'a password in api.log'. The secrets themselves are not said. */
export function findSecrets(places: readonly Place[], secrets: Secrets): string[] {
  return places.flatMap(({ name, text, words = text }) => {
    const found = [
      ...[...secrets.typed].flatMap((typed) =>
        hasAny(text, formsOf(typed)) ? ["a password"] : [],
      ),
      ...[...secrets.tokens].flatMap((token) =>
        hasAny(text, formsOfToken(token)) ? ["a token"] : [],
      ),
      ...[...secrets.codes].flatMap((code) => (isCodeIn(words, code) ? ["a code"] : [])),
      ...cardNumbersIn(text).map(() => "a card number"),
    ];
    return found.map((what) => `${what} in ${name}`);
  });
}

/** A text as it would look in a log line, a text column, a bytea column, a form or a URL. */
export function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const encoded = encodeURIComponent(secret);
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    bytes.toString("hex"),
    bytes.toString("base64").replace(/=+$/, ""),
    encoded,
    encoded.replaceAll("%20", "+"),
  ];
}

/** The same for random bytes that travel as base64url: also as those bytes. */
export function formsOfToken(token: string): string[] {
  const bytes = Buffer.from(token, "base64url");
  return [...formsOf(token), bytes.toString("hex"), bytes.toString("base64").replace(/=+$/, "")];
}

/**
 * Six digits can be part of any number: alone they are a code. The day and the serial of a reference are
 * six digits as well: OT261123-0000000001, RM261123-000001.
 */
export function isCodeIn(text: string, code: string): boolean {
  const hex = Buffer.from(code).toString("hex");
  const isSerial = String.raw`\b[A-Z]{2}\d{6}-[A-Z]?`;
  const isDay = String.raw`(?<=\b[A-Z]{2}\d{6})-[A-Z]?\d{6}`;
  return new RegExp(
    `(?<![0-9a-f.])(?<!${isSerial})(?:${code}|${hex})(?![0-9a-f])(?!${isDay})`,
  ).test(text);
}

/** Random enough that one of some thousands begins like a card number in groups of four. */
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Sixteen digits of a payment card. Membership numbers, which are as long, begin with a zero. */
function cardNumbersIn(text: string): string[] {
  const digits =
    text
      .replaceAll(UUID, "")
      .match(/(?<![0-9A-Za-z.])[3-6]\d{3}(?:[ -]?\d{4}){3}(?![0-9A-Za-z])/g) ?? [];
  return digits.filter((number) => hasValidCheckDigit(number.replaceAll(/\D/g, "")));
}

function hasAny(text: string, forms: readonly string[]): boolean {
  return forms.some((form) => text.includes(form));
}
