import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { STAFF_QUEUES, type StaffQueue } from "#contract/staff/home.ts";
import type { App } from "#server/platform/app.ts";
import { checkInvariants } from "#server/ledger/checkInvariants.ts";
import { readQueues } from "#server/domains/home/queues.ts";
import { linesQuery } from "#server/domains/payroll/remittances.ts";
import { readLimits } from "#server/domains/transfers/limits/readLimits.ts";
import { type DemoBank, openDemoBank } from "#test/support/demoBank.ts";
import { addDays, manilaDate } from "#common/manila.ts";
import { readBankingDays } from "#server/platform/calendar/bankingDays.ts";
import { runSchedules } from "#server/domains/transfers/schedules/runSchedules.ts";
import { appAt, demoStaff } from "./demoCallers.ts";

let bank: DemoBank;
let app: App;

beforeAll(async () => {
  bank = await openDemoBank();
  app = bank.app;
});

afterAll(() => bank.close());

test("S169 who has not signed up has agreed to nothing", async () => {
  const agreed = await app.db
    .selectFrom("member as m")
    .leftJoin("consent as c", "c.member_id", "m.id")
    .select(["m.username_key", "c.document"])
    .execute();
  const newcomers = agreed.filter(({ username_key: key }) => key === null);
  expect(newcomers.map(({ document }) => document)).toEqual([null, null, null, null]);
  expect(agreed.filter(({ username_key: key, document }) => key !== null && !document)).toEqual([]);
});

test("S169 a PESONet transfer that came back is in its member's history, with its fee", async () => {
  const lines = await app.db
    .selectFrom("card_transaction as t")
    .innerJoin("card as c", "c.id", "t.card_id")
    .innerJoin("member as m", "m.id", "c.member_id")
    .innerJoin("rail_transfer as r", "r.ref_no", "t.transfer_ref_no")
    .select(["t.description", "t.amount_centavos", "r.reason_code"])
    .where("m.username", "=", "daisy.soliman27")
    .where("r.has_returned", "=", true)
    .orderBy("t.transaction_date")
    .orderBy("t.id")
    .execute();
  expect(lines).toEqual([
    { description: "Pesonet Send", amount_centavos: -4_500_00n, reason_code: "AC03" },
    { description: "Pesonet Fee", amount_centavos: -10_00n, reason_code: "AC03" },
    { description: "Pesonet Send Returned", amount_centavos: 4_500_00n, reason_code: "AC03" },
    { description: "Pesonet Fee Returned", amount_centavos: 10_00n, reason_code: "AC03" },
  ]);
});

test("S169 the member was told that it began and that it came back", async () => {
  const { ref_no: refNo } = await app.db
    .selectFrom("transfer as t")
    .innerJoin("member as m", "m.id", "t.member_id")
    .select("t.ref_no")
    .where("m.username", "=", "daisy.soliman27")
    .where("t.kind", "=", "pesonet")
    .where("t.state", "=", "returned")
    .executeTakeFirstOrThrow();
  const told = await app.db
    .selectFrom("notification as n")
    .select("n.kind")
    .where("n.kind", "like", "transfer_out%")
    .where(sql<boolean>`n.params ->> 'refNo' = ${refNo}`)
    .orderBy("n.id")
    .execute();
  expect(told.map(({ kind }) => kind)).toEqual(["transfer_out", "transfer_out_returned"]);
});

test("S169 InstaPay transfers are with banks that have not said yet what becomes of them", async () => {
  const pending = await app.db
    .selectFrom("transfer as t")
    .innerJoin("rail_transfer as r", "r.ref_no", "t.ref_no")
    .innerJoin("member as m", "m.id", "t.member_id")
    .select(["m.username", "t.kind", "t.state", "r.is_held", "r.issuer_leg"])
    .where("t.state", "in", ["accepted", "sent", "unknown"])
    .orderBy("t.accepted_at", "desc")
    .execute();
  const held = { kind: "instapay", state: "unknown", is_held: true, issuer_leg: "taken" };
  expect(pending).toEqual([
    { username: "elena.ocampo28", ...held },
    { username: "amado.laxamana36", ...held },
  ]);
});

test("S169 the two rails have prices of their own", async () => {
  expect(await readLimits(app.db)).toMatchObject({ instapay_fee: 10_00n, pesonet_fee: 5_00n });
});

/** Whose work each queue is. */
const WORKERS: Record<StaffQueue, readonly string[]> = {
  requests_to_decide: ["fraud.demo", "supervisor.demo", "supervisor2.demo", "admin.demo"],
  card_applications: ["card.demo", "supervisor.demo"],
  late_transfers: ["teller.demo", "fraud.demo", "supervisor.demo"],
  overdue_refunds: ["teller.demo", "fraud.demo", "supervisor.demo"],
  transfer_cases: ["teller.demo", "fraud.demo", "supervisor.demo"],
  safety_watch: ["fraud.demo", "supervisor.demo"],
  open_breaks: ["fraud.demo", "supervisor.demo"],
  loan_applications: ["loan.demo", "supervisor.demo"],
  remittance_exceptions: ["loan.demo", "supervisor.demo"],
};

test.each(STAFF_QUEUES)(
  "S169 in the queue %s something waits for those who work there",
  async (name) => {
    for (const username of WORKERS[name]) {
      const queues = await readQueues(app, await demoStaff(app, username));
      const count = queues.find(({ queue }) => queue === name)?.count;
      expect({ username, isWaiting: (count ?? 0) > 0 }).toEqual({ username, isWaiting: true });
    }
  },
);

test("S169 a remittance has rows that are not right, and a loan is past due", async () => {
  const exceptions = await linesQuery(app, {}).execute();
  expect(exceptions.map(({ verdict }) => verdict).toSorted()).toEqual([
    "not_employed",
    "unknown_loan",
  ]);
  const loans = await app.db.selectFrom("loan").select("state").execute();
  expect(loans.filter(({ state }) => state === "past_due")).not.toEqual([]);
});

test("S169 the branch of the demo's teller and card officer has work of its own", async () => {
  const waitingOf = async (username: string, queue: string) => {
    const queues = await readQueues(app, await demoStaff(app, username));
    return queues.find((one) => one.queue === queue)?.count;
  };
  expect(await waitingOf("teller.demo", "transfer_cases")).toBe(1);
  expect(await waitingOf("card.demo", "card_applications")).toBeGreaterThan(0);
});

test("S169 the production has a file that came back as cards, kits that are on their way, and an import waits", async () => {
  const batches = await app.db
    .selectFrom("card_batch as b")
    .leftJoin("card_batch_order as o", "o.batch_id", "b.id")
    .select((eb) => ["b.kind", "b.state", "b.quantity", eb.fn.count("o.line").as("orders")])
    .groupBy("b.id")
    .orderBy("b.id")
    .execute();
  expect(batches).toEqual([
    { kind: "personalized", state: "sent", quantity: 3, orders: 3n },
    { kind: "generic", state: "sent", quantity: 20, orders: 0n },
  ]);
  const imports = await app.db
    .selectFrom("member_import as i")
    .innerJoin("member_import_row as r", "r.import_id", "i.id")
    .select(["i.state", "r.line", "r.problems"])
    .orderBy("r.line")
    .execute();
  expect(imports.map(({ state }) => state)).toEqual(Array(4).fill("checked"));
  // The 30th of February.
  const wrong = imports.filter(({ problems }) => JSON.stringify(problems) !== "[]");
  expect(wrong.map(({ line }) => line)).toEqual([5]);
});

test("S169 what was done at the desks keeps the books right", async () => {
  expect(await checkInvariants(app.db)).toEqual([]);
});

test("S169 of two schedules the active one is sent on its day as it was approved, the paused one stays", async () => {
  const day = addDays(manilaDate(app.now()), 20);
  const days = await readBankingDays(app.db);
  const sendsOn = days.add(day, 0);
  await runSchedules(appAt(app, new Date(`${sendsOn}T08:00:00+08:00`)));
  const rows = await app.db
    .selectFrom("transfer_schedule as s")
    .leftJoin("transfer_schedule_day as d", "d.schedule_id", "s.id")
    .select(["s.state", "s.ended_for", "d.state as day"])
    .orderBy("s.id")
    .execute();
  expect(rows).toEqual([
    { state: "active", ended_for: null, day: "sent" },
    { state: "paused", ended_for: null, day: null },
  ]);
});
