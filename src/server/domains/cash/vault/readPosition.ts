import { drawersQuery, toDrawer } from "./drawers.ts";
import { readBalance } from "#server/ledger/balances.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { CASH_CODE } from "./branchCash.ts";
import { readMoves } from "./readMoves.ts";

const CLOSED_SHOWN = 100;

type Branch = {
  branch: string;
  vault: bigint | null;
  drawers: number;
  inside: bigint;
  total: bigint;
};

/** The cash of the branches that somebody may see: vaults, all drawers with cash in them, the newest that are closed, moves. */
export async function readPosition(app: App, staff: StaffCaller) {
  const offices = staff.offices("cash.view");
  const seen = () =>
    offices === "all"
      ? drawersQuery(app.db)
      : drawersQuery(app.db).where("d.office_id", "in", offices);
  const used = await seen().where("d.state", "<>", "closed").orderBy("d.id", "desc").execute();
  const closed = await seen()
    .where("d.state", "=", "closed")
    .orderBy("d.closed_at", "desc")
    .limit(CLOSED_SHOWN)
    .execute();
  const branches = new Map<string, Branch>();
  for (const { branch_name: branch, inside_centavos: vault } of await vaultsOf(app, offices)) {
    branches.set(branch, { branch, vault, drawers: 0, inside: 0n, total: vault });
  }
  for (const { branch, inside, state, difference } of used.map(toDrawer)) {
    const found = branches.get(branch) ?? {
      branch,
      vault: null,
      drawers: 0,
      inside: 0n,
      total: 0n,
    };
    // What two people have yet to book of it is in the books as it should be.
    const holds = state === "differs" ? inside + (difference ?? 0n) : inside;
    branches.set(branch, {
      ...found,
      drawers: found.drawers + (state === "open" ? 1 : 0),
      inside: found.inside + holds,
      total: found.total + holds,
    });
  }
  return {
    branches: [...branches.values()].toSorted((a, b) => a.branch.localeCompare(b.branch)),
    drawers: [...used, ...closed].map(toDrawer),
    moves: await readMoves(app.db, staff),
    limits: await readLimits(app),
    ofNoBranch: offices === "all" ? await cashOfNoBranch(app) : null,
  };
}

function vaultsOf(app: App, offices: "all" | bigint[]) {
  const vaults = app.db
    .selectFrom("cash_vault as v")
    .innerJoin("office as o", "o.id", "v.office_id")
    .select(["o.branch_name", "v.inside_centavos"]);
  return (offices === "all" ? vaults : vaults.where("v.office_id", "in", offices)).execute();
}

/** What is to be in a drawer and in a vault at most. */
export async function readLimits(app: App) {
  const rows = await app.db.selectFrom("cash_limit").select(["name", "centavos"]).execute();
  const of = (name: string) => rows.find((row) => row.name === name)?.centavos ?? 0n;
  return { drawer: of("in_drawer"), vault: of("in_vault") };
}

async function cashOfNoBranch(app: App): Promise<bigint> {
  const account = await app.db
    .selectFrom("ledger_account")
    .select("id")
    .where("book", "=", "ASSOC")
    .where("code", "=", CASH_CODE)
    .where("subledger", "=", "")
    .executeTakeFirstOrThrow();
  return (await readBalance(app.db, account.id))?.balance ?? 0n;
}
