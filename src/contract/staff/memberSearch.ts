import * as z from "zod/mini";
import { withoutInvisible } from "#common/invisible.ts";
import { mobileOf, readMobile } from "#common/mobile.ts";
import { endpoint } from "#contract/endpoint.ts";
import { mobileNumber, nameOrNone } from "#contract/people.ts";
import { codeText, fieldTexts } from "#contract/fields.ts";
import { isMembershipNumber, withoutSeparators } from "#contract/identity.ts";
import { listAnswer, listQuery, textFilter } from "./list.ts";

/** What a search may name. Two of them at least, or one that names one member: see isNarrow. */
export const SEARCH_CRITERIA = [
  "name",
  "lastName",
  "firstName",
  "membershipNo",
  "mobile",
  "cardEnding",
  "reference",
  "username",
  "email",
] as const;
export type SearchCriterion = (typeof SEARCH_CRITERIA)[number];
/** Say who somebody is: they stand in no address of the console. */
export const PERSONAL_CRITERIA: readonly SearchCriterion[] = [
  "name",
  "lastName",
  "firstName",
  "mobile",
  "username",
  "email",
];
/** Each belongs to one member, a mobile number to the few of a household. */
const NAMES_ONE: readonly SearchCriterion[] = ["membershipNo", "mobile", "reference", "username"];

/** The rule of docs/security.md S133: nobody leafs through the members. */
export function isNarrow(criteria: Partial<Record<SearchCriterion, string | undefined>>): boolean {
  const given = SEARCH_CRITERIA.filter((name) => criteria[name] !== undefined);
  if (given.some((name) => NAMES_ONE.includes(name))) return true;
  return given.length >= 2 || (given[0] === "name" && namesTwo(criteria.name ?? ""));
}

/** Parts of a name that stand before another one: 'De la Cruz' is one name. */
const PARTICLES =
  /^(?:de|del|las?|los|dela|delas|delos|das?|dos?|di|san|sant[ao]|st[ao]|van|von|y)$/iu;

/** A first and a last name, or what may be one: two words of two letters and more that are no particles. */
function namesTwo(text: string): boolean {
  const words = text.split(/[^\p{L}\p{M}'’]+/u);
  return words.filter((word) => word.length > 1 && !PARTICLES.test(word)).length >= 2;
}

const namePrefix = z.optional(nameOrNone(100).check(z.minLength(2, fieldTexts.twoLetters)));

export const memberFilters = {
  /** In any order: 'Dominador Dela Cruz', 'cruz, dominador'. */
  name: z.optional(
    z.pipe(
      z.string().check(z.overwrite((text) => text.replaceAll(",", " "))),
      nameOrNone(100).check(z.minLength(2, fieldTexts.twoLetters)),
    ),
  ),
  lastName: namePrefix,
  firstName: namePrefix,
  membershipNo: z.optional(
    codeText().check(
      z.overwrite(withoutSeparators),
      z.refine(isMembershipNumber, fieldTexts.membershipNumber),
    ),
  ),
  mobile: z.optional(mobileNumber),
  cardEnding: z.optional(codeText().check(z.regex(/^\d{4}$/, fieldTexts.lastFourDigits))),
  reference: z.optional(
    codeText().check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z0-9-]{4,20}$/, fieldTexts.invalid)),
  ),
  username: textFilter,
  email: textFilter,
};

/**
 * What somebody typed into the one search box, as criteria: a mobile number as people write them; digits
 * are a membership number or a card's ending by their count, letters with digits a reference, '@' an e-mail
 * address. Words before a comma are the last name and those after it the first; without one, several words
 * are a name in any order, and a single one the last name.
 */
export function readSearchText(text: string): Partial<Record<SearchCriterion, string>> {
  const typed = withoutInvisible(text).replaceAll(/[\u2010-\u2015]/gu, "-");
  const mobile = readMobile(typed);
  if ("mobile" in mobile) return mobile;
  const found: Partial<Record<SearchCriterion, string>> = {};
  const words: string[] = [];
  // Groups of digits of one number belong together; those of a reference that begins with letters stay.
  const joined = typed.replaceAll(
    /(^|[^A-Za-z0-9-])(\d+(?:[\s-]+\d+)+)\b/g,
    (_, before: string, digits: string) => before + withoutSeparators(digits),
  );
  for (const word of joined.split(/\s+/).filter((part) => part !== "")) {
    const digits = word.replaceAll(/[()+-]/g, "");
    if (/^\d{16}$/.test(digits)) found.membershipNo = digits;
    else if (/^\d{4}$/.test(digits)) found.cardEnding = digits;
    else if (/^\d+$/.test(digits)) found.mobile = mobileOf(word);
    else if (word.includes("@")) found.email = word;
    else if (/\d/.test(word)) found.reference = word.toUpperCase();
    else words.push(word);
  }
  return { ...found, ...namesOf(words.join(" ")) };
}

function namesOf(text: string): { name?: string; lastName?: string; firstName?: string } {
  const [before = "", ...after] = text.split(",").map((part) => part.trim());
  const rest = after.join(" ").trim();
  if (rest === "") return wordsOf(before).length > 1 ? { name: before } : oneName(before);
  return before === "" ? namesOf(rest) : { lastName: before, firstName: rest };
}

const oneName = (text: string) => (text === "" ? {} : { lastName: text });
const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word !== "");

export const memberStatus = z.enum(["active", "suspended", "cancelled"]);

const memberRow = z.object({
  memberGuid: z.string(),
  membershipNo: z.string(),
  /** 'Peña, Ana B. Jr.' */
  name: z.string(),
  branchName: z.string(),
  mobileNumber: z.string(),
  cardEnding: z.string(),
  status: memberStatus,
  hasOnlineAccess: z.boolean(),
});
export type MemberRow = z.output<typeof memberRow>;

export const MEMBER_SORTS = ["name", "membershipNo"] as const;

export const searchMembers = endpoint({
  name: "searchMembers",
  method: "GET",
  path: "/staff/members",
  summary: "Find members by two criteria, or by one that names a single member or household",
  access: "staff",
  action: "member.search",
  query: listQuery(MEMBER_SORTS, memberFilters),
  result: listAnswer(memberRow),
  refusals: ["search_too_wide", "invalid_parameters", "not_your_role"],
});
