import type { App } from "#server/app.ts";
import type { DisclosurePage } from "./drawDisclosure.ts";

/**
 * Draws the paper of a statement that was written down, off the event loop and outside of any transaction,
 * and keeps it: what the member is given before being bound is these bytes, now and later. Does nothing where
 * it is drawn; may run twice.
 */
export async function drawStatement(app: App, offerId: bigint): Promise<void> {
  const waiting = await app.db
    .selectFrom("loan_statement as s")
    .leftJoin("loan_disclosure as d", "d.offer_id", "s.offer_id")
    .select(["s.language", "s.page"])
    .where("s.offer_id", "=", offerId)
    .where("d.offer_id", "is", null)
    .executeTakeFirst();
  if (waiting === undefined) return;
  // Written by fixStatement, from the same type; as text, a moment is ISO 8601.
  const kept = waiting.page as unknown as Omit<DisclosurePage, "at"> & { at: string };
  const page = { ...kept, at: new Date(kept.at) };
  const bytes = await app.pdf.inTurn(`loan offer ${offerId}`, (draw) =>
    draw({ kind: "disclosure", page }),
  );
  await app.db
    .insertInto("loan_disclosure")
    .values({
      offer_id: offerId,
      language: waiting.language,
      bytes: Buffer.from(bytes),
      made_at: app.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
