import { sql } from "kysely";
import type * as z from "zod/mini";
import type { getOffices } from "#contract/cardApplication.ts";
import type { App } from "#server/platform/app.ts";
import type { Db, Tx } from "#server/db/db.ts";

type Query = z.output<(typeof getOffices)["query"]>;

const TEXT_FILTERS = ["branch_name", "barangay", "municipality_city", "state_province"] as const;
const DEFAULT_ROWS = 100;
/** More than there are; whoever asks for more gets pages of this many. */
const MOST_ROWS = 1000;

/** Offices by name; each filter is a part of the text, without regard to case. */
export async function readOffices(app: App, query: Query) {
  const limit = Math.min(Number(query.LIMIT ?? DEFAULT_ROWS), MOST_ROWS);
  const page = Number(query.page ?? 1);
  let rows = app.db
    .selectFrom("office")
    .select(["id", "branch_name", "line_1", "barangay", "municipality_city", "state_province"]);
  if (query.status !== undefined) {
    const isPickUp = query.status === "1";
    rows = rows.where(sql<boolean>`is_active and has_card_pickup`, "=", isPickUp);
  }
  for (const column of TEXT_FILTERS) {
    const wanted = query[column]?.trim().toLowerCase();
    if (!wanted) continue;
    rows = rows.where((eb) =>
      eb(eb.fn<number>("strpos", [eb.fn("lower", [column]), eb.val(wanted)]), ">", 0),
    );
  }
  const found = await rows
    .orderBy("branch_name")
    .orderBy("id")
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return found.map(({ id, ...office }) => ({ office_id: Number(id), ...office }));
}

/** The head office, which hands out cards for whoever has no other office that does. */
export const HEAD_OFFICE_ID = 1n;

/**
 * Where a member of this office fetches a default card: there, or at the head office when it hands out none.
 * The office itself when neither does.
 */
export async function findHandOutOffice(
  db: Db | Tx,
  officeId: bigint | null,
): Promise<bigint | null> {
  const able = await db
    .selectFrom("office")
    .select("id")
    .where("id", "in", [officeId ?? HEAD_OFFICE_ID, HEAD_OFFICE_ID])
    .where("is_active", "=", true)
    .where("has_card_pickup", "=", true)
    .execute();
  const ids = able.map(({ id }) => id);
  return ids.find((id) => id === officeId) ?? ids[0] ?? officeId;
}

/** Where this member would fetch a default card, as a page names it; null when no office is known. */
export async function findOwnPickUpOffice(
  db: Db,
  memberId: bigint,
): Promise<{ name: string; address: string } | null> {
  const { office_id: own } = await db
    .selectFrom("member")
    .select("office_id")
    .where("id", "=", memberId)
    .executeTakeFirstOrThrow();
  const officeId = await findHandOutOffice(db, own);
  if (officeId === null) return null;
  const office = await db
    .selectFrom("office")
    .select(["branch_name", "line_1", "municipality_city", "state_province"])
    .where("id", "=", officeId)
    .executeTakeFirstOrThrow();
  const address = [office.line_1, office.municipality_city, office.state_province];
  return { name: office.branch_name, address: address.filter(Boolean).join(", ") };
}

/** Whether a card can be fetched there. */
export async function isPickUpOffice(app: App, officeId: bigint): Promise<boolean> {
  const found = await app.db
    .selectFrom("office")
    .select("id")
    .where("id", "=", officeId)
    .where("is_active", "=", true)
    .where("has_card_pickup", "=", true)
    .executeTakeFirst();
  return found !== undefined;
}
