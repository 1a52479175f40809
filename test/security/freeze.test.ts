import { io as connect } from "socket.io-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contract/api.ts";
import { freezeAccount } from "#contract/freeze.ts";
import { freezeMember } from "#contract/staff/memberActions.ts";
import { attachSockets, type SocketServer } from "#server/entry/sockets.ts";
import type { Browser } from "#test/support/browser.ts";
import { goodCall } from "#test/support/goodCalls.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import type { TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { approvedCodes, orderSending, type Sending, toBank } from "#test/support/sendActs.ts";

let world: World;
let sockets: SocketServer;
let url: string;
let fraud: TestStaff;
beforeAll(async () => {
  world = await makeWorld();
  url = await world.server.listen({ host: "127.0.0.1", port: 0 });
  sockets = attachSockets(world.app, world.server.server);
  fraud = await world.makeStaff({ role: "fraud_officer", officeId: null });
});
afterAll(async () => {
  await sockets.close();
  await world.close();
});

const ROUNDS = 10;
const AROUND = 4;

async function enter() {
  const member = await world.makeMember({ officeId: 1n, card: { balance: 10_000_00n } });
  return { member, browser: await world.signIn(member) };
}

async function openSocket({ token, cookies }: Browser) {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const socket = connect(url, {
    auth: { token },
    forceNew: true,
    reconnection: false,
    transports: ["websocket"],
    extraHeaders: { cookie },
  });
  await new Promise<void>((done) => socket.once("connect", done));
  return socket;
}

/** Of the lines of the audit, which are written under the member's row, those that stand after the freeze. */
async function acceptedAfter({ guid }: TestMember): Promise<number> {
  const events = await world.app.db
    .selectFrom("audit_event")
    .select(["id", "action"])
    .where((is) => is.or([is("actor", "=", guid), is("object", "=", `member:${guid}`)]))
    .where("action", "in", ["access_frozen", "accept_transfer"])
    .orderBy("id")
    .execute();
  const frozenAt = events.findIndex(({ action }) => action === "access_frozen");
  expect(frozenAt).toBeGreaterThanOrEqual(0);
  return events.slice(frozenAt + 1).length;
}

test("S205 the staff's button amid a member's orders: none is accepted after it, and the socket is closed", async () => {
  const sending: Sending = toBank("instapay", "10.00");
  for (let round = 0; round < ROUNDS; round += 1) {
    const who = await enter();
    const codes = await approvedCodes(world, who, sending, AROUND + 1);
    const [last, ...first] = codes;
    if (last === undefined) throw new Error("no codes");
    const socket = await openSocket(who.browser);
    const closed = new Promise<void>((done) => socket.once("disconnect", () => done()));
    const orders = first.map((code, i) =>
      orderSending(world, who.browser, sending, code, `around-${round}-${i}`),
    );
    const params = { memberGuid: who.member.guid };
    const body = { channel: "hotline" as const, reason: "A call" };
    const press = fraud.call(freezeMember, { params, body });
    // How soon is measured by the storm, on a machine that does nothing else.
    await closed;
    expect(await press).toMatchObject({ status: true });
    await Promise.all(orders);
    const late = await orderSending(world, who.browser, sending, last, `after-${round}-key`);
    expect(late).toMatchObject({ httpStatus: 401 });
    expect(await acceptedAfter(who.member)).toBe(0);
  }
}, 120_000);

test("S205 a stolen session can freeze and nothing else after it: no call of a member or of anybody ends the freeze", async () => {
  const { member, browser } = await enter();
  expect(await world.call(freezeAccount, {}, browser)).toMatchObject({ status: true });
  const sessionCalls = api.filter(({ access }) => access === "member");
  for (const endpoint of sessionCalls) {
    const answer = await world.callRaw(endpoint, goodCall(endpoint, member), browser, {
      idempotencyKey: `stolen-${endpoint.name}`,
    });
    expect([endpoint.name, answer.httpStatus]).toEqual([endpoint.name, 401]);
  }
  for (const endpoint of api.filter(({ access }) => access === "public")) {
    await world.app.db.deleteFrom("throttle").execute();
    await world.callRaw(endpoint, goodCall(endpoint, member), browser);
  }
  const row = await world.app.db
    .selectFrom("member")
    .select(["status", "access_closed_for"])
    .where("id", "=", member.id)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ status: "suspended", access_closed_for: "frozen" });
}, 120_000);
