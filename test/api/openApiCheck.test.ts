import { afterAll, beforeAll, expect, test } from "vitest";
import { getDashboard } from "#contract/members.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { checkAgainstOpenApi } from "#test/support/openApiCheck.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off" });
});
afterAll(() => world.close());

test("S071 every answer is held to the published document: a property too many or too few is found", async () => {
  const member = await world.makeMember({ savings: 1_000_00n });
  const browser = await world.signIn(member);
  // callRaw holds what the server answers to the document itself, and passes it on.
  const { httpStatus, body } = await world.callRaw(
    getDashboard,
    { params: { guid: member.guid } },
    browser,
  );
  const url = `/api/members/${member.guid}/dashboard`;
  const check = (answer: unknown, status = httpStatus) =>
    checkAgainstOpenApi({ method: "GET", url, httpStatus: status, body: answer });
  // The server's own answer: an object with a list of accounts.
  const { result } = body as { result: { accounts: Record<string, unknown>[] } };
  const [account = {}] = result.accounts;
  const withAccount = (changed: object) => ({
    ...body,
    result: { ...result, accounts: [changed] },
  });
  const { accountNumber, ...less } = account;
  expect(accountNumber).toBeDefined();

  expect(() => check(body)).not.toThrow();
  expect(() => check({ ...body, memberId: 7 })).toThrow(/additional properties/);
  expect(() => check(withAccount({ ...account, subledger: "x" }))).toThrow(/additional properties/);
  expect(() => check(withAccount(less))).toThrow(/accountNumber/);
  expect(() => check(withAccount({ ...account, accountNumber: 7 }))).toThrow(/accountNumber/);
  expect(() => check({ status: true })).toThrow(/required property/);
  expect(() => check(body, 418)).toThrow(/is not in the document/);
});
