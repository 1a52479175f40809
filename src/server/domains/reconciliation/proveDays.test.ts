import { afterAll, beforeAll, expect, test } from "vitest";
import { askForProof, listProofs } from "#contract/staff/reconciliation.ts";
import type { TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { proveIssuerBalances } from "./proveIssuerBalances.ts";
import { makeRequestedProofs } from "./requestedProofs.ts";
import { proveDays, reconcileDays } from "./reconcileDays.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
  await world.makeMember({ card: { balance: 100_00n } });
  await world.makeMember({ card: { balance: 250_50n } });
});
afterAll(() => world.close());

async function proofsOf(staff: TestStaff, day: string) {
  const answer = await staff.call(listProofs, { query: { from: day, to: day } });
  if (!answer.status) throw new Error(answer.message);
  return answer.result.rows;
}

test("a file that comes while the issuer's cards are asked about is in the proof", async () => {
  world.setTime(new Date("2027-01-12T01:00:00Z"));
  const supervisor = await world.makeStaff({ role: "supervisor", officeId: null });
  const { issuer } = world.app;
  let coming: Promise<void> | undefined;
  const balance = async (accountNo: string) => {
    await (coming ??= reconcileDays(world.app));
    return issuer.balance(accountNo);
  };
  await proveDays({ ...world.app, issuer: { ...issuer, balance } });
  const [proof, ...none] = await proofsOf(supervisor, "2027-01-11");
  const position = proof?.lines.find(({ name }) => name === "instapay_position");
  expect([position?.theirs, none]).toEqual([0n, []]);
  await proveDays(world.app);
  expect(await proofsOf(supervisor, "2027-01-11")).toHaveLength(1);
});

test("what a person proved while the issuer's cards were asked about stays the newest", async () => {
  world.setTime(new Date("2027-01-14T01:00:00Z"));
  const supervisor = await world.makeStaff({ role: "supervisor", officeId: null });
  await reconcileDays(world.app);
  const { issuer } = world.app;
  const provenBySupervisor = async () => {
    await supervisor.call(askForProof, { body: { day: "2027-01-13" } });
    await makeRequestedProofs(world.app);
  };
  let proving: Promise<void> | undefined;
  const balance = async (accountNo: string) => {
    await (proving ??= provenBySupervisor());
    return issuer.balance(accountNo);
  };
  await proveDays({ ...world.app, issuer: { ...issuer, balance } });
  expect(await proofsOf(supervisor, "2027-01-13")).toMatchObject([{ madeBy: supervisor.username }]);
});

test("cards are read page by page, one lost answer is asked for again, and a worker that ends asks no more", async () => {
  const whole = await proveIssuerBalances(world.app);
  expect(whole.compared).toBeGreaterThan(1);
  expect(await proveIssuerBalances(world.app, { page: 1 })).toEqual(whole);
  const { issuer } = world.app;
  const asked = new Set<string>();
  const losingOnce = async (accountNo: string) => {
    const isFirst = asked.size === 0;
    asked.add(accountNo);
    return isFirst ? undefined : issuer.balance(accountNo);
  };
  const lossy = { ...world.app, issuer: { ...issuer, balance: losingOnce } };
  expect(await proveIssuerBalances(lossy)).toMatchObject({
    ours: whole.ours,
    theirs: whole.theirs,
    compared: whole.compared,
  });
  const ending = new AbortController();
  let calls = 0;
  const balance = (accountNo: string) => {
    calls += 1;
    ending.abort();
    return issuer.balance(accountNo);
  };
  const ended = { ...world.app, issuer: { ...issuer, balance } };
  await expect(proveIssuerBalances(ended, { page: 1, ended: ending.signal })).rejects.toThrow(
    "aborted",
  );
  expect(calls).toBeLessThanOrEqual(2);
});
