import { afterAll, beforeAll, expect, test } from "vitest";
import { checkInvariants } from "#server/ledger/checkInvariants.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import {
  addEmployed,
  posting,
  deductionFile,
  readFile,
  type RemittedPair,
  sentRows,
} from "#test/support/payrollActs.ts";
import { approve, asked } from "#test/support/requestActs.ts";
import { asAdmin } from "#test/support/testDb.ts";
import { postRemittance } from "./postRemittance.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

const owner = (statements: string) =>
  asAdmin(world.database.ownerUrl, (client) => client.query(statements));
const people = async () => ({
  officer: await world.makeStaff({ role: "loan_officer" }),
  chief: await world.makeStaff({ role: "supervisor" }),
});

test("S131 what fails for many loans of a file is no trouble of theirs: the file waits whole and is posted later", async () => {
  const of = { employer: "PNP", month: "2026-12" };
  world.setTime(new Date("2026-11-05T10:00:00+08:00"));
  const rows: RemittedPair[] = [];
  for (let number = 0; number < 3; number += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const { loanNo } = await addEmployed(world, of.employer);
    rows.push([loanNo, "8801.55"]);
  }
  await deductionFile((await people()).officer, of);

  // Sessions end overnight.
  world.setTime(new Date("2026-12-02T10:00:00+08:00"));
  const { officer, chief } = await people();
  const remittanceId = await sentRows(officer, rows, of);
  const file = await readFile(officer, remittanceId);
  expect(file).toMatchObject({ rightRows: 3 });
  await approve(chief, await asked(officer, posting(file)));
  await owner(`
    create function break_loans() returns trigger language plpgsql as $$
    begin
      raise exception 'broken';
    end $$;
    create trigger break_loans before insert on loan_accrual for each row execute function break_loans();`);
  await expect(postRemittance(world.app, BigInt(remittanceId), 2)).rejects.toThrow("more than 2 ");
  expect(await readFile(officer, remittanceId)).toMatchObject({
    state: "posting",
    posted: 0,
    exceptions: 0,
  });

  await owner("drop trigger break_loans on loan_accrual");
  await postRemittance(world.app, BigInt(remittanceId));
  expect(await readFile(officer, remittanceId)).toMatchObject({
    state: "posted",
    posted: 3,
    exceptions: 0,
  });
  expect(await checkInvariants(world.app.db)).toEqual([]);
});
