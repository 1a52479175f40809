import { sql } from "kysely";
import { maskEmail, maskMobile } from "#common/mask.ts";
import type { PictureName } from "#contract/staff/cards.ts";
import type { App } from "#server/platform/app.ts";
import { idTypes } from "#server/domains/cards/application/idTypes.ts";

/** What the issuer gets to know of a member, by name, and which pictures there are. */
export async function readSentDetails(
  app: App,
  memberId: bigint,
  sees: { contact: boolean; documents: boolean },
): Promise<{ details: Record<string, string>; pictures: PictureName[] }> {
  const row = await readRow(app, memberId);
  const details = {
    name: joined([row.first_name, row.middle_name, row.last_name, row.qualifier], " "),
    dateOfBirth: row.date_of_birth ?? "",
    placeOfBirth: row.place_of_birth,
    gender: row.gender,
    civilStatus: row.civil_status,
    nationality: row.nationality,
    mobileNumber: maskedUnless(sees.contact, row.mobile_number ?? "", maskMobile),
    emailAddress: maskedUnless(sees.contact, row.email_address, maskEmail),
    address: joined([row.line_1, row.barangay, row.municipality_city, row.state_province, row.zip]),
    mothersMaidenName: row.mothers_maiden_name ?? "",
    sourceOfFunds: row.source_of_funds ?? "",
    employment: row.employment ?? "",
    natureOfWork: row.nature_of_work ?? "",
    employer: row.employer ?? "",
    employerAddress: joined([
      row.employer_line_1,
      row.employer_barangay,
      row.employer_municipality_city,
      row.employer_state_province,
      row.employer_zip,
    ]),
    idType: idTypes.find(({ code }) => code === row.id_type)?.name ?? "",
    idNumber: maskedUnless(sees.documents, row.id_number ?? "", lastFour),
  };
  const pictures = (["selfie", "front", "back"] as const).filter((name) => row[name]);
  return { details, pictures };
}

const joined = (parts: readonly (string | null)[], between = ", ") =>
  parts.filter((part) => part !== null && part !== "").join(between);

const lastFour = (text: string) => `******${text.slice(-4)}`;

function maskedUnless(isSeen: boolean, text: string, mask: (text: string) => string): string {
  return isSeen || text === "" ? text : mask(text);
}

function readRow(app: App, memberId: bigint) {
  return app.db
    .selectFrom("member as m")
    .leftJoin("member_identification as i", "i.member_id", "m.id")
    .select([
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
      sql<boolean>`i.image_selfie is not null`.as("selfie"),
      sql<boolean>`i.image_id_front is not null`.as("front"),
      sql<boolean>`i.image_id_back is not null`.as("back"),
    ])
    .where("m.id", "=", memberId)
    .executeTakeFirstOrThrow();
}
