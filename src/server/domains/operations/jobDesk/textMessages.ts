import type { ListPage } from "#contract/staff/list.ts";
import type { TextRow } from "#contract/staff/jobs.ts";
import type { App } from "#server/platform/app.ts";
import { anywhere } from "#server/platform/lists/anywhere.ts";
import { type ListRequest, type ListOrder, readPage } from "#server/platform/lists/readPage.ts";

const textOrder = {
  sorts: { created: { by: "t.created_at", type: "moment" } },
  id: { by: "t.id", type: "uuid" },
  first: "-created",
} as const satisfies ListOrder;

/** One page of what became of text messages. */
export async function listTexts(
  app: App,
  of: { state?: string | undefined; purpose?: string | undefined } & ListRequest,
): Promise<ListPage<TextRow>> {
  const { state, purpose, ...request } = of;
  let query = app.db
    .selectFrom("text_message as t")
    .select([
      "t.id",
      "t.kind",
      "t.purpose",
      "t.masked_number",
      "t.state",
      "t.reason",
      "t.attempts",
      "t.created_at",
      "t.ended_at",
    ]);
  if (state !== undefined) query = query.where("t.state", "=", state);
  if (purpose !== undefined) query = query.where("t.purpose", "ilike", anywhere(purpose));
  const page = await readPage(app.db, textOrder, query, request);
  return {
    ...page,
    rows: page.rows.map((row) => ({
      id: row.id,
      // The table's checks allow exactly these.
      kind: row.kind as TextRow["kind"],
      purpose: row.purpose,
      maskedNumber: row.masked_number,
      state: row.state as TextRow["state"],
      reason: row.reason,
      attempts: row.attempts,
      createdAt: row.created_at.toISOString(),
      endedAt: row.ended_at?.toISOString() ?? null,
    })),
  };
}
