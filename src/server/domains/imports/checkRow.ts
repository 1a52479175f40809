import { hasInvisible, withoutInvisible } from "#common/invisible.ts";
import { type MobileFault, readMobile } from "#common/mobile.ts";
import type { Centavos } from "#common/money.ts";
import { type NameFault, readName, readQualifier } from "#common/personName.ts";
import { isMembershipNumber } from "#contract/identity.ts";
import type { ImportColumn, RowProblem, RowProblemCode } from "#contract/staff/importFile.ts";
import {
  amountOf,
  bareCell,
  hasMembershipNo,
  isShortened,
  membershipNoOf,
  saysTotal,
} from "#server/platform/csv/spreadsheetCells.ts";

/** A row in the form in which it is stored. Amounts are centavos as text, because it waits as JSON. */
export type RowContent = {
  membershipNo: string;
  firstName: string;
  middleName: string;
  lastName: string;
  qualifier: string;
  /** 'yyyy-MM-dd' */
  dateOfBirth: string;
  placeOfBirth: string;
  gender: string;
  civilStatus: string;
  nationality: string;
  /** E.164, or null for none. */
  mobileNumber: string | null;
  emailAddress: string;
  line1: string;
  barangay: string;
  municipalityCity: string;
  stateProvince: string;
  zip: string;
  officeId: string;
  employer: string;
  rank: string;
  /** Null opens no account; '0' opens an empty one. */
  capital: string | null;
  savings: string | null;
  storage: string | null;
  /** The row may replace what the books say of the member. */
  mayUpdate: boolean;
};

/** What a row is checked against besides its own letters. */
export type RowContext = {
  columns: readonly ImportColumn[];
  /** 'yyyy-MM-dd' in Manila. */
  today: string;
  openOffices: ReadonlySet<string>;
};

export type CheckedRow = {
  /** No member and no mistake: a sum or a remark below the rows. */
  isPassedOver?: true;
  membershipNo: string;
  content: RowContent | undefined;
  problems: RowProblem[];
};

const TEXT = /^[^\p{Cc}]*$/u;
const MAX_NAME = 100;
const MAX_TEXT = 100;
const FIRST_YEAR = "1900-01-01";
const EMAIL = /^[^\s@]{1,64}@[^\s@.]{1,63}(?:\.[^\s@.]{1,63}){1,5}$/;

const MOBILE_PROBLEMS: Record<MobileFault, RowProblemCode> = {
  not_mobile: "mobile",
  landline: "mobile_landline",
  two_numbers: "mobile_two_numbers",
  spreadsheet: "shortened_number",
};
const NAME_PROBLEMS: Record<NameFault, RowProblemCode> = {
  invisible: "invisible",
  marks: "name_marks",
  no_letter: "name_no_letter",
  letters: "letters",
};

/**
 * Reads one record against the header: what is to be stored, or everything that is wrong with it at once.
 * Nothing is guessed but blanks around a field and between digits, and how a name's apostrophes and hyphens
 * are drawn. Who has one name has it in either field.
 */
export function checkRow(fields: readonly string[], context: RowContext): CheckedRow {
  const problems: RowProblem[] = [];
  const width = context.columns.length;
  const values = new Map(
    context.columns.map((column, index) => [column, bareCell(fields[index] ?? "")]),
  );
  const aside = readAside(fields, values);
  if (aside !== undefined) return { ...noRow(aside), isPassedOver: true };
  // Spreadsheets write commas as far as a sheet was ever used.
  if (fields.length < width || fields.slice(width).some((field) => field.trim() !== "")) {
    return noRow("field_count");
  }
  const read = readerOf(values, problems);
  const hasOneName =
    (values.get("first_name") ?? "") !== "" || (values.get("last_name") ?? "") !== "";
  const content: RowContent = {
    membershipNo: read("membership_no", code(asMembershipNo), { isRequired: true }),
    firstName: read("first_name", asName, { isRequired: !hasOneName }),
    middleName: read("middle_name", asName),
    lastName: read("last_name", asName, { isRequired: !hasOneName }),
    qualifier: read("qualifier", asQualifier),
    dateOfBirth: read(
      "birth_date",
      code((text) => asDay(text, context.today)),
      { isRequired: true },
    ),
    placeOfBirth: read("birth_place", asText),
    gender: read("sex", oneOf("sex", ["m", "f"])),
    civilStatus: read("civil_status", oneOf("civil_status", ["s", "m"])),
    nationality: read("nationality", code(asNationality)),
    mobileNumber: read("mobile", code(asMobile)) || null,
    emailAddress: read("email", code(asEmail)),
    line1: read("line_1", asText),
    barangay: read("barangay", asText),
    municipalityCity: read("city", asText),
    stateProvince: read("province", asText),
    zip: read("zip", code(asZip)),
    officeId: read(
      "office",
      code((text) => asOffice(text, context.openOffices)),
      { isRequired: true },
    ),
    employer: read("employer", asText),
    rank: read("rank", asText),
    capital: read("capital_contribution", code(asAmount)) || null,
    savings: read("savings", code(asAmount)) || null,
    storage: read("storage_account", code(asAmount)) || null,
    mayUpdate: read("update", oneOf("update", ["yes", "no"])) === "yes",
  };
  const { membershipNo } = content;
  return problems.length > 0
    ? { membershipNo, content: undefined, problems }
    : { membershipNo, content, problems };
}

function noRow(problem: RowProblemCode): CheckedRow {
  return { membershipNo: "", content: undefined, problems: [{ column: "", problem }] };
}

/** However it is written; an amount that came to stand there is none. */
const DAY = /^\d{1,4}[-/. ]\w{1,9}[-/. ]\d{1,4}$/;
const MONEY: readonly ImportColumn[] = ["capital_contribution", "savings", "storage_account"];

/**
 * A row of nobody that says that it is a sum, or has amounts and nobody whose they are; or one of a single cell,
 * which is a remark.
 */
function readAside(
  fields: readonly string[],
  values: ReadonlyMap<ImportColumn, string>,
): "totals_row" | "remark_row" | undefined {
  const number = values.get("membership_no") ?? "";
  if (hasMembershipNo(number) || DAY.test(values.get("birth_date") ?? "")) return undefined;
  if (saysTotal(fields)) return "totals_row";
  const others = [...values].filter(([column]) => !MONEY.includes(column));
  if (others.every(([, text]) => text === "")) return "totals_row";
  const isAlone = fields.filter((field) => field.trim() !== "").length === 1;
  return isAlone && !/^\d/.test(number) ? "remark_row" : undefined;
}

/** The opening balances a row brings, in centavos. */
export function openingsOf({ capital, savings, storage }: RowContent): {
  capital: Centavos | undefined;
  savings: Centavos | undefined;
  storage: Centavos | undefined;
  total: Centavos;
} {
  const amounts = [capital, savings, storage].map((text) =>
    text === null ? undefined : BigInt(text),
  );
  const total = amounts.reduce<Centavos>((sum, amount) => sum + (amount ?? 0n), 0n);
  return { capital: amounts[0], savings: amounts[1], storage: amounts[2], total };
}

type Read = { value: string } | { problem: RowProblemCode };

function readerOf(values: ReadonlyMap<ImportColumn, string>, problems: RowProblem[]) {
  return (
    column: ImportColumn,
    parse: (text: string) => Read,
    { isRequired = false } = {},
  ): string => {
    const text = values.get(column) ?? "";
    const answer = isShortened(text) ? problem("shortened_number") : parse(text);
    if ("problem" in answer) problems.push({ column, problem: answer.problem });
    else if (isRequired && answer.value === "") problems.push({ column, problem: "required" });
    return "value" in answer ? answer.value : "";
  };
}

const value = (text: string): Read => ({ value: text });
const problem = (code: RowProblemCode): Read => ({ problem: code });

/** A field that is no words, without what cannot be seen. */
function code(parse: (text: string) => Read) {
  return (text: string): Read => {
    const plain = bareCell(withoutInvisible(text));
    return plain === "" ? value("") : parse(plain);
  };
}

function asMembershipNo(text: string): Read {
  const number = membershipNoOf(text);
  return isMembershipNumber(number) ? value(number) : problem("membership_no");
}

const asName = (text: string): Read => asNamed(readName(text));
const asQualifier = (text: string): Read => asNamed(readQualifier(text));

function asNamed(read: ReturnType<typeof readName>): Read {
  if ("fault" in read) return problem(NAME_PROBLEMS[read.fault]);
  return read.name.length > MAX_NAME ? problem("too_long") : value(read.name);
}

function asText(text: string): Read {
  if (hasInvisible(text)) return problem("invisible");
  const plain = text.normalize("NFC").replaceAll(/\s+/g, " ");
  if (plain.length > MAX_TEXT) return problem("too_long");
  return TEXT.test(plain) ? value(plain) : problem("letters");
}

function asDay(text: string, today: string): Read {
  const isDay =
    /^\d{4}-\d{2}-\d{2}$/.test(text) &&
    !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) &&
    // Date.parse takes 31 February for a day in March.
    Number(text.slice(8)) === new Date(`${text}T00:00:00Z`).getUTCDate();
  return isDay && text >= FIRST_YEAR && text < today ? value(text) : problem("date");
}

function oneOf(column: "sex" | "civil_status" | "update", allowed: readonly string[]) {
  return code((text) => {
    const small = text.toLowerCase();
    return allowed.includes(small) ? value(small) : problem(column);
  });
}

function asNationality(text: string): Read {
  return /^[A-Za-z]{3}$/.test(text) ? value(text.toUpperCase()) : problem("nationality");
}

function asMobile(text: string): Read {
  const read = readMobile(text);
  return "mobile" in read ? value(read.mobile) : problem(MOBILE_PROBLEMS[read.fault]);
}

function asEmail(text: string): Read {
  return text.length <= MAX_TEXT && EMAIL.test(text) ? value(text) : problem("email");
}

function asZip(text: string): Read {
  return /^\d{3,4}$/.test(text) ? value(text.padStart(4, "0")) : problem("zip");
}

/** The number of the office; leading zeros do not matter, as in the first digits of a membership number. */
function asOffice(text: string, openOffices: ReadonlySet<string>): Read {
  const number = /^\d{1,6}$/.test(text) ? String(Number(text)) : "";
  return openOffices.has(number) ? value(number) : problem("office");
}

function asAmount(text: string): Read {
  const amount = amountOf(text);
  return amount === undefined ? problem("amount") : value(amount.toString());
}
