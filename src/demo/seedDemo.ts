import { sql } from "kysely";
import type { App } from "#server/platform/app.ts";
import { type Db, transact } from "#server/db/db.ts";
import { readDemoMembers, readDeskMembers, readNewcomers } from "./demoFiles.ts";
import { openIssuerCards } from "./openIssuerCards.ts";
import { seedApplications } from "./seedApplications.ts";
import { seedBranch } from "./seedBranch.ts";
import { seedBooks } from "./seedBooks.ts";
import { seedCash } from "./seedCash.ts";
import { seedCards } from "./seedCards.ts";
import { seedDesk } from "./seedDesk.ts";
import { seedIdentification } from "./seedIdentification.ts";
import { seedLoans } from "./seedLoans.ts";
import { seedMembers } from "./seedMembers.ts";
import { seedMoney } from "./seedMoney.ts";
import { seedNotices } from "./seedNotices.ts";
import { seedPast } from "./seedPast.ts";
import { seedPending } from "./seedPending.ts";
import { seedRequests } from "./seedRequests.ts";
import { seedSafety } from "./seedSafety.ts";
import { seedSchedules } from "./seedSchedules.ts";
import { hashStaffPasswords, seedStaff } from "./seedStaff.ts";

/** Two processes that seed at once would both find no members. */
const LOCK = 5_142_003;

export type SeedResult = { members: number; staff: number; issuerCards: number };

/**
 * Fills an empty database with the demo members, a few who may still join, and their money, then with
 * the demo's staff and what waits at their desk, and opens the cards at the sandbox issuer. Where members exist it changes nothing of
 * them, and only opens cards that the issuer has lost. All or nothing; safe to repeat.
 */
export async function seedDemo(app: App): Promise<SeedResult> {
  const members = (await hasMembers(app)) ? 0 : await fill(app);
  const staff = await fillStaff(app);
  const isNew = members > 0 && staff > 0;
  // Neither of the two waits for what the other writes: the desk's cases and files ask the issuer nothing.
  const [issuerCards] = await Promise.all([openIssuerCards(app), isNew && seedDesk(app)]);
  if (isNew) {
    await Promise.all([seedBranch(app), seedSafety(app), seedPast(app), seedCash(app)]);
    await seedRequests(app);
    await seedPending(app);
    await seedSchedules(app);
    await seedBooks(app);
  }
  return { members, staff, issuerCards };
}

/** Also for demo data that was made before there were staff. Another's members get no demo staff. */
async function fillStaff(app: App): Promise<number> {
  const { holds_demo_data: isDemo } = await app.db
    .selectFrom("installation")
    .select("holds_demo_data")
    .executeTakeFirstOrThrow();
  if (!isDemo || (await hasStaff(app.db))) return 0;
  const everyone = await hashStaffPasswords(app);
  return transact(app.db, async (tx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx);
    if (await hasStaff(tx)) return 0;
    const staff = await seedStaff(tx, app, everyone);
    await seedApplications(tx, app);
    return staff;
  });
}

async function hasStaff(db: Db): Promise<boolean> {
  return (await db.selectFrom("staff").select("id").limit(1).executeTakeFirst()) !== undefined;
}

async function hasMembers(app: App): Promise<boolean> {
  const row = await app.db.selectFrom("member").select("id").limit(1).executeTakeFirst();
  return row !== undefined;
}

async function fill(app: App): Promise<number> {
  const members = [...readDemoMembers(), ...readNewcomers(), ...readDeskMembers()];
  return transact(app.db, async (tx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx);
    const row = await tx.selectFrom("member").select("id").limit(1).executeTakeFirst();
    if (row !== undefined) return 0;
    await sql`select mark_demo_data()`.execute(tx);
    const seeded = await seedMembers(tx, app, members);
    const money = await seedMoney(tx, app, seeded);
    const online = seeded.filter(({ username }) => username !== null);
    await seedLoans(tx, app, online, money);
    await seedIdentification(tx, seeded, app.now());
    await seedCards(tx, online, app.now());
    await seedNotices(tx, online, app.now());
    return seeded.length;
  });
}
