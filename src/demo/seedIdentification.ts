import type { Tx } from "#server/db/db.ts";
import { demoPictures } from "./demoPictures.ts";
import type { SeededMember } from "./seededMember.ts";

/** Of the types in data/live/id-types.json: a passport's. */
const PASSPORT = "1";
/** So many faces there are: drawing them takes longer than writing them down. */
const FACES = 6;

/** What the issuer asks of each member who has told everything; one scenario lacks it all. */
export async function seedIdentification(tx: Tx, members: SeededMember[], at: Date): Promise<void> {
  const faces = Array.from({ length: FACES }, (_, face) => demoPictures(face * 41));
  const isComplete = ({ scenario }: SeededMember) =>
    !scenario.startsWith("profile with missing details");
  const rows = members.filter(isComplete).map((member) => {
    const pictures = faces[member.position % FACES];
    if (pictures === undefined) throw new Error("There is a face for each");
    const { selfie, front, back } = pictures;
    const isRetired = member.scenario.startsWith("pensioner");
    return {
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
    };
  });
  await tx.insertInto("member_identification").values(rows).execute();
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
