import { sql } from "kysely";
import { manilaDate } from "#common/manila.ts";
import { formatPesosAscii } from "#common/money.ts";
import type { Tx } from "#server/db/db.ts";
import { openDay } from "#server/domains/loans/accounts/openDay.ts";
import { atBranch } from "#server/domains/cash/vault/branchCash.ts";
import { moveInVault } from "#server/domains/cash/vault/vaultRows.ts";
import { type Approval, defineKind } from "#server/domains/makerChecker/requestRule.ts";
import { recipe } from "#server/ledger/journalTemplates.ts";
import { postJournalEntry } from "#server/ledger/postJournalEntry.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { Refusal } from "#server/refusal.ts";

/**
 * Books what a drawer that was counted for good has more or less than it should, takes what is in it into the vault, and
 * closes it. What is missing is a loss; what is too much stands in suspense until it is known whose it is.
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
  apply: async (tx, { drawerId }, { at, checker, by, correlationId }) => {
    const { id, office_id: officeId, expected, counted } = await lockDiffering(tx, drawerId);
    const difference = counted - expected;
    const step = difference < 0n ? "short" : "over";
    const amount = difference < 0n ? -difference : difference;
    const lines = recipe("CASH_DIFFERENCE", step).lines({ A: amount }, {});
    // The vault before the books, as in every move.
    await moveInVault(tx, officeId, counted);
    const entryId = await postJournalEntry(tx, {
      operation: "CASH_DIFFERENCE",
      step,
      reference: `CD-${String(officeId).padStart(4, "0")}-${id}`,
      businessDate: await openDay(tx, manilaDate(at)),
      bookedAt: at,
      actor: checker,
      lines: await atBranch(tx, lines, { officeId, at }),
    });
    await tx
      .updateTable("cash_drawer")
      .set({ state: "closed", difference_entry_id: entryId })
      .where("id", "=", id)
      .execute();
    await takeReturn(tx, { drawerId: id, at, checker, by });
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

/** Who agrees takes what is left into the vault: another than the teller who counted it. Refuses cash_move_own. */
async function takeReturn(
  tx: Tx,
  { drawerId, at, checker, by }: Pick<Approval, "at" | "checker" | "by"> & { drawerId: bigint },
): Promise<void> {
  const move = await tx
    .selectFrom("cash_move as v")
    .innerJoin("staff as s", "s.id", "v.asked_by_staff_id")
    .select(["v.id", "s.person_key"])
    .where("v.drawer_id", "=", drawerId)
    .where("v.kind", "=", "return")
    .where("v.state", "=", "differs")
    .executeTakeFirstOrThrow();
  if (move.person_key === by.personKey) throw new Refusal("cash_move_own");
  await tx
    .updateTable("cash_move")
    .set({
      state: "done",
      decided_by_staff_id: by.staffId,
      decided_by: checker,
      decided_at: at,
    })
    .where("id", "=", move.id)
    .execute();
}

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
        + (select coalesce(sum(case v.kind when 'fill' then v.amount_centavos else -v.amount_centavos end), 0)::bigint
          from cash_move v where v.drawer_id = d.id and v.state = 'done' and v.kind in ('fill', 'drop'))
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
