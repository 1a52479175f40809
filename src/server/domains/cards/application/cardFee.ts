import { formatPesos } from "#common/money.ts";
import { manilaDate } from "#common/manila.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { recipe } from "#server/ledger/journalTemplates.ts";
import { postJournalEntry } from "#server/ledger/postJournalEntry.ts";
import { reverseJournalEntry } from "#server/ledger/reverseJournalEntry.ts";
import { Refusal } from "#server/refusal.ts";
import type { CardKind } from "#server/domains/cards/state/releaseDate.ts";

/** A card as it is paid for: its kind, and what became of the plastic that it replaces, if it replaces any. */
export type Priced = { kind: CardKind; replaces: string | null };

/** What a card costs, in centavos. In place of plastic that has expired it costs nothing. */
export async function readCardFee(db: Db | Tx, { kind, replaces }: Priced): Promise<bigint> {
  if (replaces === "expired") return 0n;
  const { fee_centavos, replacement_fee_centavos } = await db
    .selectFrom("card_fee")
    .select(["fee_centavos", "replacement_fee_centavos"])
    .where("kind", "=", kind)
    .executeTakeFirstOrThrow();
  return replaces === null ? fee_centavos : replacement_fee_centavos;
}

/**
 * The account that this fee is taken from: the member's Cash Advance Storage Account when it has enough,
 * else savings (docs/requirements/decisions.md, 5). Undefined where neither does, and where nothing is charged.
 */
export async function findFeeAccount(db: Db | Tx, memberId: bigint, fee: bigint) {
  if (fee === 0n) return undefined;
  const accounts = await db
    .selectFrom("member_account as a")
    .innerJoin("ledger_account as l", "l.id", "a.ledger_account_id")
    .select(["a.id", "a.product", "a.ledger_account_id", "l.available_centavos"])
    .where("a.member_id", "=", memberId)
    .where("a.product", "in", ["storage", "savings"])
    .execute();
  const able = accounts.filter(({ available_centavos: available }) => (available ?? 0n) >= fee);
  return able.find(({ product }) => product === "storage") ?? able[0];
}

/** A fee that was taken: from which account, by which entry. Both null where nothing is charged. */
export type TakenFee = { fee: bigint; accountId: bigint | null; entryId: bigint | null };

/** Takes the fee of a card (findFeeAccount). Refuses card_fee_not_covered when no account has enough. */
export async function takeCardFee(
  tx: Tx,
  charge: Priced & { memberId: bigint; reference: string; actor: string; at: Date },
): Promise<TakenFee> {
  const fee = await readCardFee(tx, charge);
  if (fee === 0n) return { fee, accountId: null, entryId: null };
  const from = await findFeeAccount(tx, charge.memberId, fee);
  const notCovered = new Refusal("card_fee_not_covered", { values: { fee: formatPesos(fee) } });
  if (from === undefined) throw notCovered;
  const { operation, step, lines } = recipe(
    charge.kind === "generic" ? "CARD_FEE" : "UPGRADE_FEE",
    "charge",
  );
  try {
    const entryId = await postJournalEntry(tx, {
      operation,
      step,
      reference: charge.reference,
      businessDate: manilaDate(charge.at),
      bookedAt: charge.at,
      actor: charge.actor,
      lines: lines({ F: fee }, { fee_account: from.ledger_account_id }),
    });
    return { fee, accountId: from.id, entryId };
  } catch (error) {
    // Spent by another transaction since it was looked at.
    if (error instanceof Refusal && error.code === "insufficient_funds") throw notCovered;
    throw error;
  }
}

/** Gives the fee of an application back by the mirror of its entry. Once; nothing where none was taken. */
export async function returnCardFee(
  tx: Tx,
  application: { id: bigint; fee_entry_id: bigint | null; fee_return_entry_id: bigint | null },
  { actor, at }: { actor: string; at: Date },
): Promise<void> {
  const { fee_entry_id: entryId, fee_return_entry_id: returned } = application;
  if (entryId === null || returned !== null) return;
  const returnEntryId = await reverseJournalEntry(tx, {
    entryId,
    businessDate: manilaDate(at),
    bookedAt: at,
    actor,
  });
  await tx
    .updateTable("card_application")
    .set({ fee_return_entry_id: returnEntryId })
    .where("id", "=", application.id)
    .execute();
}
