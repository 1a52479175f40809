import { sql } from "kysely";
import { MAX_PICTURE_BYTES } from "#contract/staff/cardDesk.ts";
import type { PictureName } from "#contract/staff/cards.ts";
import type { FileAnswer } from "#contract/endpoint.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { recordView } from "#server/platform/audit/recordView.ts";
import { transact } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import { requireWithin } from "#server/platform/base/throttle.ts";
import { redrawPicture } from "#server/platform/pictures/redrawPicture.ts";
import { findMember } from "#server/domains/members/desk/findMember.ts";

const COLUMNS = {
  selfie: "image_selfie",
  front: "image_id_front",
  back: "image_id_back",
} as const satisfies Record<PictureName, string>;

const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** What a picture is, by its first bytes; undefined for what is none of ours. */
function pictureType(bytes: Buffer): "image/jpeg" | "image/png" | undefined {
  if (bytes.subarray(0, JPEG.length).equals(JPEG)) return "image/jpeg";
  return bytes.subarray(0, PNG.length).equals(PNG) ? "image/png" : undefined;
}

/** A picture of the member an application is of. The look is recorded first. Refuses not_found. */
export async function readPicture(
  app: App,
  staff: StaffCaller,
  { applicationId, picture }: { applicationId: string; picture: PictureName },
): Promise<FileAnswer> {
  const found = await app.db
    .selectFrom("card_application as a")
    .innerJoin("member as m", "m.id", "a.member_id")
    .innerJoin("member_identification as i", "i.member_id", "m.id")
    .select(["m.guid", `i.${COLUMNS[picture]} as bytes`])
    .where("a.id", "=", BigInt(applicationId))
    .executeTakeFirst();
  const bytes = found?.bytes;
  if (found === undefined || bytes === null || bytes === undefined) throw new Refusal("not_found");
  await recordView(app, staff, found.guid, `id_picture_${picture}`);
  const mediaType = pictureType(bytes) ?? "application/octet-stream";
  const ending = mediaType === "image/png" ? "png" : "jpg";
  return { name: `${picture}.${ending}`, parts: inOne(bytes), mediaType };
}

/** Three for each member at a busy counter. */
const PICTURES_AN_HOUR = 120;

/**
 * Keeps a picture of a member, drawn anew, in place of the one before. Refuses one that is empty, larger
 * than 2 MB or no picture of ours (redrawPicture.ts), and more than 120 in an hour. The record has the
 * hash of what is kept.
 */
export async function savePicture(
  app: App,
  staff: StaffCaller,
  { memberGuid, picture }: { memberGuid: string; picture: PictureName },
  upload: AsyncIterable<Uint8Array>,
): Promise<void> {
  const at = app.now();
  const key = String(staff.staffId);
  const limit = PICTURES_AN_HOUR;
  await requireWithin(app.db, { scope: "card_picture", key, limit, window: "1 hour", at });
  const bytes = await redrawPicture(app, staff.staffId, await gather(upload));
  if (bytes === undefined) throw new Refusal("picture_unreadable");
  const member = await findMember(app, memberGuid);
  await transact(app.db, async (tx) => {
    const column = COLUMNS[picture];
    const saved = await tx
      .insertInto("member_identification")
      .values({ member_id: member.id, [column]: bytes, updated_at: at })
      .onConflict((conflict) =>
        conflict.column("member_id").doUpdateSet({ [column]: bytes, updated_at: at }),
      )
      .returning(sql<string>`encode(sha256(${sql.ref(column)}), 'hex')`.as("sha256"))
      .executeTakeFirstOrThrow();
    await audit(tx, {
      at,
      actorKind: "staff",
      actor: staff.username,
      action: "card_picture_saved",
      object: `member:${memberGuid}`,
      correlationId: staff.correlationId,
      detail: { picture, sha256: saved.sha256, bytes: bytes.length },
    });
  });
}

async function gather(upload: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of upload) {
    length += piece.length;
    if (length > MAX_PICTURE_BYTES) throw new Refusal("picture_too_large");
    pieces.push(piece);
  }
  if (length === 0) throw new Refusal("document_empty", { param: "picture" });
  return Buffer.concat(pieces);
}

async function* inOne(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
