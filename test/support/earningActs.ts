import { sql } from "kysely";
import { addDays } from "#common/manila.ts";
import { transact } from "#server/db/db.ts";
import type { World } from "./makeWorld.ts";
import { asAdmin } from "./testDb.ts";

/** What moves on an account on a day: its number among those of `addEarners`, and centavos, over zero or under. */
export type Move = { account: number; amount: bigint };

type Product = "savings" | "me";

/** Accounts without an owner who signs in: as many as are asked for, empty; answers their numbers in the books. */
export async function addEarners(world: World, product: Product, count: number) {
  const code = product === "me" ? "2030" : "2010";
  await asAdmin(world.database.ownerUrl, (owner) =>
    owner.query(
      `with person as (
         insert into member (guid, membership_no, first_name, last_name, created_at)
           select gen_random_uuid(), lpad((900000000 + n)::text, 16, '0'), 'Earner', 'Earner', now()
           from generate_series(1, ${count}) n
           returning id
       )
       insert into member_account (member_id, product, account_number, ledger_account_id, fixed_ledger_account_id, opened_at)
         select id, '${product}', '8' || lpad(id::text, 11, '0'),
           ledger_open_account('ASSOC', '${code}', 'E' || id, now()),
           case when '${product}' = 'me' then ledger_open_account('ASSOC', '3010', 'E' || id, now()) end, now()
         from person`,
    ),
  );
  return world.app.db
    .selectFrom("member_account")
    .select(["id", "ledger_account_id", "fixed_ledger_account_id"])
    .where("product", "=", product)
    .where("account_number", "like", "8%")
    .orderBy("ledger_account_id")
    .execute();
}

/** Books what moved on a day against cash. Of a contribution each other move is on its fixed part. */
export async function bookMoves(
  world: World,
  accounts: Awaited<ReturnType<typeof addEarners>>,
  { day, moves }: { day: string; moves: readonly Move[] },
): Promise<void> {
  const cash = sql<bigint>`ledger_account_id('ASSOC', '1010', '')`;
  const { rows } = await sql<{ id: bigint }>`select ${cash} as id`.execute(world.app.db);
  const cashId = rows[0]?.id ?? 0n;
  const lines = moves.flatMap(({ account, amount }) => {
    const found = accounts[account];
    if (found === undefined || amount === 0n) return [];
    return [{ id: found.ledger_account_id, amount }];
  });
  await transact(world.app.db, (tx) =>
    sql`select ledger_post_pairs('TEST', 'post', ${day}::date, ${world.app.now()},
      ${lines.map((_, index) => `T${day}-${index}`)}::text[], ${lines.map(() => "test")}::text[],
      ${lines.map(({ id, amount }) => String(amount > 0n ? cashId : id))}::bigint[],
      ${lines.map(({ id, amount }) => String(amount > 0n ? id : cashId))}::bigint[],
      ${lines.map(({ amount }) => String(amount > 0n ? amount : -amount))}::bigint[])`.execute(tx),
  );
}

/** Every day from the first to the last. */
export function daysOf(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

/** Interest is earned from this day on. */
export async function beginOn(world: World, day: string): Promise<void> {
  await world.app.db.insertInto("interest_start").values({ day }).execute();
}

/** As the owner, what no program does. */
export async function asOwner(world: World, statement: string): Promise<void> {
  await asAdmin(world.database.ownerUrl, (owner) => owner.query(statement));
}
