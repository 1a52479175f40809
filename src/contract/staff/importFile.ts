import { mobileTexts, nameTexts } from "#contract/people.ts";

/** The columns a file of members may have, in any order; docs/import.md explains each. */
export const importColumns = [
  "membership_no",
  "last_name",
  "first_name",
  "middle_name",
  "qualifier",
  "birth_date",
  "birth_place",
  "sex",
  "civil_status",
  "nationality",
  "mobile",
  "email",
  "line_1",
  "barangay",
  "city",
  "province",
  "zip",
  "office",
  "employer",
  "rank",
  "capital_contribution",
  "savings",
  "storage_account",
  "update",
] as const;
export type ImportColumn = (typeof importColumns)[number];

/** Without these a file is not read. */
export const requiredImportColumns = [
  "membership_no",
  "last_name",
  "first_name",
  "birth_date",
  "office",
] as const satisfies readonly ImportColumn[];

export const MAX_IMPORT_BYTES = 50 * 1024 * 1024;
export const MAX_IMPORT_ROWS = 200_000;

type Text = { en: string; fil: string };

/** What a spreadsheet makes of a file, in the same words for members' files and for remittances. */
export const spreadsheetFindings: Record<"shortened_number" | "totals_row" | "remark_row", Text> = {
  shortened_number: {
    en: "The spreadsheet has shortened this number. Format the column as text, enter the number again and export the file anew.",
    fil: "Pinaikli ng spreadsheet ang numerong ito. I-format ang column bilang text, ilagay ulit ang numero, at i-export muli ang file.",
  },
  totals_row: {
    en: "A row of totals: it is passed over.",
    fil: "Row ito ng kabuuan: nilaktawan ito.",
  },
  remark_row: {
    en: "A remark, of nobody and without an amount: it is passed over.",
    fil: "Puna lamang, walang pangalan at walang halaga: nilaktawan ito.",
  },
};

/** As a sentence of its own. */
const ended = ({ en, fil }: Text): Text => ({ en: `${en}.`, fil: `${fil}.` });

/** What can be wrong with one field of a row. */
export const rowProblems = {
  required: { en: "This field is required", fil: "Kailangan ito" },
  too_long: { en: "This is too long.", fil: "Masyadong mahaba ito." },
  letters: ended(nameTexts.letters),
  name_marks: ended(nameTexts.marks),
  name_no_letter: ended(nameTexts.no_letter),
  invisible: ended(nameTexts.invisible),
  membership_no: {
    en: "Not a membership number: 16 digits, the last of them the check digit.",
    fil: "Hindi ito membership number: 16 digit, at check digit ang huli.",
  },
  twice_in_file: {
    en: "This membership number stands in an earlier row of the file.",
    fil: "Nasa naunang row ng file ang membership number na ito.",
  },
  date: {
    en: "Not a day in the past, written as 1980-06-02.",
    fil: "Hindi ito araw na nakalipas, na isinusulat na 1980-06-02.",
  },
  sex: { en: "m or f.", fil: "m o f." },
  civil_status: { en: "s (single) or m (married).", fil: "s (single) o m (kasal)." },
  nationality: { en: "Three letters, for example PHL.", fil: "Tatlong letra, halimbawa PHL." },
  mobile: {
    en: "Not a Philippine mobile number, for example 0917 555 1234.",
    fil: "Hindi ito mobile number sa Pilipinas, halimbawa 0917 555 1234.",
  },
  mobile_landline: ended(mobileTexts.landline),
  mobile_two_numbers: ended(mobileTexts.two_numbers),
  email: { en: "Not an e-mail address.", fil: "Hindi ito e-mail address." },
  zip: { en: "Four digits.", fil: "Apat na digit." },
  office: {
    en: "There is no open office with this number.",
    fil: "Walang bukas na opisina na may numerong ito.",
  },
  amount: {
    en: "Not an amount in pesos, for example 1250.50.",
    fil: "Hindi ito halaga sa piso, halimbawa 1250.50.",
  },
  ...spreadsheetFindings,
  update: { en: "yes, or nothing.", fil: "yes, o walang laman." },
  field_count: {
    en: "This row has more or fewer fields than the header.",
    fil: "Mas marami o mas kaunti ang field ng row na ito kaysa sa header.",
  },
} as const satisfies Record<string, Text>;
export type RowProblemCode = keyof typeof rowProblems;

/** A problem of a row: which column, what about it. */
export type RowProblem = { column: ImportColumn | ""; problem: RowProblemCode };

/** Why a file cannot be read at all. `detail` names the column, where it is about one. */
export const fileProblems = {
  not_utf8: { en: "The file is not text in UTF-8.", fil: "Hindi text na UTF-8 ang file." },
  stray_quote: {
    en: "A quote stands inside a field that has no quotes around it.",
    fil: "May quote sa loob ng field na walang quote sa paligid.",
  },
  text_after_quote: {
    en: "Text follows the closing quote of a field.",
    fil: "May text pagkatapos ng pansarang quote ng field.",
  },
  open_quote: { en: "A quote is never closed.", fil: "May quote na hindi naisara." },
  record_too_long: { en: "A row is too long.", fil: "Masyadong mahaba ang isang row." },
  control_character: {
    en: "There is a control character in the file.",
    fil: "May control character sa file.",
  },
  no_header: { en: "The file is empty.", fil: "Walang laman ang file." },
  no_rows: {
    en: "The file has a header and no rows.",
    fil: "May header ang file pero walang row.",
  },
  unknown_column: { en: "There is no such column:", fil: "Walang ganitong column:" },
  repeated_column: { en: "A column stands twice:", fil: "Dalawang beses ang column:" },
  missing_column: { en: "A column is missing:", fil: "Kulang ang column:" },
  too_many_rows: {
    en: "A file has 200,000 rows at most. Please split it.",
    fil: "Hanggang 200,000 row lamang ang file. Hatiin ito.",
  },
} as const satisfies Record<string, Text>;
export type FileProblemCode = keyof typeof fileProblems;
