import type pg from "pg";
import { openDb, openPool } from "#server/db/db.ts";
import type { Config } from "#server/platform/config/config.ts";
import { readConfig } from "#server/platform/config/config.ts";
import { makeCardIssuer } from "#server/platform/gateways/cardIssuer/eonIssuer.ts";
import { checkInvariants } from "#server/ledger/checkInvariants.ts";
import { bankEnvironment } from "#scripts/start/childPlans.ts";
import type { Stack } from "#scripts/start/startStack.ts";
import { asOwner } from "./prepare.ts";
import type { Promises } from "./writers.ts";

/** The end of the loop in figures; all but the first must be nothing. */
export type Audit = {
  acknowledged: number;
  /** Acknowledged to a member and not in the books. */
  lost: string[];
  /** In the books and not what was acknowledged, or acknowledged twice. */
  doubled: string[];
  /** Neither credited nor returned. */
  unfinished: number;
  returned: number;
  /** Cards whose balance at the issuer is not the ledger's. */
  differences: string[];
  breaches: string[];
};

/** Compares what members were told with the books, and the books with the issuer's. */
export async function audit(stack: Stack, promises: Promises): Promise<Audit> {
  return asOwner(stack, async (client) => {
    const { rows } = await client.query<{ ref_no: string; state: string; entries: string }>(
      `select t.ref_no, t.state,
         (select count(*) from journal_entry e
          where e.reference = t.ref_no and e.operation = 'OWN_TOPUP' and e.step = 'accept') as entries
       from transfer t where t.correlation_id not like 'demo%'`,
    );
    const told = new Set(promises.refNos.values());
    const found = new Map(rows.map((row) => [row.ref_no, row]));
    return {
      acknowledged: promises.refNos.size,
      lost: [...told].filter((refNo) => found.get(refNo)?.entries === "0" || !found.has(refNo)),
      doubled: [
        ...promises.contradictions,
        ...rows
          .filter((row) => !told.has(row.ref_no) || row.entries !== "1")
          .map((row) => `${row.ref_no} has ${row.entries} entries`),
      ],
      unfinished: rows.filter(({ state }) => !["credited", "returned"].includes(state)).length,
      returned: rows.filter(({ state }) => state === "returned").length,
      differences: await differences(client, configOf(stack)),
      breaches: await breaches(stack),
    };
  });
}

/** Whether work is still promised or under way. */
export async function isBusy(stack: Stack): Promise<boolean> {
  return asOwner(stack, async (client) => {
    const { rows } = await client.query<{ open: string }>(
      `select (select count(*) from transfer
          where state not in ('credited', 'returned') and correlation_id not like 'demo%')
        + (select count(*) from outbox) as open`,
    );
    return rows[0]?.open !== "0";
  });
}

async function differences(client: pg.Client, config: Config): Promise<string[]> {
  const issuer = makeCardIssuer(config);
  const { rows } = await client.query<{ account_no: string; balance: string }>(
    `select c.account_no, l.balance_centavos as balance
     from card c join ledger_account l on l.id = c.ledger_account_id where c.account_no is not null`,
  );
  const found: string[] = [];
  for (const { account_no, balance } of rows) {
    const theirs = await issuer.balance(account_no);
    if (theirs !== BigInt(balance)) {
      found.push(`${account_no}: ledger ${balance}, issuer ${theirs}`);
    }
  }
  return rows.length > 0 ? found : ["no card was compared"];
}

async function breaches(stack: Stack): Promise<string[]> {
  const pool = openPool(stack.database.urls().readonlyUrl, 1);
  const found = await checkInvariants(openDb(pool));
  await pool.end();
  return found.map(({ rule, account, detail }) => `${rule} ${account ?? ""} ${detail}`);
}

function configOf(stack: Stack): Config {
  return readConfig(bankEnvironment(stack.options, stack.places, stack.database));
}
