import { brand } from "#brand";
import { passwordLength, withoutSeparators } from "#contract/identity.ts";
import type { App } from "#server/platform/app.ts";
import { Refusal } from "#server/refusal.ts";
import { isEasyPassword } from "./isEasyPassword.ts";

/** What a password may not be made of, because others know it. */
export type PersonalWords = {
  username: string;
  membershipNo: string;
  /** yyyy-MM-dd; null when it is not known, or not to be told. */
  birthDate: string | null;
  /** Names and numbers that others know them by (knownBy); empty where they are not to be told. */
  knownBy: readonly string[];
};

type Named = {
  first_name: string;
  middle_name: string;
  last_name: string;
  mobile_number: string | null;
};

/** The words that a guesser tries first: names, each and put together, and the mobile number in its spellings. */
export function knownBy({ first_name, middle_name, last_name, mobile_number }: Named): string[] {
  const tail = mobile_number?.replace(/^\+63/, "");
  return [
    ...namesOf([first_name, middle_name, last_name].join(" ")),
    ...(tail === undefined ? [] : [tail, `0${tail}`, `63${tail}`]),
  ];
}

/** 'Isagani Dela Cruz' -> isagani, dela, cruz, and each two of them put together. */
export function namesOf(fullName: string): string[] {
  const words = bare(fullName)
    .split(/[^\p{L}\p{N}]+/u)
    // Who is named so short is found in half of all words.
    .filter((word) => word.length > 2);
  const pairs = words.flatMap((one) =>
    words.filter((other) => other !== one).map((other) => one + other),
  );
  return [...words, ...pairs];
}

/** Whether a password is made of what is known of a person, as far as only they may be told so. */
export async function isMadeOf(
  password: string,
  words: Pick<PersonalWords, "birthDate" | "knownBy">,
): Promise<boolean> {
  if (hasBirthDate(password, words.birthDate)) return true;
  const joined = bare(password).replaceAll(/[\s._-]/g, "");
  if (await isAnyEasy([joined, ...wordsIn(joined)], words.knownBy)) return true;
  return isLittleElse(password, words.knownBy);
}

/** What may stand beside names and numbers and is soon tried: a year, a day, a few digits or letters. */
const FEW = 4;

/**
 * True when next to nothing is left of a password without what its owner is known by, forwards or backwards, or a
 * word that many people use.
 */
async function isLittleElse(password: string, known: readonly string[]): Promise<boolean> {
  const plain = lettersOf(bare(password));
  const longestFirst = known.toSorted((one, other) => other.length - one.length);
  for (const text of [plain, backwards(plain)]) {
    const rest = longestFirst.reduce((left, word) => left.replaceAll(word, ""), text);
    if (
      rest.length < text.length &&
      (rest.length <= FEW || (await isAnyEasy([rest, ...wordsIn(rest)])))
    )
      return true;
  }
  return false;
}

/** True when a password is little else than a long piece of a number, as people leave off how all of them begin. */
function isPieceOf(password: string, number: string): boolean {
  const text = withoutSeparators(password);
  const runs = text.match(/\d{6,}/g) ?? [];
  return runs.some((run) => number.includes(run) && text.length - run.length <= AROUND_MOST);
}

/**
 * Refuses a password that is easy to guess, or that has the username, the membership number, the birth date
 * or the association's name in it, or little else than the member's names or mobile number. `param` is the call's name for the field. What it is made of is nobody's
 * business otherwise: no rules of composition (NIST SP 800-63B).
 */
export async function refuseWeakPassword(
  password: string,
  words: PersonalWords,
  param: "password" | "new_password",
): Promise<void> {
  const folded = fold(password);
  if ([folded, backwards(folded)].some((text) => isPersonal(text, words)))
    throw new Refusal("password_is_personal", { param });
  if (new Set(folded).size === 1 || (await isCommon(folded))) {
    throw new Refusal("password_too_common", { param });
  }
  if (await isMadeOf(password, words)) throw new Refusal("password_is_personal", { param });
}

/**
 * Digits and signs before and behind a word make it no harder to guess ('@Password2026!'), nor does a sign or two
 * within.
 */
async function isCommon(folded: string): Promise<boolean> {
  const plain = lettersOf(folded);
  const texts = [folded, ...wordsIn(folded)];
  if (folded.length - plain.length <= FEW_SIGNS) texts.push(plain);
  return isAnyEasy(texts);
}
const FEW_SIGNS = 2;

/** What a password is without the signs around it, and without digits and signs, where these are few. */
function wordsIn(text: string): string[] {
  return [AROUND.signs, AROUND.digits].flatMap((around) => {
    const word = text.replaceAll(around, "");
    const isOne = word.length >= SHORTEST_WORD && text.length - word.length <= AROUND_MOST;
    return isOne && word !== text ? [word] : [];
  });
}
const AROUND = {
  signs: /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu,
  digits: /^[^\p{L}]+|[^\p{L}]+$/gu,
};
/** A year with a sign on each side. */
const AROUND_MOST = 6;
/** Shorter ones are found in what a machine made up. */
const SHORTEST_WORD = 4;

async function isAnyEasy(texts: readonly string[], own: readonly string[] = []): Promise<boolean> {
  for (const text of texts) if (await isEasyPassword(text, own)) return true;
  return false;
}

/** As the only factor a password is longer than as one of two (docs/security.md S023). */
const MIN_LENGTH_ALONE = 15;

/** Refuses a password under 15 characters where a sign-in never asks for a code. */
export function refuseShortAlone(
  app: App,
  password: string,
  param: "password" | "new_password",
): void {
  if (app.config.LOGIN_OTP !== "off" || passwordLength(password) >= MIN_LENGTH_ALONE) return;
  throw new Refusal("password_too_short_alone", { param });
}

/** True when the password has this date in it, in any order of day, month and year. */
function hasBirthDate(password: string, birthDate: string | null): boolean {
  const [year, month, day] = birthDate?.split("-") ?? [];
  if (year === undefined || month === undefined || day === undefined) return false;
  const text = fold(password).replaceAll(/[\s./_-]/g, "");
  return [year, year.slice(2)].some((y) =>
    [y + month + day, y + day + month, month + day + y, day + month + y].some((date) =>
      text.includes(date),
    ),
  );
}

/** Whether it has what everybody knows of its owner in it. `text` is folded. */
const isPersonal = (text: string, words: PersonalWords): boolean =>
  text.includes(fold(words.username)) ||
  // Spreadsheets and people leave the zeros before a number out.
  withoutSeparators(text).includes(words.membershipNo.replace(/^0+(?=\d)/, "")) ||
  [words.membershipNo, ...words.knownBy].some((number) => isPieceOf(text, number)) ||
  [brand.product, brand.apiSlug].some((word) => text.includes(fold(word))) ||
  hasBirthDate(text, words.birthDate);

const backwards = (text: string): string => Array.from(text).toReversed().join("");

/** Its letters and digits. */
const lettersOf = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, "");

/** As fold, without the marks above and below letters. */
const bare = (text: string): string => fold(text).normalize("NFD").replaceAll(/\p{M}/gu, "");

function fold(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}
