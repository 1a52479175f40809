import { transact } from "#server/db/db.ts";
import { moveApplication } from "#server/domains/loans/state/moveApplication.ts";
import { releaseLoan } from "#server/domains/loans/accounts/releaseLoan.ts";
import { makeOffer } from "#server/domains/loans/offers/makeOffer.ts";
import type { TestMember } from "./makeMember.ts";
import type { World } from "./makeWorld.ts";

let last = 0;

type Wanted = {
  product?: string;
  amount?: bigint;
  /** Of the application; the next that no other test has, if not said. */
  number?: number;
};
type Borrower = Pick<TestMember, "id">;

/** An application as the member's form files it; a salary loan of 50,000 pesos, if not said. */
export async function addLoanApplication(
  { app }: Pick<World, "app">,
  member: Borrower,
  { product = "SL", amount = 50_000_00n, number = ++last }: Wanted = {},
): Promise<string> {
  const at = app.now();
  const { application_no: applicationNo } = await app.db
    .insertInto("loan_application")
    .values({
      application_no: `LA-2026-${String(9_000_000 + number)}`,
      member_id: member.id,
      product,
      amount_centavos: amount,
      last_name: "Dela Cruz",
      first_name: "Juan",
      contact_no: "09175551234",
      email_address: "juan@example.test",
      employer: "PNP",
      content_hash: app.random.bytes(32),
      filed_at: at,
      changed_at: at,
      correlation_id: "test",
    })
    .returning("application_no")
    .executeTakeFirstOrThrow();
  return applicationNo;
}

/** A loan that went its whole way: filed, approved, accepted and released to the member's savings. */
export async function addLoan(
  world: Pick<World, "app">,
  member: Borrower,
  { months = 12, ...wanted }: Wanted & { months?: number } = {},
): Promise<string> {
  const { app } = world;
  const applicationNo = await addLoanApplication(world, member, wanted);
  const staff = { kind: "staff", name: "test" } as const;
  const move = { applicationNo, actor: staff, reason: "", correlationId: "test", at: app.now() };
  return transact(app.db, async (tx) => {
    for (const to of ["for_verification", "for_approval"] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await moveApplication(tx, { ...move, to });
    }
    await moveApplication(tx, { ...move, actor: { ...staff, name: "other" }, to: "approved" });
    const { offerId } = await makeOffer(tx, app, {
      applicationNo,
      principal: wanted.amount ?? 50_000_00n,
      months,
      by: "test",
      correlationId: "test",
    });
    await tx
      .updateTable("loan_offer")
      .set({ accepted_at: app.now(), accepted_pin_id: app.random.uuid() })
      .where("id", "=", offerId)
      .execute();
    const released = await releaseLoan(tx, app, {
      applicationNo,
      actor: staff,
      correlationId: "test",
    });
    return released.loanNo;
  });
}
