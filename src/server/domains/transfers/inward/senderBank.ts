import { type RawBuilder, sql } from "kysely";
import { RAIL_NAMES } from "#contract/transferKinds.ts";
import type { Db, Tx } from "#server/db/db.ts";

/** What the bank is called that sent the transfer of this alias; its BIC where we know no bank by it. */
export function bankNameOf(alias: string): RawBuilder<string> {
  const of = sql.id(alias);
  const bics = sql.join(
    RAIL_NAMES.map((rail) => sql`when ${sql.lit(rail)} then b.${sql.id(`${rail}_bic`)}`),
    sql` `,
  );
  return sql<string>`coalesce((
    select b.bank_name from bank b where case ${of}.rail ${bics} end = ${of}.sender_bank
    order by b.id limit 1), ${of}.sender_bank)`;
}

/** The same of one transfer. */
export async function senderBankName(
  db: Db | Tx,
  { ref_no: refNo }: { ref_no: string },
): Promise<string> {
  const { bank_name: name } = await db
    .selectFrom("inward_credit as i")
    .select(bankNameOf("i").as("bank_name"))
    .where("i.ref_no", "=", refNo)
    .executeTakeFirstOrThrow();
  return name;
}
