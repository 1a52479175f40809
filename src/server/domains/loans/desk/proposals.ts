import { sql } from "kysely";
import { foldedPerson } from "#server/domains/makerChecker/samePerson.ts";
import type { Centavos } from "#common/money.ts";
import type { Db, Tx } from "#server/db/db.ts";

/** The newest proposal of an application, the only one that counts; undefined once it was voided. */
export async function readProposal(db: Db | Tx, applicationId: bigint) {
  const newest = await db
    .selectFrom("loan_proposal as o")
    .leftJoin("loan_proposal_voided as v", "v.proposal_id", "o.id")
    .select(["o.id", "o.version", "o.principal_centavos", "o.months", "o.made_by", "o.made_at"])
    .select("v.voided_at")
    .where("o.application_id", "=", applicationId)
    .orderBy("o.version", "desc")
    .limit(1)
    .executeTakeFirst();
  return newest?.voided_at === null ? newest : undefined;
}

/** Approvals of what was proposed count no more, nor can it be approved again: it takes a fresh proposal. */
export async function voidProposal(
  tx: Tx,
  applicationId: bigint,
  by: { username: string; at: Date },
): Promise<void> {
  const proposal = await readProposal(tx, applicationId);
  if (proposal === undefined) return;
  await tx
    .insertInto("loan_proposal_voided")
    .values({ proposal_id: proposal.id, voided_by: by.username, voided_at: by.at })
    .execute();
}

/** Whether this person, under whatever account, approved the newest proposal of an application. */
export async function hasApproved(
  db: Db | Tx,
  applicationNo: string,
  personKey: string,
): Promise<boolean> {
  const found = await db
    .selectFrom("loan_approval as y")
    .innerJoin("loan_proposal as o", "o.id", "y.proposal_id")
    .innerJoin("loan_application as a", "a.id", "o.application_id")
    .select("y.person_key")
    .where("a.application_no", "=", applicationNo)
    .where(sql`staff_person_folded(y.person_key)`, "=", foldedPerson(personKey))
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom("loan_proposal as later")
            .select("later.id")
            .whereRef("later.application_id", "=", "o.application_id")
            .whereRef("later.version", ">", "o.version"),
        ),
      ),
    )
    .executeTakeFirst();
  return found !== undefined;
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
