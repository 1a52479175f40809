import { formatPesos } from "#common/money.ts";
import { RAIL_KINDS } from "#contract/transferKinds.ts";
import type { Tx } from "#server/db/db.ts";
import type { NotificationKind } from "#server/platform/messages/notices/texts.ts";
import {
  endValues,
  type RailEnd,
  startValues,
} from "#server/domains/transfers/rails/railNotices.ts";
import { lockRailTransfer, type RailRow } from "#server/domains/transfers/rails/railRow.ts";
import type { SeededMember } from "./seededMember.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const SHOWN_DAYS = 93;
/** What is older has been read. */
const UNREAD_DAYS = 3;

type Notice = {
  member_id: bigint;
  kind: NotificationKind;
  params: string;
  created_at: Date;
  read_at: Date | null;
};

/** What the members were told: a welcome, and each step of their transfers of the last three months. */
export async function seedNotices(tx: Tx, members: SeededMember[], now: Date): Promise<void> {
  const firstShown = moment(now.getTime() - SHOWN_DAYS * DAY_MS);
  const readBefore = moment(now.getTime() - UNREAD_DAYS * DAY_MS);
  const transfers = await tx
    .selectFrom("transfer")
    .select([
      "ref_no",
      "member_id",
      "source_name",
      "amount_centavos",
      "accepted_at",
      "credited_at",
      "returned_at",
    ])
    .where("kind", "=", "own")
    .where("accepted_at", ">=", firstShown)
    .execute();
  const notice = (
    member_id: bigint,
    kind: NotificationKind,
    params: Record<string, string>,
    at: Date,
  ): Notice => ({
    member_id,
    kind,
    params: JSON.stringify(params),
    created_at: at,
    read_at: at < readBefore ? at : null,
  });
  const notices = members.map(({ id }) => notice(id, "welcome", {}, firstShown));
  for (const transfer of transfers) {
    const { member_id: id, ref_no: refNo, credited_at, returned_at } = transfer;
    const params = { amount: formatPesos(transfer.amount_centavos), refNo };
    const from = transfer.source_name;
    notices.push(notice(id, "transfer_accepted", { ...params, from }, transfer.accepted_at));
    if (credited_at) notices.push(notice(id, "transfer_credited", params, credited_at));
    if (returned_at) notices.push(notice(id, "transfer_returned", params, returned_at));
  }
  for (const row of await railRowsSince(tx, firstShown)) {
    const { member_id: id, reason_code: reasonCode } = row;
    const end: RailEnd =
      row.state === "returned" ? { news: "returned", reasonCode } : { news: "credited" };
    notices.push(notice(id, "transfer_out", startValues(row), row.accepted_at));
    notices.push(notice(id, `transfer_out_${end.news}`, endValues(row, end), row.endedAt));
  }
  // Newest first is by id.
  const ordered = notices.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime());
  await tx.insertInto("notification").values(ordered).execute();
}

async function railRowsSince(tx: Tx, since: Date): Promise<(RailRow & { endedAt: Date })[]> {
  const ended = await tx
    .selectFrom("transfer")
    .select(["ref_no", "credited_at", "returned_at"])
    .where("kind", "in", RAIL_KINDS)
    .where("accepted_at", ">=", since)
    .execute();
  const rows = [];
  for (const { ref_no: refNo, credited_at, returned_at } of ended) {
    const row = await lockRailTransfer(tx, refNo);
    const endedAt = credited_at ?? returned_at;
    if (row !== undefined && endedAt !== null) rows.push({ ...row, endedAt });
  }
  return rows;
}

function moment(milliseconds: number): Date {
  return new Date(milliseconds);
}
