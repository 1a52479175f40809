import { io as connect, type Socket } from "socket.io-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { logout, verifyOtp } from "#contract/auth.ts";
import { forgotPassword, setPassword, updatePassword } from "#contract/signUp.ts";
import { refusals } from "#contract/refusals.ts";
import { endSessionsOf } from "#server/domains/access/auth/endSessions.ts";
import { sourceMark } from "#server/platform/audit/writeAudit.ts";
import { openOrder } from "#server/domains/cards/orders/openOrder.ts";
import { sweepCardOrders } from "#server/domains/cards/orders/sweepCardOrders.ts";
import { transact } from "#server/db/db.ts";
import { attachSockets, type SocketServer } from "./sockets.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { announceSettings } from "#server/platform/settings/announceSettings.ts";
import { type Browser, newBrowser } from "#test/support/browser.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

let world: World;
let sockets: SocketServer;
/** A second process that only has sockets, behind a proxy. */
let otherSockets: SocketServer;
/** A third one, which waits for nobody. */
let hastySockets: SocketServer;
let hastyUrl: string;
let urls: [string, string];
const opened: Socket[] = [];
const WEBSOCKET = "?EIO=4&transport=websocket";

beforeAll(async () => {
  world = await makeWorld();
  const twin = await world.makeTwin({ TRUSTED_PROXIES: "127.0.0.1" });
  sockets = attachSockets(world.app, world.server.server);
  otherSockets = attachSockets(twin.app, twin.server.server);
  const listening = { host: "127.0.0.1", port: 0 };
  urls = [await world.server.listen(listening), await twin.server.listen(listening)];
  const hasty = await world.makeTwin();
  hastySockets = attachSockets(hasty.app, hasty.server.server, { admittedWithinMs: 100 });
  hastyUrl = await hasty.server.listen(listening);
});
afterAll(async () => {
  for (const socket of opened) socket.close();
  await sockets.close();
  await otherSockets.close();
  await hastySockets.close();
  await world.close();
});

function open(
  browser: Browser,
  {
    process = 0,
    token = browser.token,
    origin,
    forwardedFor,
  }: { process?: 0 | 1; token?: unknown; origin?: string; forwardedFor?: string } = {},
): Socket {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const socket = connect(urls[process], {
    auth: { token },
    forceNew: true,
    reconnection: false,
    transports: ["websocket"],
    extraHeaders: {
      cookie,
      ...(origin !== undefined && { origin }),
      ...(forwardedFor !== undefined && { "x-forwarded-for": forwardedFor }),
    },
  });
  opened.push(socket);
  return socket;
}

/** What a socket tells first. */
function next(socket: Socket, event: string): Promise<unknown> {
  return new Promise((resolve) => {
    if (event === "connect" && socket.connected) resolve(undefined);
    socket.once(event, resolve);
  });
}

/** What the audit keeps of a member's denied reaches, the newest last. */
async function denialsOf(memberGuid: string) {
  const { rows } = await world.app.pool.query(
    `select detail ->> 'reason' as reason, detail ->> 'route' as route, object from audit_event
      where action = 'call_denied' and (actor = $1 or object in
        (select 'session:' || s.id from session s join member m on m.id = s.member_id where m.guid::text = $1))
      order by id`,
    [memberGuid],
  );
  return rows;
}

async function countedDenials(reason: string): Promise<number> {
  const { values } = await world.app.metrics.deniedCalls.get();
  return values.find(({ labels }) => labels.reason === reason)?.value ?? 0;
}

test("R20 no process begins a socket over several requests, of which the next may reach another process", async () => {
  for (const url of urls) {
    const answer = await fetch(`${url}/socket.io/?EIO=4&transport=polling`);
    expect([answer.status, await answer.text()]).toEqual([400, expect.not.stringContaining("sid")]);
  }
});

test("F06 S124 a socket needs token, cookie and our own origin", async () => {
  const member = await world.makeMember();
  const browser = await world.signIn(member);
  const stranger = { ...newBrowser(), token: browser.token };

  expect(await next(open(browser, { token: "" }), "connect_error")).toMatchObject({
    message: "Invalid Token",
  });
  expect(await next(open(stranger), "connect_error")).toMatchObject({ message: "Invalid Token" });
  expect(await next(open(browser, { token: ["x"] }), "connect_error")).toMatchObject({
    message: "Invalid Token",
  });
  const before = await countedDenials("foreign_origin");
  const foreign = open(browser, { origin: "https://evil.example" });
  expect(await next(foreign, "connect_error")).toBeInstanceOf(Error);
  expect(await countedDenials("foreign_origin")).toBe(before + 1);
  await next(open(browser), "connect");
});

test("S036 S042 a change of password closes the sockets of the sessions it ends, of every process", async () => {
  const member = await world.makeMember();
  const browser = await world.signIn(member);
  const tab = await world.signIn(member, { ...newBrowser(), cookies: browser.cookies });
  const [own, here, there] = [open(browser), open(tab), open(tab, { process: 1 })];
  await Promise.all([own, here, there].map((socket) => next(socket, "connect")));
  const closed = Promise.all([here, there].map((socket) => next(socket, "disconnect")));
  const wanted = "a longer walk to Sagada";
  const body = {
    memberGuid: member.guid,
    current_password: member.password,
    new_password: wanted,
    confirm_password: wanted,
  };
  expect(await world.call(updatePassword, { body }, browser)).toMatchObject({ status: true });
  await closed;
  expect(own.connected).toBe(true);

  const lost = newBrowser();
  const asked = await world.call(forgotPassword, { body: { identifier: member.username } }, lost);
  if (!asked.status) throw new Error(asked.message);
  const { guid, pinId } = asked.result;
  const pin = await world.codeFor(member);
  await world.call(verifyOtp, { body: { memberGuid: guid, pinId, pin } }, lost);
  const ended = next(own, "disconnect");
  const chosen = { new_password: "a walk by the sea", confirm_password: "a walk by the sea" };
  const done = await world.call(setPassword, { body: { memberGuid: guid, ...chosen } }, lost);
  expect(done).toMatchObject({ status: true });
  await ended;
});

test("S124 a token in the address is none", async () => {
  const browser = await world.signIn(await world.makeMember());
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const socket = connect(urls[0], {
    query: { token: browser.token },
    forceNew: true,
    reconnection: false,
    transports: ["websocket"],
    extraHeaders: { cookie, authorization: `Bearer ${browser.token}` },
  });
  opened.push(socket);
  expect(await next(socket, "connect_error")).toMatchObject({ message: "Invalid Token" });
});

test("S124 who shows no session is sent away when the time for it is over", async () => {
  const browser = await world.signIn(await world.makeMember());
  const address = `${hastyUrl.replace("http", "ws")}/socket.io/${WEBSOCKET}`;
  const [silent, halfKnown] = [new WebSocket(address), new WebSocket(address)];
  halfKnown.addEventListener("open", () =>
    halfKnown.send(`40${JSON.stringify({ token: browser.token })}`),
  );
  const ends = [silent, halfKnown].map(
    (socket) =>
      new Promise((resolve) =>
        socket.addEventListener("close", () => resolve(socket.readyState === WebSocket.CLOSED)),
      ),
  );
  expect(await Promise.all(ends)).toEqual([true, true]);
});

test("S059 S124 a copied token and a guid of somebody else are noted like denied calls", async () => {
  const [member, other] = [await world.makeMember(), await world.makeMember()];
  const browser = await world.signIn(member);
  const before = await countedDenials("half_a_session");
  const thief = open({ ...newBrowser(), token: browser.token });
  expect(await next(thief, "connect_error")).toMatchObject({ message: "Invalid Token" });
  expect(await countedDenials("half_a_session")).toBe(before + 1);
  expect(await denialsOf(member.guid)).toEqual([
    {
      reason: "half_a_session",
      route: "GET /socket.io",
      object: expect.stringMatching(/^session:/),
    },
  ]);

  const socket = open(browser);
  await next(socket, "connect");
  socket.emit("join", other.guid);
  await next(socket, "disconnect");
  await expect
    .poll(async () => (await denialsOf(member.guid)).at(-1))
    .toEqual({
      reason: "not_found",
      route: "GET /socket.io",
      object: `member:${other.guid}`,
    });
});

test("S010 S059 whom a denied socket came from is what the trusted proxy says, and nobody else", async () => {
  const member = await world.makeMember();
  const browser = await world.signIn(member);
  const thief = { ...newBrowser(), token: browser.token };
  const forwardedFor = "198.51.100.9, 203.0.113.7";
  for (const process of [1, 0] as const) {
    const told = next(open(thief, { process, forwardedFor }), "connect_error");
    expect(await told).toMatchObject({ message: "Invalid Token" });
  }
  const { rows } = await world.app.pool.query<{ source: string }>(
    `select detail ->> 'source' as source from audit_event e
      join session s on e.object = 'session:' || s.id
      where action = 'call_denied' and s.member_id = $1 order by e.id`,
    [member.id],
  );
  expect(rows.map(({ source }) => source)).toEqual(
    ["203.0.113.7", "127.0.0.1"].map((source) => sourceMark(world.app, source)),
  );
});

test("T41 S125 S128 the bell rings for the session's member only, on every process", async () => {
  const [member, other] = [await world.makeMember(), await world.makeMember()];
  const mine = open(await world.signIn(member), { process: 1 });
  const theirs = open(await world.signIn(other));
  await Promise.all([next(mine, "connect"), next(theirs, "connect")]);
  // Signing in on a new device rings a bell of its own, which may come late: ours is the one of `at`.
  world.passSeconds(60);
  const at = world.app.now();
  const heard: { date: string }[] = [];
  theirs.on("notification", (event: { date: string }) => heard.push(event));
  const rang = new Promise((resolve) => {
    mine.on("notification", (event: { date: string }) => {
      if (event.date === at.toISOString()) resolve(event);
    });
  });
  mine.emit("join", member.guid);
  await transact(world.app.db, (tx) =>
    notify(tx, { memberId: member.id, kind: "new_device", params: {}, at }),
  );
  expect(await rang).toEqual({
    id: expect.stringMatching(/^\d+$/),
    message: "You have a new notification",
    date: at.toISOString(),
  });

  const end = next(theirs, "disconnect");
  theirs.emit("join", member.guid);
  await end;
  expect(heard.map(({ date }) => date)).not.toContain(at.toISOString());
});

test("S027 S126 S200 signing in elsewhere, and a freeze, log a device out at once and say so, on another process too", async () => {
  const member = await world.makeMember();
  const socket = open(await world.signIn(member), { process: 1 });
  await next(socket, "connect");
  const [told, closed] = [next(socket, "force-logout"), next(socket, "disconnect")];
  const last = open(await world.signIn(member), { process: 1 });
  expect(await told).toEqual({
    message: "You have been logout because you login on another device.",
    code: "other_device",
  });
  expect(await closed).toBe("io server disconnect");
  await next(last, "connect");
  const frozen = next(last, "force-logout");
  const ended = { memberId: member.id, at: world.app.now(), reason: "frozen" } as const;
  await transact(world.app.db, (tx) => endSessionsOf(tx, ended));
  expect(await frozen).toEqual({ message: refusals.access_frozen.en, code: "access_frozen" });
});

test("S127 one connection asks to be let in a few times only: the rest costs no look at the database", async () => {
  const looks: unknown[] = [];
  const { pool } = world.app;
  const query = pool.query.bind(pool);
  // The pool itself answers; only the questions are written down.
  pool.query = ((...asked: Parameters<typeof query>) => {
    looks.push(asked);
    return query(...asked);
  }) as typeof pool.query;
  try {
    const socket = new WebSocket(`${urls[0].replace("http", "ws")}/socket.io/${WEBSOCKET}`, {
      headers: { cookie: `sid=${"B".repeat(43)}` },
    });
    const closed = new Promise((resolve) => socket.addEventListener("close", resolve));
    socket.addEventListener("open", () => {
      const packet = `40${JSON.stringify({ token: "A".repeat(43) })}`;
      for (let i = 0; i < 100; i++) socket.send(packet);
    });
    // The connection is closed for it: nothing more is asked on its behalf.
    await closed;
    const admissions = looks.filter((asked) => JSON.stringify(asked).includes("check_session"));
    expect(admissions.length).toBeGreaterThan(0);
    expect(admissions.length).toBeLessThanOrEqual(5);
  } finally {
    pool.query = query;
  }
});

test("S062 S126 losing online access closes the sockets of every process and ends the session for each", async () => {
  const member = await world.makeMember();
  const browser = await world.signIn(member);
  const tabs = [open(browser), open(browser, { process: 1 })];
  await Promise.all(tabs.map((socket) => next(socket, "connect")));
  const closed = Promise.all(tabs.map((socket) => next(socket, "disconnect")));
  await world.app.db
    .updateTable("member")
    .set({ status: "suspended", access_closed_for: "staff" })
    .where("id", "=", member.id)
    .execute();
  expect(await closed).toEqual(["io server disconnect", "io server disconnect"]);
  for (const url of urls) {
    const headers = {
      authorization: `Bearer ${browser.token}`,
      cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
    };
    const answer = await fetch(`${url}/api/members/${member.guid}/balances`, { headers });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ message: "Session Expired" });
  }
  expect(await next(open(browser), "connect_error")).toMatchObject({ message: "Session Expired" });
});

test("S126 logging out and running out of time close the socket", async () => {
  const [first, second] = [await world.makeMember(), await world.makeMember()];
  const browser = await world.signIn(first);
  const loggedOut = open(browser, { process: 1 });
  const idle = open(await world.signIn(second));
  await Promise.all([next(loggedOut, "connect"), next(idle, "connect")]);

  const closed = next(loggedOut, "disconnect");
  await world.call(logout, {}, browser);
  expect(await closed).toBe("io server disconnect");
  const expired = next(idle, "disconnect");
  world.passSeconds(400);
  expect(await expired).toBe("io server disconnect");
});

test("S127 a fourth socket, a flood and a large message are not taken", async () => {
  const browser = await world.signIn(await world.makeMember());
  const three = [open(browser), open(browser), open(browser)];
  await Promise.all(three.map((socket) => next(socket, "connect")));
  expect(await next(open(browser), "connect_error")).toBeInstanceOf(Error);

  const [flooding, large] = three;
  if (!flooding || !large) throw new Error("three sockets");
  const flooded = next(flooding, "disconnect");
  // The count is by the second: wherever one ends, more than twenty are left on one side of it.
  for (let i = 0; i < 50; i++) flooding.emit("join", browser.guid);
  await flooded;
  const tooLarge = next(large, "disconnect");
  large.emit("join", "x".repeat(20_000));
  await tooLarge;
  // Who was sent away left nothing behind: there is room for two again, and no more.
  const [second, third] = [open(browser), open(browser)];
  await Promise.all([next(second, "connect"), next(third, "connect")]);
  expect(await next(open(browser), "connect_error")).toMatchObject({
    message: "Too many tries. Please wait a little.",
  });
});

test("a lock that the issuer answers later is heard on the member's open pages and on no other's", async () => {
  const [member, other] = [await world.makeMember(), await world.makeMember()];
  const [mine, theirs] = [open(await world.signIn(member)), open(await world.signIn(other))];
  await Promise.all([next(mine, "connect"), next(theirs, "connect")]);
  const heard: string[] = [];
  theirs.on("settings", () => heard.push("theirs"));
  const told = next(mine, "settings");
  const card = await world.app.db
    .selectFrom("card")
    .select("id")
    .where("member_id", "=", member.id)
    .executeTakeFirstOrThrow();
  await transact(world.app.db, (tx) =>
    openOrder(tx, {
      cardId: card.id,
      kind: "lock",
      actor: { kind: "member", name: member.guid },
      correlationId: "test",
      at: world.app.now(),
    }),
  );
  await sweepCardOrders(world.app);
  await told;
  // What is said to everyone comes after it.
  const toAll = next(theirs, "settings");
  await transact(world.app.db, announceSettings);
  await toAll;
  expect(heard).toEqual(["theirs"]);
});
