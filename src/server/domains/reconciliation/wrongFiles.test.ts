import { afterAll, beforeAll, expect, test } from "vitest";
import { runReconciliation } from "#contract/staff/reconciliation.ts";
import { settlementFaults } from "#contract/staff/settlementFaults.ts";
import { drainJobs } from "#test/support/drainJobs.ts";
import type { TestStaff } from "#test/support/makeStaff.ts";
import type { World } from "#test/support/makeWorld.ts";
import * as rails from "#test/support/railWorld.ts";
import { ACCOUNTS } from "#test/support/railWorld.ts";

const DAY = "2026-11-23";
const RAILS = ["instapay", "pesonet"] as const;

let world: World;
let supervisor: TestStaff;

beforeAll(async () => {
  world = await rails.makeRailWorld();
  const member = await world.makeMember({ card: { balance: 10_000_00n } });
  const order = { kind: "instapay", amount: 500_00n, account: ACCOUNTS.credited } as const;
  await rails.orderByRows(world, member, order);
  await drainJobs(world.app);
  world.setTime(new Date("2026-11-24T02:00:00Z"));
  supervisor = await world.makeStaff({ role: "supervisor" });
});

afterAll(() => world.close());

/** The rail sends its statement so. */
function changed(rail: (typeof RAILS)[number], change: (xml: string) => string): () => void {
  const gateway = world.app[rail];
  const real = gateway.statement;
  gateway.statement = async (day) => {
    const answer = await real(day);
    if (answer.kind !== "file") return answer;
    return { kind: "file", bytes: Buffer.from(change(answer.bytes.toString("utf8"))) };
  };
  return () => (gateway.statement = real);
}

const fetchDay = (source: "issuer" | (typeof RAILS)[number]) =>
  supervisor.call(runReconciliation, { body: { source, day: DAY } });

test("S148 a statement whose entries have a booking date alone is matched like any other", async () => {
  const whole = await fetchDay("instapay");
  const undo = changed("instapay", (xml) =>
    xml.replaceAll(
      /<BookgDt><DtTm>[^<]*<\/DtTm><\/BookgDt>/g,
      `<BookgDt><Dt>${DAY}</Dt></BookgDt>`,
    ),
  );
  const ofDates = await fetchDay("instapay");
  undo();
  expect(whole).toMatchObject({ status: true, result: { lines: 1, matched: 1, open: 0 } });
  expect(ofDates).toMatchObject({ status: true, result: { lines: 1, matched: 1, open: 0 } });
});

test.each(RAILS)(
  "S148 why a statement of %s is refused is told to the clerk, in their language",
  async (rail) => {
    const undo = changed(rail, (xml) => xml.replace("<Cd>CLBD</Cd>", "<Cd>CLAV</Cd>"));
    const refused = await fetchDay(rail);
    undo();
    expect(refused).toMatchObject({
      httpStatus: 409,
      code: "settlement_wrong",
      message: expect.stringContaining(settlementFaults.balance_missing.en),
    });
  },
);

test("S148 why the issuer's file is refused is told to the clerk", async () => {
  const { issuer } = world.app;
  const real = issuer.settlementFile;
  issuer.settlementFile = async () => ({ kind: "wrong", fault: "odd_line" });
  const refused = await fetchDay("issuer");
  issuer.settlementFile = real;
  expect(refused).toMatchObject({
    code: "settlement_wrong",
    message: expect.stringContaining(settlementFaults.odd_line.en),
  });
});
