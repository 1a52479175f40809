import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays, manilaDate } from "#common/manila.ts";
import type { App } from "#server/platform/app.ts";
import { listExceptions } from "#server/domains/exceptions/exceptions.ts";
import { readBusinessDays } from "#server/domains/ledgerDesk/businessDays.ts";
import { suspenseItems } from "#server/domains/ledgerDesk/suspense.ts";
import { type DemoBank, openDemoBank } from "#test/support/demoBank.ts";
import { demoStaff } from "./demoCallers.ts";

let bank: DemoBank;
let app: App;

beforeAll(async () => {
  bank = await openDemoBank();
  app = bank.app;
});

afterAll(() => bank.close());

test("differences with the rails' files: one explained, one somebody's, one nobody's", async () => {
  const breaks = await app.db
    .selectFrom("reconciliation_break")
    .select(["kind", "state", "owner"])
    .orderBy("day")
    .execute();
  const kind = "missing_with_them";
  expect(breaks).toEqual([
    { kind, state: "resolved", owner: "supervisor.demo" },
    { kind, state: "open", owner: "supervisor.demo" },
    { kind, state: "open", owner: null },
  ]);
});

test("reports that contradict the books: one explained, one somebody's, one nobody's", async () => {
  const { rows } = await listExceptions(app, await demoStaff(app, "supervisor2.demo"), {});
  expect(rows.map(({ reason, owner, resolvedBy }) => ({ reason, owner, resolvedBy }))).toEqual([
    { reason: "refused_after_credit", owner: null, resolvedBy: null },
    { reason: "refused_after_credit", owner: "supervisor2.demo", resolvedBy: null },
    { reason: "refused_after_credit", owner: "supervisor2.demo", resolvedBy: "supervisor2.demo" },
  ]);
});

test("a deposit waits for its owner, and two people have asked and decided about it", async () => {
  expect(await suspenseItems(app.db, app.now())).toMatchObject([
    { code: "2190", reference: "DEPOSIT-NO-NAME", net: -3_200_00n },
  ]);
});

test("the day before yesterday is closed, and yesterday can be", async () => {
  const yesterday = addDays(manilaDate(app.now()), -1);
  const days = await readBusinessDays(app);
  expect(days).toMatchObject({
    closedThrough: addDays(yesterday, -1),
    days: [{ state: "closed", closedBy: "supervisor.demo" }],
  });
  const proofs = await app.db
    .selectFrom("reconciliation_proof")
    .select(["day", "is_right"])
    .execute();
  expect(proofs).toEqual([{ day: yesterday, is_right: true }]);
});
