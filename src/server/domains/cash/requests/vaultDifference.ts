import { manilaDate } from "#common/manila.ts";
import { formatPesosAscii } from "#common/money.ts";
import type { Tx } from "#server/db/db.ts";
import { atBranch } from "#server/domains/cash/vault/branchCash.ts";
import { referenceOf } from "#server/domains/cash/vault/decideMove.ts";
import { moveInVault } from "#server/domains/cash/vault/vaultRows.ts";
import { openDay } from "#server/domains/loans/accounts/openDay.ts";
import { defineKind } from "#server/domains/makerChecker/requestRule.ts";
import { recipe } from "#server/ledger/journalTemplates.ts";
import { postJournalEntry } from "#server/ledger/postJournalEntry.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { Refusal } from "#server/refusal.ts";

/**
 * Books what a vault had more or less than it should when two people counted it, whatever moved since. What is missing is a
 * loss; what is too much stands in suspense until it is known whose it is.
 */
export const vaultDifference = defineKind({
  kind: "vault_difference",
  subjectOf: ({ moveId }) => `cash_move:${moveId}`,
  readOffice: async (tx, { moveId }) => (await lockCount(tx, moveId)).office_id,
  readBefore: async (tx, { moveId }) => {
    const {
      asked_by: asker,
      decided_by: other,
      expected,
      counted,
    } = await lockDiffering(tx, moveId);
    return {
      vaultCountedBy: `${asker}, ${other ?? ""}`,
      drawerExpected: formatPesosAscii(expected),
      drawerCounted: formatPesosAscii(counted),
      drawerDifference: formatPesosAscii(counted - expected),
      drawerBooked: formatPesosAscii(0n),
    };
  },
  after: (_payload, before) => ({ ...before, drawerBooked: before["drawerDifference"] ?? "" }),
  apply: async (tx, { moveId }, { at, checker, correlationId }) => {
    const count = await lockDiffering(tx, moveId);
    const difference = count.counted - count.expected;
    const step = difference < 0n ? "short" : "over";
    const amount = difference < 0n ? -difference : difference;
    const lines = recipe("CASH_DIFFERENCE", step).lines({ A: amount }, {});
    await moveInVault(tx, count.office_id, difference);
    const entryId = await postJournalEntry(tx, {
      operation: "CASH_DIFFERENCE",
      step,
      reference: referenceOf(count),
      businessDate: await openDay(tx, manilaDate(at)),
      bookedAt: at,
      actor: checker,
      lines: await atBranch(tx, lines, { officeId: count.office_id, at }),
    });
    await tx
      .updateTable("cash_move")
      .set({ state: "done", journal_entry_id: entryId })
      .where("id", "=", count.id)
      .execute();
    await audit(tx, {
      at,
      actorKind: "staff",
      actor: checker,
      action: "vault_difference_booked",
      object: `cash_move:${moveId}`,
      correlationId,
      detail: { difference: String(difference) },
    });
  },
});

async function lockDiffering(tx: Tx, moveId: string) {
  const count = await lockCount(tx, moveId);
  const { state, expected_centavos: expected, amount_centavos: counted } = count;
  if (state !== "differs" || expected === null) throw new Refusal("request_does_not_apply");
  return { ...count, expected, counted };
}

async function lockCount(tx: Tx, moveId: string) {
  const count = await tx
    .selectFrom("cash_move")
    .selectAll()
    .where("id", "=", BigInt(moveId))
    .where("kind", "=", "count")
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (count === undefined) throw new Refusal("not_found");
  return count;
}
