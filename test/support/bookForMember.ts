import { manilaDate } from "#common/manila.ts";
import { transact } from "#server/db/db.ts";
import { postJournalEntry } from "#server/ledger/postJournalEntry.ts";
import type { TestMember } from "./makeMember.ts";
import type { World } from "./makeWorld.ts";

export type BookedLine = [side: "D" | "C", code: string, amount: bigint];

/**
 * Books an entry of the association at a moment, by a recipe's name ('OWN_TOPUP accept'), against accounts of this
 * member where a code is one of theirs. Answers the entry's id.
 */
export async function bookForMember(
  world: World,
  { accountNumbers: { savings = "", me = "" } }: TestMember,
  entry: { at: string; reference: string; named: string; lines: BookedLine[] },
): Promise<bigint> {
  const { reference, named, lines } = entry;
  const [operation = "", step = ""] = named.split(" ");
  const subledgers: Record<string, string> = { "2010": savings, "2030": me, "3010": me };
  const bookedAt = new Date(entry.at);
  return transact(world.app.db, (tx) =>
    postJournalEntry(tx, {
      operation,
      step,
      reference,
      businessDate: manilaDate(bookedAt),
      bookedAt,
      actor: "test",
      lines: lines.map(([side, code, amount]) => ({
        account: { book: "ASSOC", code, subledger: subledgers[code] ?? "" },
        side,
        amount,
      })),
    }),
  );
}
