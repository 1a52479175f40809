import { sql } from "kysely";
import type { App } from "#server/app.ts";
import { transact } from "#server/db/db.ts";
import { readDemoMembers, readNewcomers } from "./demoFiles.ts";
import { openIssuerCards } from "./openIssuerCards.ts";
import { seedLoans } from "./seedLoans.ts";
import { hashDemoPasswords, seedMembers } from "./seedMembers.ts";
import { seedMoney } from "./seedMoney.ts";
import { seedNotices } from "./seedNotices.ts";

/** Two processes that seed at once would both find no members. */
const LOCK = 5_142_003;

export type SeedResult = { members: number; issuerCards: number };

/**
 * Fills an empty database with the demo members, a few who may still join, and their money, then opens their cards at the
 * sandbox issuer. Where members exist it changes nothing here, and only opens cards that the issuer
 * has lost. All or nothing; safe to repeat.
 */
export async function seedDemo(app: App): Promise<SeedResult> {
  const members = (await hasMembers(app)) ? 0 : await fill(app);
  return { members, issuerCards: await openIssuerCards(app) };
}

async function hasMembers(app: App): Promise<boolean> {
  const row = await app.db.selectFrom("member").select("id").limit(1).executeTakeFirst();
  return row !== undefined;
}

async function fill(app: App): Promise<number> {
  const members = [...readDemoMembers(), ...readNewcomers()];
  const hashes = await hashDemoPasswords(app, members);
  return transact(app.db, async (tx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx);
    const row = await tx.selectFrom("member").select("id").limit(1).executeTakeFirst();
    if (row !== undefined) return 0;
    await sql`select mark_demo_data()`.execute(tx);
    const seeded = await seedMembers(tx, app, members, hashes);
    const money = await seedMoney(tx, app, seeded);
    const online = seeded.filter(({ username }) => username !== null);
    await seedLoans(tx, app, online, money);
    await seedNotices(tx, online, app.now());
    return seeded.length;
  });
}
