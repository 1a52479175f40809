import { asOwner } from "#lab/killLoop/prepare.ts";
import { brokenRules } from "./checkBooks.ts";
import { type DrillBank, pause, startDrillBank } from "./drillBank.ts";
import { atMost, type Found, type Goal, none } from "./goal.ts";

const FOUND_WITHIN = 60;
const LOOKS_FOR_MS = 200_000;

/** What nobody may do, done behind the ledger's back, and how it is undone. */
const PLANTS = [
  {
    what: "a balance that is a centavo too high",
    plant: "update ledger_account set balance_centavos = balance_centavos + 1 where id = $1",
    mend: "update ledger_account set balance_centavos = balance_centavos - 1 where id = $1",
  },
  {
    what: "a hold that nothing stands behind",
    plant: "update ledger_account set hold_centavos = hold_centavos + 100 where id = $1",
    mend: "update ledger_account set hold_centavos = hold_centavos - 100 where id = $1",
  },
  {
    what: "a posting that is a centavo too high",
    plant: `update posting set amount_centavos = amount_centavos + 1
      where (ledger_account_id, id) = (select ledger_account_id, id from posting where ledger_account_id = $1 order by id desc limit 1)`,
    mend: `update posting set amount_centavos = amount_centavos - 1
      where (ledger_account_id, id) = (select ledger_account_id, id from posting where ledger_account_id = $1 order by id desc limit 1)`,
  },
];

export const plantedCorruption: Goal = {
  name: "R6",
  title: "the ledger's identity",
  figure: "a corruption is found by the running bank within 60 s, and named",
  how: "a superuser changes rows with all triggers off; the worker's own check has to say so",
  run: async (options) => {
    const bank = await startDrillBank({ name: "R6", say: options.say });
    try {
      const found: Found[] = [none("breaches before", await brokenRules(bank))];
      for (const one of options.isShort ? PLANTS.slice(0, 1) : PLANTS) {
        options.say(one.what);
        found.push(await plantAndWait(bank, one));
      }
      found.push(none("breaches after all was mended", await brokenRules(bank)));
      return found;
    } finally {
      await bank.end();
    }
  },
};

async function plantAndWait(
  bank: DrillBank,
  { what, plant, mend }: (typeof PLANTS)[number],
): Promise<Found> {
  const account = await accountWithPostings(bank);
  // The worst moment: just after a look.
  const last = await lastRun(bank);
  while ((await lastRun(bank)).id === last.id) await pause(200);
  const { id } = await lastRun(bank);
  await behindTheLedger(bank, plant, account);
  const plantedAt = performance.now();
  for (;;) {
    const run = await lastRun(bank);
    const seconds = (performance.now() - plantedAt) / 1000;
    if (run.id !== id && run.breaches > 0) {
      await behindTheLedger(bank, mend, account);
      return atMost(`${what}, found after`, seconds, FOUND_WITHIN, " s");
    }
    if (seconds * 1000 > LOOKS_FOR_MS) return { what, seen: "not found", held: false };
    await pause(200);
  }
}

async function accountWithPostings({ stack }: DrillBank): Promise<string> {
  return asOwner(stack, async (owner) => {
    const { rows } = await owner.query<{ id: string }>(
      `select a.id from ledger_account a where a.kind <> 'control' and a.balance_centavos > 10000
         and exists (select from posting p where p.ledger_account_id = a.id) order by a.id limit 1`,
    );
    return rows[0]?.id ?? "";
  });
}

async function behindTheLedger({ database }: DrillBank, statement: string, account: string) {
  await database.asAdmin(async (admin) => {
    await admin.query("set session_replication_role = replica");
    const { rowCount } = await admin.query(statement, [account]);
    if (rowCount !== 1) throw new Error(`${rowCount} rows were changed: ${statement}`);
  });
}

async function lastRun({ stack }: DrillBank): Promise<{ id: string; breaches: number }> {
  return asOwner(stack, async (owner) => {
    const { rows } = await owner.query<{ id: string; breaches: number }>(
      "select id, jsonb_array_length(breaches) as breaches from invariant_run order by id desc limit 1",
    );
    return rows[0] ?? { id: "", breaches: 0 };
  });
}
