import { sql } from "kysely";
import { manilaDate } from "#common/manila.ts";
import { formatPesosAscii } from "#common/money.ts";
import type { Tx } from "#server/db/db.ts";
import { openDay } from "#server/domains/loans/accounts/openDay.ts";
import { defineKind } from "#server/domains/makerChecker/requestRule.ts";
import { recipe } from "#server/ledger/journalTemplates.ts";
import { postJournalEntry } from "#server/ledger/postJournalEntry.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { Refusal } from "#server/refusal.ts";

/**
 * Books what a drawer that was counted for good has more or less than its float and receipts, and closes it. What is
 * missing is a loss; what is too much stands in suspense until it is known whose it is.
 */
export const cashDifference = defineKind({
  kind: "cash_difference",
  subjectOf: ({ drawerId }) => `cash_drawer:${drawerId}`,
  readOffice: async (tx, { drawerId }) => (await lockDrawer(tx, drawerId)).office_id,
  readBefore: async (tx, { drawerId }) => {
    const drawer = await lockDiffering(tx, drawerId);
    return {
      drawerOf: drawer.teller,
      drawerExpected: formatPesosAscii(drawer.expected),
      drawerCounted: formatPesosAscii(drawer.counted),
      drawerDifference: formatPesosAscii(drawer.counted - drawer.expected),
      drawerBooked: formatPesosAscii(0n),
    };
  },
  after: (_payload, before) => ({ ...before, drawerBooked: before["drawerDifference"] ?? "" }),
  apply: async (tx, { drawerId }, { at, checker, correlationId }) => {
    const { id, office_id: officeId, expected, counted } = await lockDiffering(tx, drawerId);
    const difference = counted - expected;
    const step = difference < 0n ? "short" : "over";
    const amount = difference < 0n ? -difference : difference;
    const entryId = await postJournalEntry(tx, {
      operation: "CASH_DIFFERENCE",
      step,
      reference: `CD-${String(officeId).padStart(4, "0")}-${id}`,
      businessDate: await openDay(tx, manilaDate(at)),
      bookedAt: at,
      actor: checker,
      lines: recipe("CASH_DIFFERENCE", step).lines({ A: amount }, {}),
    });
    await tx
      .updateTable("cash_drawer")
      .set({ state: "closed", difference_entry_id: entryId })
      .where("id", "=", id)
      .execute();
    await audit(tx, {
      at,
      actorKind: "staff",
      actor: checker,
      action: "cash_difference_booked",
      object: `cash_drawer:${id}`,
      correlationId,
      detail: { difference: String(difference) },
    });
  },
});

async function lockDiffering(tx: Tx, drawerId: string) {
  const drawer = await lockDrawer(tx, drawerId);
  const { state, counted_centavos: counted } = drawer;
  if (state !== "differs" || counted === null) throw new Refusal("request_does_not_apply");
  return { ...drawer, counted };
}

async function lockDrawer(tx: Tx, drawerId: string) {
  const drawer = await tx
    .selectFrom("cash_drawer as d")
    .select(["d.id", "d.office_id", "d.teller", "d.state", "d.counted_centavos"])
    .select(
      sql<bigint>`d.float_centavos
        + (select coalesce(sum(case when r.is_withdrawal then -r.amount_centavos else r.amount_centavos end), 0)::bigint from cash_receipt r where r.drawer_id = d.id)`.as(
        "expected",
      ),
    )
    .where("d.id", "=", BigInt(drawerId))
    .forNoKeyUpdate("d")
    .executeTakeFirst();
  if (drawer === undefined) throw new Refusal("not_found");
  return drawer;
}
