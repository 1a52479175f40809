import { addDays, manilaDate } from "#common/manila.ts";
import { isBatched } from "#contract/transferKinds.ts";
import { bankEnvironment } from "#scripts/start/childPlans.ts";
import type { Stack } from "#scripts/start/startStack.ts";
import { makeClock } from "#server/platform/base/clock.ts";
import { readConfig } from "#server/platform/config/config.ts";
import { openDb, openPool } from "#server/db/db.ts";
import { makeCardIssuer } from "#server/platform/gateways/cardIssuer/eonIssuer.ts";
import { makeInstapay, STATEMENT_BYTES } from "#server/platform/gateways/rails/instapay.ts";
import { makePesonet } from "#server/platform/gateways/rails/pesonet.ts";
import { readStatement } from "#server/platform/gateways/rails/statement.ts";
import type { SettledEntry } from "#server/platform/gateways/rails/statementEntries.ts";
import { checkInvariants } from "#server/ledger/checkInvariants.ts";
import { systemRandom } from "#server/platform/base/random.ts";
import { auditStorm } from "./auditStorm.ts";
import type { Storm } from "./orders.ts";

type Stormed = { rail: Storm["rail"]; accepted: number; firstDay: string };

/** Prints what is left of a storm since a day. True when nothing is wrong, and nothing is open. */
export async function report(at: Stack, { rail, accepted, firstDay }: Stormed): Promise<boolean> {
  const pool = openPool(at.database.urls().readonlyUrl, 2);
  try {
    const settled = await statement(at, rail, firstDay);
    const { ordered, credited, returned, ...found } = await auditStorm(pool, settled, rail);
    const rows: [string, readonly string[]][] = [
      ["transfers without an end", found.open],
      ["transfers sent or settled twice", found.doubled],
      ["transfers that rail and books see differently", found.unreconciled],
      [
        !isBatched(rail)
          ? "transfers back later than an hour after the order"
          : "transfers back later than two hours after the clearing",
        found.late,
      ],
      ["cards where ledger and issuer differ", await differences(at, pool, rail)],
      ["invariants broken", (await checkInvariants(openDb(pool))).map(({ rule }) => rule)],
    ];
    console.log(`${ordered} transfers: ${credited} credited, ${returned} given back`);
    for (const [what, which] of rows) {
      console.log(`${String(which.length).padStart(6)}  ${what}`);
      for (const one of which.slice(0, 5)) console.log(`        ${one}`);
    }
    return accepted > 0 && ordered === accepted && rows.every(([, which]) => which.length === 0);
  } finally {
    await pool.end();
  }
}

/** What the rail settled on every day that the storm touched. */
async function statement(
  at: Stack,
  rail: Storm["rail"],
  firstDay: string,
): Promise<SettledEntry[]> {
  const bank = readConfig(bankEnvironment(at.options, at.places, at.database));
  // A thousand lines take longer than the storm's short patience.
  const config = { ...bank, RAIL_TIMEOUT_MS: 60_000 };
  const now = makeClock(config.CLOCK_FILE);
  const tools = { now, random: systemRandom };
  const partner = isBatched(rail) ? makePesonet(config, tools) : makeInstapay(config, tools);
  const entries: SettledEntry[] = [];
  for (let day = firstDay; day <= manilaDate(now()); day = addDays(day, 1)) {
    const answer = await partner.statement(day);
    if (answer.kind === "unknown") throw new Error(`no statement of ${day}: ${answer.reason}`);
    const read = readStatement(answer.bytes, STATEMENT_BYTES, {
      day,
      participant: config.RAIL_PARTICIPANT,
    });
    if ("kind" in read) throw new Error(`the statement of ${day} is unreadable: ${read.fault}`);
    entries.push(...read.entries);
  }
  return entries;
}

async function differences(
  at: Stack,
  pool: ReturnType<typeof openPool>,
  rail: Storm["rail"],
): Promise<string[]> {
  const issuer = makeCardIssuer(readConfig(bankEnvironment(at.options, at.places, at.database)));
  const { rows } = await pool.query<{ account_no: string; balance: bigint }>(
    `
    select c.account_no, l.balance_centavos as balance from card c
    join ledger_account l on l.id = c.ledger_account_id
    where exists (select from transfer t where t.card_id = c.id and t.kind = $1)`,
    [rail],
  );
  const found: string[] = [];
  for (const { account_no: accountNo, balance } of rows) {
    const theirs = await issuer.balance(accountNo);
    if (theirs !== balance) found.push(`${accountNo}: ledger ${balance}, issuer ${theirs}`);
  }
  return found;
}
