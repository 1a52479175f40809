import type { CardIdentification } from "#contract/staff/cardDesk.ts";
import { PICTURES, type PictureName } from "#contract/staff/cards.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { recordView } from "#server/platform/audit/recordView.ts";
import { transact } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import { findMember } from "#server/domains/members/desk/findMember.ts";
import { idTypes } from "#server/domains/cards/application/idTypes.ts";

/** Each field with its column. */
const COLUMNS = {
  mothersMaidenName: "mothers_maiden_name",
  sourceOfFunds: "source_of_funds",
  employment: "employment",
  natureOfWork: "nature_of_work",
  employer: "employer",
  employerLine1: "employer_line_1",
  employerBarangay: "employer_barangay",
  employerCity: "employer_municipality_city",
  employerProvince: "employer_state_province",
  employerZip: "employer_zip",
  idType: "id_type",
  idNumber: "id_number",
} as const satisfies Record<keyof CardIdentification, string>;

// The keys of this very object.
const FIELDS = Object.keys(COLUMNS) as (keyof CardIdentification)[];

export type KnownIdentification = {
  details: Record<keyof CardIdentification, string>;
  idTypes: { code: string; name: string }[];
  pictures: PictureName[];
};

/** What is known of a member for the issuer; empty texts for what is not. The look is recorded first. */
export async function readIdentification(
  app: App,
  staff: StaffCaller,
  memberGuid: string,
): Promise<KnownIdentification> {
  const { id } = await findMember(app, memberGuid);
  await recordView(app, staff, memberGuid, "card_identification");
  const row = await app.db
    .selectFrom("member_identification")
    .select(Object.values(COLUMNS))
    .select(["image_selfie_sha256", "image_id_front_sha256", "image_id_back_sha256"])
    .where("member_id", "=", id)
    .executeTakeFirst();
  const hashes = {
    selfie: row?.image_selfie_sha256,
    front: row?.image_id_front_sha256,
    back: row?.image_id_back_sha256,
  };
  // One value for each field.
  const details = Object.fromEntries(
    FIELDS.map((field) => [field, row?.[COLUMNS[field]] ?? ""]),
  ) as KnownIdentification["details"];
  return {
    details,
    idTypes,
    pictures: PICTURES.filter((name) => hashes[name] instanceof Uint8Array),
  };
}

/**
 * Completes what the issuer asks, from documents that the member showed. The record names the fields that
 * changed, never their contents. Refuses id_type_unknown.
 */
export async function saveIdentification(
  app: App,
  staff: StaffCaller,
  memberGuid: string,
  given: CardIdentification,
): Promise<void> {
  if (!idTypes.some(({ code }) => code === given.idType)) throw new Refusal("id_type_unknown");
  const { id } = await findMember(app, memberGuid);
  const at = app.now();
  await transact(app.db, async (tx) => {
    await tx
      .insertInto("member_identification")
      .values({ member_id: id, updated_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const before = await tx
      .selectFrom("member_identification")
      .select(Object.values(COLUMNS))
      .where("member_id", "=", id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    const changed = FIELDS.filter((field) => before[COLUMNS[field]] !== given[field]);
    if (changed.length === 0) return;
    await tx
      .updateTable("member_identification")
      .set({
        ...Object.fromEntries(changed.map((field) => [COLUMNS[field], given[field]])),
        updated_at: at,
      })
      .where("member_id", "=", id)
      .execute();
    await audit(tx, {
      at,
      actorKind: "staff",
      actor: staff.username,
      action: "card_identification_saved",
      object: `member:${memberGuid}`,
      correlationId: staff.correlationId,
      detail: { fields: changed.join(" ") },
    });
  });
}
