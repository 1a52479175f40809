import { io as connect } from "socket.io-client";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { api } from "#contract/api.ts";
import { login, verifyOtp } from "#contract/auth.ts";
import { memberNumberField } from "#contract/identity.ts";
import { reportIntruder } from "#contract/freeze.ts";
import { forgotPassword, forgotUsername, setPassword } from "#contract/signUp.ts";
import { attachSockets, type SocketServer } from "#server/entry/sockets.ts";
import { systemRandom } from "#server/platform/base/random.ts";
import { withCheckDigit } from "#common/checkDigit.ts";
import { type Browser, newBrowser } from "#test/support/browser.ts";
import { changedTables, dumpDatabase } from "#test/support/dumpDatabase.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.app.db.deleteFrom("throttle").execute();
});

const nobodys = withCheckDigit("000120190000077");
const NEW_PASSWORD = "a longer walk to Sagada";

test("S034 S203 asking for a recovery or a freeze writes a code, its text and the record, and not a byte besides", async () => {
  const member = await world.makeMember({ savings: 100_00n });
  const browser = await world.signIn(member);
  await world.textsTo(member.mobileNumber ?? "");
  const before = await dumpDatabase(world.database.adminUrl);
  for (const asked of [
    await world.call(forgotPassword, { body: { identifier: member.username } }, newBrowser()),
    await world.call(forgotPassword, { body: { identifier: member.membershipNo } }, newBrowser()),
    await world.call(
      forgotUsername,
      { body: { [memberNumberField]: member.membershipNo } },
      newBrowser(),
    ),
    await world.call(reportIntruder, { body: { identifier: member.membershipNo } }, newBrowser()),
  ]) {
    expect(asked).toMatchObject({ status: true });
  }
  const after = await dumpDatabase(world.database.adminUrl);
  const ofACode = [
    "audit_event",
    "member_activity",
    "otp_challenge",
    "outbox",
    "sealed_call",
    "text_message",
    "throttle",
  ];
  expect(changedTables(before, after).filter((table) => !ofACode.includes(table))).toEqual([]);
  expect(after.get("member")).toBe(before.get("member"));
  // Whoever is signed in stays so, and the old password is still the one.
  const { username, password } = member;
  expect(await world.call(login, { body: { username, password } }, browser)).toMatchObject({
    result: { token: expect.any(String) },
  });
});

test("S033 S203 the very bytes, headers and cookies of an answer are as many for somebody as for nobody", async () => {
  const members = [
    await world.makeMember(),
    await world.makeMember({ mobileNumber: null }),
    await world.makeMember({ status: "suspended" }),
    await world.makeMember({ status: "cancelled" }),
    await world.makeMember({ hasAccount: false }),
  ];
  const numbers = [...members.map(({ membershipNo }) => membershipNo), nobodys];
  const names = [...members.map(({ username }) => username), "nobody.0000077"];
  const seen = async (
    endpoint: typeof forgotPassword | typeof forgotUsername | typeof reportIntruder,
    body: Record<string, string>,
  ) => {
    const browser = newBrowser();
    const answer = await world.callRaw(endpoint, { body }, browser);
    return {
      httpStatus: answer.httpStatus,
      bytes: JSON.stringify(answer.body).length,
      headers: Object.keys(answer.headers).toSorted(),
      length: answer.headers["content-length"],
      cookies: answer.setCookies.map((line) => line.replace(/=[\w-]{43};/, "=…;")),
    };
  };
  const answers = [];
  for (const number of numbers) {
    answers.push(await seen(forgotUsername, { [memberNumberField]: number }));
    answers.push(await seen(forgotPassword, { identifier: number }));
    answers.push(await seen(reportIntruder, { identifier: number }));
  }
  for (const name of names) {
    answers.push(await seen(forgotPassword, { identifier: name }));
    answers.push(await seen(reportIntruder, { identifier: name }));
  }
  expect(answers[0]).toMatchObject({
    httpStatus: 200,
    cookies: [expect.stringMatching(/^stage=/)],
  });
  for (const answer of answers) expect(answer).toEqual(answers[0]);
});

/** Goes from the forgotten password to a new one; the browser that did it. */
async function recover(member: TestMember): Promise<Browser> {
  const browser = newBrowser();
  const asked = await world.call(
    forgotPassword,
    { body: { identifier: member.username } },
    browser,
  );
  if (!asked.status) throw new Error(asked.message);
  const { guid: memberGuid, pinId } = asked.result;
  const pin = await world.codeFor(member);
  await world.call(verifyOtp, { body: { memberGuid, pinId, pin } }, browser);
  const passwords = { new_password: NEW_PASSWORD, confirm_password: NEW_PASSWORD };
  const done = await world.call(setPassword, { body: { memberGuid, ...passwords } }, browser);
  if (!done.status) throw new Error(done.message);
  return browser;
}

test("S036 a new password closes every socket of the member, on every process, and signs nobody in", async () => {
  const twin = await world.makeTwin();
  const servers: SocketServer[] = [
    attachSockets(world.app, world.server.server),
    attachSockets(twin.app, twin.server.server),
  ];
  const listening = { host: "127.0.0.1", port: 0 };
  const urls = [await world.server.listen(listening), await twin.server.listen(listening)];
  const member = await world.makeMember();
  const browser = await world.signIn(member);
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const sockets = urls.map((url) =>
    connect(url, {
      auth: { token: browser.token },
      forceNew: true,
      reconnection: false,
      transports: ["websocket"],
      extraHeaders: { cookie },
    }),
  );
  try {
    await Promise.all(
      sockets.map((socket) => new Promise<void>((done) => socket.once("connect", done))),
    );
    const closed = sockets.map(
      (socket) => new Promise<void>((done) => socket.once("disconnect", () => done())),
    );
    const recovered = await recover(member);
    await Promise.all(closed);
    expect([recovered.token, recovered.cookies.has("sid")]).toEqual([undefined, false]);
    const live = await world.app.db
      .selectFrom("session")
      .select("id")
      .where("member_id", "=", member.id)
      .where("ended_at", "is", null)
      .execute();
    expect(live).toEqual([]);
  } finally {
    for (const socket of sockets) socket.close();
    for (const server of servers) await server.close();
  }
});

test("S040 a guid is 122 random bits that nothing of the member gives away, and opens nothing", async () => {
  const guids = Array.from({ length: 10_000 }, () => systemRandom.uuid());
  expect(new Set(guids).size).toBe(10_000);
  const hexDigits = guids.flatMap((guid) => {
    expect(guid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    // Without the version and the variant.
    return Array.from(guid.replaceAll("-", "")).filter((_, place) => place !== 12 && place !== 16);
  });
  const counts = new Map<string, number>();
  for (const digit of hexDigits) counts.set(digit, (counts.get(digit) ?? 0) + 1);
  const expected = hexDigits.length / 16;
  const chiSquare = [...counts.values()].reduce(
    (sum, n) => sum + (n - expected) ** 2 / expected,
    0,
  );
  // 15 degrees of freedom: beyond this once in a million runs.
  expect(chiSquare).toBeLessThan(56);

  // Members that follow each other have nothing in common.
  const members = [await world.makeMember(), await world.makeMember(), await world.makeMember()];
  expect(new Set(members.map(({ guid }) => guid.slice(0, 8))).size).toBe(3);
  const [member] = members;
  for (const endpoint of api.filter(({ path }) => path.includes("{guid}"))) {
    const url = `/api${endpoint.path.replace("{guid}", member?.guid ?? "").replaceAll(/\{\w+\}/g, "A1")}`;
    const { httpStatus } = await world.send({ method: endpoint.method, url });
    expect([endpoint.name, httpStatus]).toEqual([endpoint.name, 401]);
  }
});
