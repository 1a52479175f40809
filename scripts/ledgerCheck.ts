import { parseArgs } from "node:util";
import { openDb, openPool } from "#server/db/db.ts";
import { checkInvariants } from "#server/ledger/checkInvariants.ts";
import { readArguments } from "./start/readArguments.ts";
import { readOnlyUrl } from "./start/readOnlyUrl.ts";

// Checks the books: prints each breach and exits 1, or one line that says they hold. DATABASE_URL
// names the database (any role that may read); without it, the one that runs under DATA_DIR.

const USAGE = `npm run ledger:check

DATABASE_URL names the database; without it, the one that runs under DATA_DIR (.data). 0: the books hold; 1: they do not.`;
readArguments(USAGE, () => parseArgs());

const url = process.env["DATABASE_URL"] || (await readOnlyUrl(process.env["DATA_DIR"] || ".data"));
if (url === undefined) {
  console.error("No database: set DATABASE_URL, or start the bank first.");
  process.exit(2);
}
const db = openDb(openPool(url, 1));
try {
  const breaches = await checkInvariants(db);
  for (const { rule, account, entryId, detail } of breaches) {
    const where = [account, entryId === undefined ? undefined : `entry ${entryId}`];
    console.log([rule, ...where, detail].filter((part) => part !== undefined).join(" | "));
  }
  if (breaches.length > 0) process.exitCode = 1;
  else console.log(await summary());
} finally {
  await db.destroy();
}

async function summary(): Promise<string> {
  const { entries, postings, accounts } = await db
    .selectNoFrom((query) => [
      query.selectFrom("journal_entry").select(query.fn.countAll<bigint>().as("n")).as("entries"),
      query.selectFrom("posting").select(query.fn.countAll<bigint>().as("n")).as("postings"),
      query.selectFrom("ledger_account").select(query.fn.countAll<bigint>().as("n")).as("accounts"),
    ])
    .executeTakeFirstOrThrow();
  return `The ledger holds: ${entries} entries, ${postings} postings, ${accounts} accounts.`;
}
