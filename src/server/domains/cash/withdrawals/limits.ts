import { sql } from "kysely";
import { manilaDate } from "#common/manila.ts";
import { formatPesos } from "#common/money.ts";
import type { Tx } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";

type LimitName = "teller_at_once" | "teller_daily" | "supervisor_at_once";

async function limitOf(tx: Tx, name: LimitName): Promise<bigint> {
  const { centavos } = await tx
    .selectFrom("cash_limit")
    .select("centavos")
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
  return centavos;
}

/**
 * What a teller pays out without a second person: so much at once, and so much in a day of Manila. The teller's drawer is
 * locked, so that the day is added up once. Refuses cash_over_teller_limit and cash_over_teller_day.
 */
export async function requireWithinTellers(
  tx: Tx,
  { staffId, amount, at }: { staffId: bigint; amount: bigint; at: Date },
): Promise<void> {
  const most = await limitOf(tx, "teller_at_once");
  if (amount > most) {
    throw new Refusal("cash_over_teller_limit", { values: { most: formatPesos(most) } });
  }
  const { paid } = await tx
    .selectFrom("cash_withdrawal")
    .select(sql<bigint>`coalesce(sum(amount_centavos), 0)::bigint`.as("paid"))
    .where("teller_staff_id", "=", staffId)
    .where("state", "=", "paid")
    .where(sql<boolean>`(decided_at at time zone 'Asia/Manila')::date = ${manilaDate(at)}::date`)
    .executeTakeFirstOrThrow();
  const daily = await limitOf(tx, "teller_daily");
  if (paid + amount > daily) {
    const values = { most: formatPesos(daily), paid: formatPesos(paid) };
    throw new Refusal("cash_over_teller_day", { values });
  }
}

/** What is paid out at once with the word of a supervisor. Refuses cash_over_limit. */
export async function requireWithinSupervisors(tx: Tx, amount: bigint): Promise<void> {
  const most = await limitOf(tx, "supervisor_at_once");
  if (amount > most) throw new Refusal("cash_over_limit", { values: { most: formatPesos(most) } });
}
