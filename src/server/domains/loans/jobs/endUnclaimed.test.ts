import { afterAll, beforeAll, expect, test } from "vitest";
import { lockApplication, moveApplication } from "#server/domains/loans/state/moveApplication.ts";
import { transact } from "#server/db/db.ts";
import { addLoanApplication } from "#test/support/addLoan.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { asAdmin } from "#test/support/testDb.ts";
import { endUnclaimed } from "./endUnclaimed.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

const owner = (statements: string) =>
  asAdmin(world.database.ownerUrl, (client) => client.query(statements));

/** An application whose member was asked for documents. */
async function waiting(): Promise<{ applicationNo: string; id: bigint }> {
  const applicationNo = await addLoanApplication(world, await world.makeMember());
  const move = {
    applicationNo,
    actor: { kind: "staff", name: "test" } as const,
    reason: "Payslip",
    correlationId: "test",
    at: world.app.now(),
  };
  return transact(world.app.db, async (tx) => {
    await moveApplication(tx, { ...move, to: "for_verification" });
    await moveApplication(tx, { ...move, to: "for_documents" });
    return { applicationNo, id: (await lockApplication(tx, applicationNo)).id };
  });
}

async function stateOf({ id }: { id: bigint }): Promise<string> {
  const { state } = await world.app.db
    .selectFrom("loan_application")
    .select("state")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return state;
}

test("an application that cannot be ended stops no other, and is ended when it can", async () => {
  const [before, broken, after] = [await waiting(), await waiting(), await waiting()];
  await owner(`
    create function break_end() returns trigger language plpgsql as $$
    begin
      raise exception 'broken';
    end $$;
    create trigger break_end before insert on loan_application_event for each row
      when (new.application_id = ${broken.id}) execute function break_end();`);
  world.passSeconds(31 * 24 * 3600);
  await endUnclaimed(world.app);
  expect(await Promise.all([before, broken, after].map(stateOf))).toEqual([
    "cancelled",
    "for_documents",
    "cancelled",
  ]);
  await owner("drop trigger break_end on loan_application_event");
  await endUnclaimed(world.app);
  expect(await stateOf(broken)).toBe("cancelled");
});
