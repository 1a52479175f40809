import type { Tx } from "#server/db/db.ts";
import type { ImportColumn } from "#contract/staff/importFile.ts";
import { openingsOf, type RowContent } from "./checkRow.ts";

/** What a row turns out to be beside the books as they stand now. */
export type Comparison = {
  verdict: "add" | "update" | "unchanged" | "different";
  /** The columns in which file and books do not agree. */
  differences: ImportColumn[];
  /** What the books say in those columns, as text; money in centavos. */
  before: Partial<Record<ImportColumn, string>>;
  memberId: bigint | undefined;
};

/** The columns of a member's own data: how each stands in a row and in the books. */
export const profileFields = [
  { column: "first_name", key: "firstName", stored: "first_name" },
  { column: "middle_name", key: "middleName", stored: "middle_name" },
  { column: "last_name", key: "lastName", stored: "last_name" },
  { column: "qualifier", key: "qualifier", stored: "qualifier" },
  { column: "birth_date", key: "dateOfBirth", stored: "date_of_birth" },
  { column: "birth_place", key: "placeOfBirth", stored: "place_of_birth" },
  { column: "sex", key: "gender", stored: "gender" },
  { column: "civil_status", key: "civilStatus", stored: "civil_status" },
  { column: "nationality", key: "nationality", stored: "nationality" },
  { column: "mobile", key: "mobileNumber", stored: "mobile_number" },
  { column: "email", key: "emailAddress", stored: "email_address" },
  { column: "line_1", key: "line1", stored: "line_1" },
  { column: "barangay", key: "barangay", stored: "barangay" },
  { column: "city", key: "municipalityCity", stored: "municipality_city" },
  { column: "province", key: "stateProvince", stored: "state_province" },
  { column: "zip", key: "zip", stored: "zip" },
  { column: "office", key: "officeId", stored: "office_id" },
  { column: "employer", key: "employer", stored: "employer" },
  { column: "rank", key: "rank", stored: "rank" },
] as const satisfies { column: ImportColumn; key: keyof RowContent; stored: string }[];

/**
 * Of who is on the books, money moves by journal entries only, and where codes and notices go is changed
 * only by a request with a document, before there is online access as after.
 */
const NEVER_UPDATED: readonly ImportColumn[] = [
  "mobile",
  "email",
  "capital_contribution",
  "savings",
  "storage_account",
];

/**
 * Says of each row whether it is new, the same as the books, or different; the members stay locked until
 * the end of the transaction where `lock` is true. Only columns that the file has are compared.
 */
export async function compareWithBooks(
  tx: Tx,
  rows: readonly RowContent[],
  { columns, lock }: { columns: readonly ImportColumn[]; lock: boolean },
): Promise<Comparison[]> {
  const known = await readKnown(
    tx,
    rows.map(({ membershipNo }) => membershipNo),
    lock,
  );
  return rows.map((row) => {
    const member = known.get(row.membershipNo);
    return member === undefined
      ? { verdict: "add", differences: [], before: {}, memberId: undefined }
      : compare(row, member, columns);
  });
}

type Known = Awaited<ReturnType<typeof readMembers>>[number];

async function readKnown(tx: Tx, numbers: string[], lock: boolean): Promise<Map<string, Known>> {
  const found = await readMembers(tx, numbers, lock);
  return new Map(found.map((member) => [member.membership_no, member]));
}

function readMembers(tx: Tx, numbers: string[], lock: boolean) {
  return tx
    .selectFrom("member as m")
    .leftJoin("member_opening as o", "o.member_id", "m.id")
    .select([
      "m.id",
      "m.membership_no",
      "m.first_name",
      "m.middle_name",
      "m.last_name",
      "m.qualifier",
      "m.date_of_birth",
      "m.place_of_birth",
      "m.gender",
      "m.civil_status",
      "m.nationality",
      "m.mobile_number",
      "m.email_address",
      "m.line_1",
      "m.barangay",
      "m.municipality_city",
      "m.state_province",
      "m.zip",
      "m.office_id",
      "m.employer",
      "m.rank",
      "o.capital_centavos",
      "o.savings_centavos",
      "o.storage_centavos",
    ])
    .where("m.membership_no", "in", numbers.length > 0 ? numbers : [""])
    .orderBy("m.id")
    .$if(lock, (query) => query.forUpdate("m"))
    .execute();
}

function compare(row: RowContent, member: Known, columns: readonly ImportColumn[]): Comparison {
  const openings = openingsOf(row);
  const moneyPairs = [
    ["capital_contribution", openings.capital, member.capital_centavos],
    ["savings", openings.savings, member.savings_centavos],
    ["storage_account", openings.storage, member.storage_centavos],
  ] as const;
  const pairs = [
    ...profileFields.map(({ column, key, stored }) => ({
      column,
      given: text(row[key]),
      known: text(member[stored]),
    })),
    ...moneyPairs.map(([column, given, known]) => ({
      column,
      given: text(given ?? null),
      known: text(known),
    })),
  ];
  const differing = pairs.filter(
    ({ column, given, known }) => given !== known && columns.includes(column),
  );
  const differences = differing.map(({ column }) => column);
  const before = Object.fromEntries(differing.map(({ column, known }) => [column, known]));
  const found = { differences, before, memberId: member.id };
  if (differences.length === 0) return { verdict: "unchanged", ...found };
  const isForbidden = differences.some((column) => NEVER_UPDATED.includes(column));
  return { verdict: row.mayUpdate && !isForbidden ? "update" : "different", ...found };
}

function text(value: string | bigint | boolean | null): string {
  return value === null ? "" : String(value);
}
