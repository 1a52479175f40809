import type { Tx } from "#server/db/db.ts";

/** Clocks differ around midnight: a movement this near to it may be in either party's next file. */
const EDGE_MS = 30 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The times of a transfer that explain a break. */
export type TransferTimes = { state: string; acceptedAt: Date; endedAt: Date | undefined };

/** The transfers among these references. */
export async function readTransferTimes(
  tx: Tx,
  references: readonly string[],
): Promise<Map<string, TransferTimes>> {
  if (references.length === 0) return new Map();
  const rows = await tx
    .selectFrom("transfer")
    .select(["ref_no", "state", "accepted_at", "credited_at", "returned_at", "next_inquiry_at"])
    .where("ref_no", "in", references)
    .execute();
  const inward = await tx
    .selectFrom("inward_credit")
    .select(["ref_no", "state", "answered_at", "ended_at"])
    .where("ref_no", "in", references)
    .execute();
  return new Map<string, TransferTimes>([
    ...inward.map(({ ref_no, state, answered_at: acceptedAt, ended_at: endedAt }) => {
      const times = { state, acceptedAt, endedAt: endedAt ?? undefined };
      return [ref_no, times] as const;
    }),
    ...rows.map((row): [string, TransferTimes] => [
      row.ref_no,
      {
        state: row.state,
        acceptedAt: row.accepted_at,
        endedAt:
          row.next_inquiry_at === null
            ? (row.returned_at ?? row.credited_at ?? undefined)
            : undefined,
      },
    ]),
  ]);
}

/**
 * Whether the transfer was under way when the day began, and when it ended: then the partner may have it in
 * the file before or after.
 */
export function passes(
  day: string,
  at: Date,
  transfer: TransferTimes | undefined,
): { start: boolean; end: boolean } {
  const start = new Date(`${day}T00:00:00+08:00`).getTime();
  const end = start + DAY_MS;
  const wasUnderWay = (moment: number) =>
    transfer !== undefined &&
    transfer.acceptedAt.getTime() < moment &&
    (transfer.endedAt === undefined || transfer.endedAt.getTime() >= moment);
  return {
    start: at.getTime() < start + EDGE_MS || wasUnderWay(start),
    end: at.getTime() >= end - EDGE_MS || wasUnderWay(end),
  };
}
