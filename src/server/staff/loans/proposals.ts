import type { Centavos } from "#common/money.ts";
import type { Db, Tx } from "#server/db/db.ts";

/** The newest proposal of an application: the only one that counts. */
export function readProposal(db: Db | Tx, applicationId: bigint) {
  return db
    .selectFrom("loan_proposal")
    .select(["id", "version", "principal_centavos", "months", "made_by", "made_at"])
    .where("application_id", "=", applicationId)
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** Usernames of who approved a proposal, the first of them first. */
export async function approversOf(db: Db | Tx, proposalId: bigint): Promise<string[]> {
  const rows = await db
    .selectFrom("loan_approval")
    .select("username")
    .where("proposal_id", "=", proposalId)
    .orderBy("at")
    .orderBy("username")
    .execute();
  return rows.map(({ username }) => username);
}

/** Up to this amount one approver is enough. */
export async function aloneUpTo(db: Db | Tx): Promise<Centavos> {
  const { alone_up_to_centavos: amount } = await db
    .selectFrom("loan_authority")
    .select("alone_up_to_centavos")
    .executeTakeFirstOrThrow();
  return amount;
}
