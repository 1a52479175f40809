import type { Tx } from "#server/db/db.ts";
import { demoPictures } from "./demoPictures.ts";
import type { SeededMember } from "./seededMember.ts";

/** Of the types in data/live/id-types.json: a passport's. */
const PASSPORT = "1";

/** What the issuer asks of each member who has told everything; one scenario lacks it all. */
export async function seedIdentification(tx: Tx, members: SeededMember[], at: Date): Promise<void> {
  for (const member of members) {
    if (member.scenario.startsWith("profile with missing details")) continue;
    const { selfie, front, back } = demoPictures(member.position * 5);
    const isRetired = member.scenario.startsWith("pensioner");
    await tx
      .insertInto("member_identification")
      .values({
        member_id: member.id,
        mothers_maiden_name: member.middleName === "" ? "Reyes" : member.middleName,
        source_of_funds: isRetired ? "Pension" : "Salary",
        employment: isRetired ? "Retired" : "Employed",
        ...(isRetired ? {} : workOf(member)),
        id_type: PASSPORT,
        id_number: `P${member.serial}A`,
        image_selfie: selfie,
        image_id_front: front,
        image_id_back: back,
        updated_at: at,
      })
      .execute();
  }
}

function workOf({ employer, address }: SeededMember) {
  return {
    nature_of_work: "Public service",
    employer: employer === "" || employer === "Others" ? "City Government" : employer,
    employer_line_1: "Municipal Compound",
    employer_barangay: address.barangay,
    employer_municipality_city: address.municipalityCity,
    employer_state_province: address.stateProvince,
    employer_zip: address.zip,
  };
}
