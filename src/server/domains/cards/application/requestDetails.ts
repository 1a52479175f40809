import { sql } from "kysely";
import type { NameParts } from "#common/printedName.ts";
import type * as z from "zod/mini";
import type { cardRequestDetails } from "#contract/cardApplication.ts";
import type { FieldError } from "#contract/endpoint.ts";
import type { Language } from "#contract/refusals.ts";
import type { App } from "#server/platform/app.ts";
import { idTypes } from "./idTypes.ts";
import { namePartsOf } from "#server/domains/cards/state/nameParts.ts";
import type { Db, Tx } from "#server/db/db.ts";
import type { IssuerCustomer } from "#server/platform/gateways/cardIssuer/cardIssuer.ts";
import { takeTurns } from "#server/platform/takeTurns.ts";

/** What the application page shows, but for fee and date. */
export type MemberDetails = Omit<
  z.output<typeof cardRequestDetails>,
  "cardFee" | "cardEstimatedReleaseDate"
>;

const idNames = new Map(idTypes.map(({ code, name }) => [code, name]));

/** Who may have none of these without lacking anything. */
const OPTIONAL = new Set(["middleName"]);
const OF_NAME = ["firstName", "lastName"];
const OF_WORK = ["natureOfWork", "employer", "eStreet", "eBarangay", "eCity", "eProvince", "eZip"];
const NO_WORK = /^(?:retired|unemployed|student)/i;

const missingText: Record<Language, string> = {
  en: "Missing from our records",
  fil: "Wala sa aming records",
};

const turns = takeTurns<bigint>();

/**
 * What the application page shows of the member, and what an application lacks. One look of a member at a
 * time: each holds three pictures of up to 2 MB, and their text.
 */
export function readReviewed(
  app: App,
  { memberId, language }: { memberId: bigint; language: Language },
): Promise<{
  details: MemberDetails;
  name: NameParts;
  mothersMaidenName: string;
  missing: FieldError[];
}> {
  return turns(app, memberId, async () => {
    const row = await findDetails(app.db, memberId);
    const pictures = await findPictures(app.db, memberId);
    const base64 = (image: Buffer | null | undefined) => image?.toString("base64") ?? "";
    const details = {
      ...textsOf(row),
      imageSelfie: base64(pictures?.image_selfie),
      imageIdFront: base64(pictures?.image_id_front),
      imageIdBack: base64(pictures?.image_id_back),
    };
    const mothersMaidenName = row.mothers_maiden_name ?? "";
    const missing = missingIn(row, language);
    return { details, name: namePartsOf(row), mothersMaidenName, missing };
  });
}

function textsOf(row: Details) {
  return {
    firstName: row.first_name,
    middleName: row.middle_name,
    lastName: row.last_name,
    dateOfBirth: (row.date_of_birth ?? "").replaceAll("-", ""),
    placeOfBirth: row.place_of_birth,
    civilStatus: row.civil_status,
    gender: row.gender,
    nationality: row.nationality,
    mobileNumber: row.mobile_number ?? "",
    emailAddress: row.email_address,
    pStreet: row.line_1,
    pBarangay: row.barangay,
    pCity: row.municipality_city,
    pProvince: row.state_province,
    pZip: row.zip,
    sourceOfFunds: row.source_of_funds ?? "",
    employment: row.employment ?? "",
    natureOfWork: row.nature_of_work ?? "",
    employer: row.employer ?? "",
    eStreet: row.employer_line_1 ?? "",
    eBarangay: row.employer_barangay ?? "",
    eCity: row.employer_municipality_city ?? "",
    eProvince: row.employer_state_province ?? "",
    eZip: row.employer_zip ?? "",
    idType: idNames.get(row.id_type ?? "") ?? "",
    idNumber: row.id_number ?? "",
  };
}

/**
 * What an application needs and the member's file lacks, field by field, in the reader's language. Loads no
 * picture to see that there is one.
 */
export async function findMissingDetails(
  db: Db | Tx,
  memberId: bigint,
  language: Language,
): Promise<FieldError[]> {
  return missingIn(await findDetails(db, memberId), language);
}

function missingIn(row: Details, language: Language): FieldError[] {
  const texts = textsOf(row);
  const isWithoutWork = NO_WORK.test(texts.employment);
  // Who has one name lacks none.
  const hasName = `${texts.firstName}${texts.lastName}`.trim() !== "";
  const missing = Object.entries(texts)
    .filter(([name, value]) => value.trim() === "" && !OPTIONAL.has(name))
    .filter(([name]) => !(hasName && OF_NAME.includes(name)))
    .map(([name]) => name)
    .filter((name) => !(isWithoutWork && OF_WORK.includes(name)));
  if (!row.has_selfie) missing.push("imageSelfie");
  if (!row.has_id_front) missing.push("imageIdFront");
  if (!row.has_id_back) missing.push("imageIdBack");
  // The issuer asks for it; it is no field of the page (row W08).
  if ((row.mothers_maiden_name ?? "") === "") missing.push("mothersMaidenName");
  return missing.map((param) => ({ param, msg: missingText[language] }));
}

/** The member in the issuer's words. */
export async function readIssuerCustomer(db: Db, memberId: bigint): Promise<IssuerCustomer> {
  const row = await findDetails(db, memberId);
  const workAddress = [
    row.employer_line_1,
    row.employer_barangay,
    row.employer_municipality_city,
    row.employer_state_province,
    row.employer_zip,
  ];
  const pictures = await findPictures(db, memberId);
  const { image_selfie: selfie, image_id_front: front, image_id_back: back } = pictures ?? {};
  return {
    // The issuer asks for both: of who has one name it is that one.
    firstName: row.first_name || row.last_name,
    middleName: row.middle_name,
    lastName: row.last_name || row.first_name,
    birthDate: row.date_of_birth ?? undefined,
    birthPlace: row.place_of_birth,
    mobileNumber: row.mobile_number ?? undefined,
    emailAddress: row.email_address,
    gender: row.gender,
    civilStatus: row.civil_status,
    mothersMaidenName: row.mothers_maiden_name ?? undefined,
    nationality: row.nationality,
    presentAddress: {
      street: row.line_1,
      barangay: row.barangay,
      city: row.municipality_city,
      province: row.state_province,
      postalCode: row.zip,
    },
    sourceOfFunds: row.source_of_funds ?? undefined,
    employment: {
      status: row.employment ?? "",
      natureOfWork: row.nature_of_work ?? undefined,
      companyName: row.employer ?? undefined,
      companyAddress: workAddress.filter(Boolean).join(", ") || undefined,
    },
    primaryIdType: row.id_type ?? undefined,
    primaryIdNumber: row.id_number ?? undefined,
    images:
      selfie && front && back ? { selfie, primaryIdFront: front, primaryIdBack: back } : undefined,
  };
}

function findDetails(db: Db | Tx, memberId: bigint) {
  return db
    .selectFrom("member as m")
    .leftJoin("member_identification as i", "i.member_id", "m.id")
    .select([
      "m.first_name",
      "m.middle_name",
      "m.last_name",
      "m.qualifier",
      "m.date_of_birth",
      "m.place_of_birth",
      "m.civil_status",
      "m.gender",
      "m.nationality",
      "m.mobile_number",
      "m.email_address",
      "m.line_1",
      "m.barangay",
      "m.municipality_city",
      "m.state_province",
      "m.zip",
      "i.mothers_maiden_name",
      "i.source_of_funds",
      "i.employment",
      "i.nature_of_work",
      "i.employer",
      "i.employer_line_1",
      "i.employer_barangay",
      "i.employer_municipality_city",
      "i.employer_state_province",
      "i.employer_zip",
      "i.id_type",
      "i.id_number",
      hasPicture("i.image_selfie").as("has_selfie"),
      hasPicture("i.image_id_front").as("has_id_front"),
      hasPicture("i.image_id_back").as("has_id_back"),
    ])
    .where("m.id", "=", memberId)
    .executeTakeFirstOrThrow();
}

type Details = Awaited<ReturnType<typeof findDetails>>;

const hasPicture = (column: string) =>
  sql<boolean>`coalesce(octet_length(${sql.ref(column)}), 0) > 0`;

function findPictures(db: Db, memberId: bigint) {
  return db
    .selectFrom("member_identification")
    .select(["image_selfie", "image_id_front", "image_id_back"])
    .where("member_id", "=", memberId)
    .executeTakeFirst();
}
