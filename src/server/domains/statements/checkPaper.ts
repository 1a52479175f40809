import { createHash } from "node:crypto";
import type { Paper } from "#contract/statements.ts";
import type { App } from "#server/platform/app.ts";

/**
 * What the statement with this code says, for whoever holds the paper; undefined where none has it. Of the code the
 * database knows the hash alone, so that the time of looking tells nothing of how near a guess was.
 */
export async function checkPaper(app: App, code: string): Promise<Paper | undefined> {
  const found = await app.db
    .selectFrom("account_statement_file as f")
    .innerJoin("account_statement as s", "s.id", "f.statement_id")
    .innerJoin("member_account as a", "a.id", "s.account_id")
    .select(["s.month", "s.closing_centavos", "s.made_at", "a.account_number"])
    .where("f.code_hash", "=", paperCodeHash(code))
    .executeTakeFirst();
  if (found === undefined) return undefined;
  return {
    month: found.month.slice(0, 7),
    lastFour: found.account_number.slice(-4),
    closing: found.closing_centavos,
    madeAt: found.made_at.toISOString(),
  };
}

/** What is kept of a code. */
export function paperCodeHash(code: string): Buffer {
  return createHash("sha256").update(`statement paper ${code}`).digest();
}
