import { takeDeposit } from "#server/domains/cash/deposits.ts";
import { openDrawer } from "#server/domains/cash/drawers.ts";
import type { App } from "#server/platform/app.ts";
import { demoStaff } from "./demoCallers.ts";
import { hoursAgo } from "./demoRequests.ts";

/** Two of Baguio who bring cash: one of them is frozen online, which keeps nobody from paying in. */
const DEPOSITS = [
  { membershipNo: "0006202600021048", amount: 2_500_00n, hours: 2 },
  { membershipNo: "0001201600022027", amount: 1_250_50n, hours: 1 },
] as const;

/** The counter of Baguio on a morning: an open drawer and what was paid into it. */
export async function seedCash(app: App): Promise<void> {
  const teller = await demoStaff(app, "teller.demo");
  await openDrawer(hoursAgo(app, 3), teller, [
    { denomination: 100000, pieces: 3 },
    { denomination: 10000, pieces: 15 },
    { denomination: 2000, pieces: 20 },
    { denomination: 100, pieces: 100 },
  ]);
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
}
