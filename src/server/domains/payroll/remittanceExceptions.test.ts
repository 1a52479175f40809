import { afterAll, beforeAll, expect, test } from "vitest";
import { toDecimal } from "#common/money.ts";
import { checkInvariants } from "#server/ledger/checkInvariants.ts";
import { runLoanDays } from "#server/domains/loans/jobs/runLoanDays.ts";
import type { TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import {
  addEmployed,
  deductionFile,
  posting,
  readFile,
  type RemittedPair,
  rowsOf,
  sendRows,
  sentRows,
  settling,
} from "#test/support/payrollActs.ts";
import { approve, ask, asked, decide } from "#test/support/requestActs.ts";
import { asAdmin } from "#test/support/testDb.ts";
import { postRemittance } from "./postRemittance.ts";

let world: World;
let officer: TestStaff;
let chief: TestStaff;
/** What is due of a loan by the end of its second month. */
const DUE = "8801.55";

beforeAll(async () => {
  world = await makeWorld();
  await goTo("2026-11-05");
});
afterAll(() => world.close());

/** A day at work: sessions end overnight. */
async function goTo(day: string): Promise<void> {
  world.setTime(new Date(`${day}T10:00:00+08:00`));
  officer = await world.makeStaff({ role: "loan_officer" });
  chief = await world.makeStaff({ role: "supervisor" });
}

const owner = (statements: string) =>
  asAdmin(world.database.ownerUrl, (client) => client.query(statements));

/** The accrual of November fails for this loan until it is healed. */
async function breakLoan(loanNo: string): Promise<() => Promise<unknown>> {
  const { id } = await world.app.db
    .selectFrom("loan")
    .select("id")
    .where("loan_no", "=", loanNo)
    .executeTakeFirstOrThrow();
  await owner(`
    create function break_loan() returns trigger language plpgsql as $$
    begin
      raise exception 'broken';
    end $$;
    create trigger break_loan before insert on loan_accrual for each row
      when (new.loan_id = (${id})) execute function break_loan();`);
  return () => owner("drop trigger break_loan on loan_accrual");
}

const paidOf = async (loanNo: string): Promise<bigint[]> => {
  const rows = await world.app.db
    .selectFrom("loan_payment as p")
    .innerJoin("loan as n", "n.id", "p.loan_id")
    .select("p.amount_centavos")
    .where("n.loan_no", "=", loanNo)
    .execute();
  return rows.map(({ amount_centavos: amount }) => amount);
};

test("S131 a row of a loan in trouble waits for a person, and all others are posted", async () => {
  const of = { employer: "PNP", month: "2026-12" };
  const loans = [];
  for (let number = 0; number < 3; number += 1) loans.push(await addEmployed(world, of.employer));
  const [before = "", broken = "", after = ""] = loans.map(({ loanNo }) => loanNo);
  await deductionFile(officer, of);
  const heal = await breakLoan(broken);
  await goTo("2026-12-02");
  await runLoanDays(world.app);

  const counter = { kind: "pay_loan" as const, payload: { loanNo: broken, amount: "100.00" } };
  expect(await decide(chief, await asked(officer, counter))).toMatchObject({
    code: "loan_in_trouble",
    httpStatus: 409,
  });

  const rows: RemittedPair[] = [before, broken, after].map((loanNo) => [loanNo, DUE]);
  const remittanceId = await sentRows(officer, rows, of);
  const file = await readFile(officer, remittanceId);
  expect(file).toMatchObject({ rightRows: 3 });
  await approve(chief, await asked(officer, posting(file)));
  await postRemittance(world.app, BigInt(remittanceId));
  expect(await readFile(officer, remittanceId)).toMatchObject({ state: "posted", posted: 2 });
  expect(await Promise.all([before, broken, after].map(paidOf))).toEqual([
    [8_801_55n],
    [],
    [8_801_55n],
  ]);
  const row = (await rowsOf(officer, file.reference)).find(({ loanNo }) => loanNo === broken);
  if (row === undefined) throw new Error("no row");
  expect(row).toMatchObject({ state: "exception", verdict: "loan_in_trouble" });

  // Not before it is mended; then as any other.
  expect(await decide(chief, await asked(officer, settling(row, "post", broken)))).toMatchObject({
    code: "loan_in_trouble",
  });
  await heal();
  await runLoanDays(world.app);
  await approve(chief, await asked(officer, settling(row, "post", broken)));
  expect(await paidOf(broken)).toEqual([8_801_55n]);
  expect(await checkInvariants(world.app.db)).toEqual([]);
});

test("S131 of ten sends of a file at once one is taken, and of ten files of a month one has the row", async () => {
  const of = { employer: "BFP", month: "2026-12" };
  const { loanNo } = await addEmployed(world, of.employer);
  const same = await Promise.all(
    Array.from({ length: 10 }, () => sendRows(officer, [["LPRO-2026-9999999", "1.00"]], of)),
  );
  expect(same.filter(({ status }) => status === true)).toHaveLength(1);
  const refused = same.filter(({ status }) => status !== true).map(({ code }) => code);
  expect(refused).toEqual(Array.from({ length: 9 }, () => "remittance_doubled"));

  const { total } = await readTotal(await deductionFile(officer, of));
  const ids = await Promise.all(
    Array.from({ length: 10 }, (_none, index) =>
      sentRows(
        officer,
        [
          [loanNo, toDecimal(total)],
          [`LPRO-2026-900000${index}`, "1.00"],
        ],
        of,
      ),
    ),
  );
  const files = await Promise.all(ids.map((id) => readFile(officer, id)));
  expect(files.filter(({ rightRows }) => rightRows === 1)).toHaveLength(1);
  expect(files.filter(({ rightRows }) => rightRows === 0)).toHaveLength(9);
});

const readTotal = async (fileId: string) => {
  const { total_centavos: total } = await world.app.db
    .selectFrom("payroll_file")
    .select("total_centavos")
    .where("id", "=", BigInt(fileId))
    .executeTakeFirstOrThrow();
  return { total };
};

test("S131 an amount beyond any loan is refused at its row, and money beyond any file at its field", async () => {
  const of = { employer: "NBI", month: "2026-11" };
  const most = "999999999999.99";
  const huge = [1, 2, 3].map((number): RemittedPair => [`LPRO-2026-800000${number}`, most]);
  const remittanceId = await sentRows(officer, huge, { ...of, received: most });
  expect(await readFile(officer, remittanceId)).toMatchObject({
    state: "refused",
    rows: 3,
    invalid: 3,
  });
  const one: RemittedPair[] = [["LPRO-2026-8000004", "1.00"]];
  expect(await sendRows(officer, one, { ...of, received: "9".repeat(30) })).toMatchObject({
    code: "invalid_parameters",
    errors: [{ param: "received" }],
  });
});

test("S131 no entry of a loan or a remittance is reversed or made again by hand", async () => {
  await goTo("2026-12-03");
  const accountant = await world.makeStaff({ role: "supervisor", officeId: null });
  const { rows } = await world.app.pool.query<{ id: bigint; operation: string }>(
    "select distinct on (operation) id, operation from journal_entry where operation like 'LOAN_%'",
  );
  expect(rows.map(({ operation }) => operation)).toEqual([
    "LOAN_ACCRUAL",
    "LOAN_PAYMENT",
    "LOAN_RELEASE",
    "LOAN_REMITTANCE",
  ]);
  for (const { id } of rows) {
    const reversal = { kind: "journal_reversal" as const, payload: { entryId: String(id) } };
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await ask(accountant, reversal)).toMatchObject({ code: "journal_of_loan" });
  }
  const line = (code: string, side: "D" | "C") => ({ book: "ASSOC", code, side, amount: "100.00" });
  const lines = [line("1310", "D"), line("1110", "C")];
  const journal = {
    kind: "manual_journal" as const,
    payload: { reference: "ADJ-1", narrative: "The same backwards", lines },
  };
  expect(await ask(accountant, journal)).toMatchObject({
    code: "journal_of_loan_account",
  });
});
