import { takeDeposit } from "#server/domains/cash/deposits.ts";
import type { CashMove, Counts } from "#contract/staff/cashMoves.ts";
import { askFloat } from "#server/domains/cash/openAndClose.ts";
import { askMove } from "#server/domains/cash/vault/askMove.ts";
import { decideMove } from "#server/domains/cash/vault/decideMove.ts";
import type { App } from "#server/platform/app.ts";
import { demoStaff } from "./demoCallers.ts";
import { hoursAgo } from "./demoRequests.ts";

/** Two of Baguio who bring cash: one of them is frozen online, which keeps nobody from paying in. */
const DEPOSITS = [
  { membershipNo: "0006202600021048", amount: 2_500_00n, hours: 2 },
  { membershipNo: "0001201600022027", amount: 1_250_50n, hours: 1 },
] as const;

const IN_VAULT: Counts = [
  { denomination: 100000, pieces: 1200 },
  { denomination: 50000, pieces: 400 },
  { denomination: 10000, pieces: 500 },
  { denomination: 2000, pieces: 200 },
  { denomination: 100, pieces: 1000 },
  { denomination: 25, pieces: 400 },
];
const FLOAT: Counts = [
  { denomination: 100000, pieces: 3 },
  { denomination: 10000, pieces: 15 },
  { denomination: 2000, pieces: 20 },
  { denomination: 100, pieces: 100 },
];

/** The counter of Baguio on a morning: the vault counted, an open drawer and what was paid into it. */
export async function seedCash(app: App): Promise<void> {
  const teller = await demoStaff(app, "teller.demo");
  const keeper = await demoStaff(app, "supervisor2.demo");
  const byTwo = async (hours: number, { moveId }: CashMove) => {
    await decideMove(hoursAgo(app, hours), keeper, { moveId, decision: "confirm" });
  };
  const vault = { kind: "count", counts: IN_VAULT, slip: "", key: "demo-first-count" } as const;
  await byTwo(4, await askMove(hoursAgo(app, 4), teller, vault));
  await byTwo(3, await askFloat(hoursAgo(app, 3), teller, FLOAT));
  for (const { membershipNo, amount, hours } of DEPOSITS) {
    const { account_number: accountNumber } = await app.db
      .selectFrom("member_account as a")
      .innerJoin("member as m", "m.id", "a.member_id")
      .select("a.account_number")
      .where("m.membership_no", "=", membershipNo)
      .where("a.product", "=", "savings")
      .executeTakeFirstOrThrow();
    const key = `demo-cash-${membershipNo}`;
    await takeDeposit(hoursAgo(app, hours), teller, { accountNumber, amount, key });
  }
  // What waits for who keeps the vault.
  const counts: Counts = [{ denomination: 100000, pieces: 2 }];
  const drop = { kind: "drop", counts, slip: "", key: "demo-drop" } as const;
  await askMove(hoursAgo(app, 0.5), teller, drop);
}
