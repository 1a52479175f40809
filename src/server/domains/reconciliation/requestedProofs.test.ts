import { afterAll, beforeAll, expect, test } from "vitest";
import { askForProof, listAskedProofs, listProofs } from "#contract/staff/reconciliation.ts";
import type { TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { trail } from "#test/support/requestActs.ts";
import { makeRequestedProofs } from "./requestedProofs.ts";

let world: World;
let first: TestStaff;
let second: TestStaff;
beforeAll(async () => {
  world = await makeWorld();
  await world.makeMember({ card: { balance: 100_00n } });
  await world.makeMember({ card: { balance: 250_50n } });
  world.setTime(new Date("2027-02-10T01:00:00Z"));
  first = await world.makeStaff({ role: "supervisor", officeId: null });
  second = await world.makeStaff({ role: "supervisor", officeId: null });
});
afterAll(() => world.close());

const ask = (staff: TestStaff, day: string) => staff.call(askForProof, { body: { day } });

async function waiting() {
  const answer = await second.call(listAskedProofs, {});
  if (!answer.status) throw new Error(answer.message);
  return answer.results;
}

async function proofsOf(day: string) {
  const answer = await first.call(listProofs, { query: { from: day, to: day } });
  if (!answer.status) throw new Error(answer.message);
  return answer.result.rows;
}

test("who wants a proof is answered at once, two who want the same wait for one, and the worker makes it", async () => {
  const day = "2027-02-09";
  const state = "waiting";
  expect(await ask(first, day)).toMatchObject({ result: { day, askedBy: first.username, state } });
  expect(await ask(second, day)).toMatchObject({ result: { askedBy: first.username, state } });
  const [wait, ...none] = await waiting();
  expect([wait, none]).toMatchObject([{ day, askedBy: first.username }, []]);
  expect(await proofsOf(day)).toEqual([]);
  await makeRequestedProofs(world.app);
  expect(await waiting()).toEqual([]);
  const [proof, ...others] = await proofsOf(day);
  expect([proof, others]).toMatchObject([{ madeBy: first.username, isRight: true }, []]);
  expect(await trail(world, `asked_proof:${wait?.id}`)).toEqual([
    `${first.username}: ask_for_proof`,
    `${second.username}: ask_for_proof`,
  ]);
  expect(await trail(world, `proof:${proof?.id}`)).toEqual([`${first.username}: prove_balances`]);
  // Once it is made, the next who asks waits for a new one.
  await ask(second, day);
  await makeRequestedProofs(world.app);
  await makeRequestedProofs(world.app);
  expect((await proofsOf(day)).map(({ madeBy }) => madeBy)).toEqual([
    second.username,
    first.username,
  ]);
});

test("several days that are waited for are proven with one look at the issuer's cards", async () => {
  await ask(first, "2027-02-07");
  await ask(first, "2027-02-08");
  const { issuer } = world.app;
  let questions = 0;
  const balance = (accountNo: string) => {
    questions += 1;
    return issuer.balance(accountNo);
  };
  await makeRequestedProofs({ ...world.app, issuer: { ...issuer, balance } });
  const [proof] = await proofsOf("2027-02-08");
  expect(await proofsOf("2027-02-07")).toHaveLength(1);
  expect(questions).toBe(proof?.lines.find(({ name }) => name === "issuer_balances")?.compared);
});

test("a worker that stops in the middle leaves the wait to the next, and two at once make one proof", async () => {
  const day = "2027-02-06";
  await ask(first, day);
  const ending = new AbortController();
  const { issuer } = world.app;
  const balance = (accountNo: string) => {
    ending.abort();
    return issuer.balance(accountNo);
  };
  const stopping = { ...world.app, issuer: { ...issuer, balance } };
  await expect(makeRequestedProofs(stopping, ending.signal)).rejects.toThrow("aborted");
  expect(await waiting()).toMatchObject([{ day }]);
  await Promise.all([makeRequestedProofs(world.app), makeRequestedProofs(world.app)]);
  expect(await proofsOf(day)).toHaveLength(1);
  expect(await waiting()).toEqual([]);
});

test("two who ask at the same moment wait for one proof; who asks once its look has begun, for a look of their own", async () => {
  const day = "2027-02-05";
  await Promise.all([ask(first, day), ask(second, day)]);
  expect(await waiting()).toHaveLength(1);
  const { issuer } = world.app;
  let asking: Promise<unknown> | undefined;
  const balance = async (accountNo: string) => {
    await (asking ??= ask(second, day));
    return issuer.balance(accountNo);
  };
  await makeRequestedProofs({ ...world.app, issuer: { ...issuer, balance } });
  expect(await proofsOf(day)).toHaveLength(1);
  expect(await waiting()).toMatchObject([{ day, askedBy: second.username, state: "waiting" }]);
  await makeRequestedProofs(world.app);
  expect(await proofsOf(day)).toHaveLength(2);
});

test("a proof that cannot be made is given up and said so for a day, and those beside it are made", async () => {
  const [broken, right] = ["2027-02-03", "2027-02-04"];
  await ask(first, broken);
  await ask(first, right);
  const { instapay } = world.app;
  const statement = (day: string) =>
    day === broken ? Promise.reject(new Error("planted")) : instapay.statement(day);
  await makeRequestedProofs({ ...world.app, instapay: { ...instapay, statement } });
  expect(await proofsOf(right)).toHaveLength(1);
  expect(await proofsOf(broken)).toEqual([]);
  expect(await waiting()).toMatchObject([{ day: broken, state: "given_up" }]);
  // Nobody goes on with it; asked for anew, it is made.
  await makeRequestedProofs(world.app);
  expect(await proofsOf(broken)).toEqual([]);
  await ask(first, broken);
  await makeRequestedProofs(world.app);
  expect(await proofsOf(broken)).toHaveLength(1);
  world.setTime(new Date("2027-02-11T06:00:00Z"));
  first = await world.makeStaff({ role: "supervisor", officeId: null });
  second = await world.makeStaff({ role: "supervisor", officeId: null });
  expect(await waiting()).toEqual([]);
});

test("a month of days waits and no more, and who only reads asks for none", async () => {
  const auditor = await world.makeStaff({ role: "auditor", officeId: null });
  expect(await ask(auditor, "2027-01-01")).toMatchObject({ code: "not_your_role" });
  for (let day = 1; day <= 31; day++) {
    expect(await ask(first, `2027-01-${String(day).padStart(2, "0")}`)).toMatchObject({
      status: true,
    });
  }
  expect(await ask(first, "2027-02-01")).toMatchObject({ code: "too_many_requests" });
  expect(await ask(second, "2027-01-31")).toMatchObject({ status: true });
  await makeRequestedProofs(world.app);
  expect(await ask(first, "2027-02-01")).toMatchObject({ status: true });
  await makeRequestedProofs(world.app);
  expect(await waiting()).toEqual([]);
});

test("no proof is asked for of a day that has not begun", async () => {
  expect(await ask(first, "2027-02-12")).toMatchObject({ code: "settlement_day_ahead" });
  expect(await waiting()).toEqual([]);
});
