import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { listAuditEvents } from "#contract/staff/audit.ts";
import { getStaffAccounts } from "#contract/staff/accounts.ts";
import { listCardApplications } from "#contract/staff/cards.ts";
import { listLoanApplications } from "#contract/staff/loans.ts";
import { searchMembers } from "#contract/staff/memberSearch.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

/** Nobody's name but this test's. */
const NAME = "Quxilonde";

test("S163 a name that staff look for, which their call carries in its query, is kept by no log, figure or record", async () => {
  const staff = await world.makeStaff({ role: "every", officeId: null });
  const said: unknown[] = [];
  for (const level of ["debug", "info", "warn", "error"] as const) {
    vi.spyOn(world.app.log, level).mockImplementation((...words: unknown[]) => {
      said.push(words);
    });
  }
  const answers = [
    await staff.call(searchMembers, { query: { name: `${NAME} Santos` } }),
    await staff.call(listAuditEvents, { query: { member: NAME } }),
    await staff.call(getStaffAccounts, { query: { search: NAME } }),
    await staff.call(listCardApplications, { query: { member: NAME } }),
    await staff.call(listLoanApplications, { query: { member: NAME } }),
  ];
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => true));
  // It was heard that calls came.
  expect(said.length).toBeGreaterThanOrEqual(answers.length);
  expect(JSON.stringify(said)).not.toContain(NAME);
  expect(await world.app.metrics.registry.metrics()).not.toContain(NAME);
  const { rows } = await world.app.pool.query("select * from audit_event");
  const trail = JSON.stringify(rows, (_key, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  );
  expect(trail).not.toContain(NAME);
  vi.restoreAllMocks();
});

test("S163 the proxy writes down neither query nor referrer, and the pages send no referrer", () => {
  const proxy = readFileSync("deploy/proxy/bank.conf", "utf8");
  const format = /log_format bank ([^;]+);/.exec(proxy)?.[1] ?? "";
  expect(format).toContain("$uri");
  expect(format).not.toMatch(/\$(?:request(?!_)\b|request_uri|args|query_string|http_referer)/);
  expect(readFileSync("src/server/platform/http/headers.ts", "utf8")).toContain(
    '"referrer-policy": "no-referrer"',
  );
});
