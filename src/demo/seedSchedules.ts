import { sql } from "kysely";
import { addDays, manilaDate } from "#common/manila.ts";
import { type Centavos, toDecimal } from "#common/money.ts";
import type { Rail } from "#contract/transferKinds.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { readLimits } from "#server/domains/transfers/limits/readLimits.ts";
import type { App } from "#server/platform/app.ts";

const USERNAME = "daisy.soliman27";
const DAY_MS = 24 * 60 * 60 * 1000;

type Scheduled = {
  rail: Rail;
  bankCode: string;
  account: string;
  name: string;
  amount: Centavos;
  repeats: "monthly" | "weekly";
  /** Days from now on which it is due first, or again. */
  inDays: number;
  isPaused: boolean;
};

/** One that goes on, and one that its member has paused. */
const SCHEDULED: readonly Scheduled[] = [
  {
    rail: "pesonet",
    bankCode: "BPI",
    account: "1234567890",
    name: "Jose Soliman",
    amount: 3_000_00n,
    repeats: "monthly",
    inDays: 20,
    isPaused: false,
  },
  {
    rail: "instapay",
    bankCode: "GCASH",
    account: "09175550142",
    name: "Tess Soliman",
    amount: 500_00n,
    repeats: "weekly",
    inDays: 3,
    isPaused: true,
  },
];

/** What a member sends on days to come. */
export async function seedSchedules(app: App): Promise<void> {
  await transact(app.db, async (tx) => {
    for (const one of SCHEDULED) await insertOne(tx, app, one);
  });
}

async function insertOne(tx: Tx, app: App, one: Scheduled): Promise<void> {
  const { rail, repeats, amount } = one;
  const limits = await readLimits(tx);
  const fee = limits[`${rail}_fee`];
  const firstOn = addDays(manilaDate(app.now()), one.inDays);
  const { id: bankId } = await tx
    .selectFrom("bank")
    .select("id")
    .where("code", "=", one.bankCode)
    .executeTakeFirstOrThrow();
  const member = await tx
    .selectFrom("member as m")
    .innerJoin("card as c", "c.member_id", "m.id")
    .select(["m.id", "c.account_no"])
    .where("m.username", "=", USERNAME)
    .executeTakeFirstOrThrow();
  const intent = {
    kind: rail,
    destination_bank: String(bankId),
    destination_account_number: one.account,
    destination_account_name: one.name,
    amount: toDecimal(amount),
    repeats,
    first_on: firstOn,
  };
  await tx
    .insertInto("transfer_schedule")
    .values({
      member_id: member.id,
      kind: rail,
      intent: sql`full_intent(${JSON.stringify(intent)}::jsonb, ${member.account_no}, ${amount}, ${fee})`,
      means: "code",
      pin_id: app.random.uuid(),
      amount_centavos: amount,
      most_centavos: amount + fee,
      repeats,
      first_on: firstOn,
      next_on: firstOn,
      ...(one.isPaused && { state: "paused", paused_for: "member" }),
      made_at: new Date(app.now().getTime() - DAY_MS),
    })
    .execute();
}
