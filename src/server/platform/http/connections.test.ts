import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { login } from "#contract/auth.ts";
import { sourceMark } from "#server/platform/audit/writeAudit.ts";
import { makeLog } from "#server/platform/base/log.ts";
import { newBrowser } from "#test/support/browser.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

let world: World;
let port: number;
beforeAll(async () => {
  world = await makeWorld();
  port = Number(new URL(await world.server.listen({ host: "127.0.0.1", port: 0 })).port);
});
afterAll(() => world.close());

/** A client that never closes its own side; `said` is all it heard until the server closed. */
function dial(text: string): { socket: Socket; said: Promise<string> } {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  socket.on("error", () => undefined);
  const parts: string[] = [];
  socket.on("data", (bytes) => parts.push(bytes.toString()));
  socket.write(text);
  const said = new Promise<string>((resolve) => {
    socket.on("end", () => resolve(parts.join("")));
    socket.on("close", () => resolve(parts.join("")));
  });
  return { socket, said };
}

/** The server's end of the next connection is gone. */
async function nextConnectionClosed(): Promise<void> {
  const [socket] = (await once(world.server.server, "connection")) as [Socket];
  await once(socket, "close");
}

const GET = "GET /api/config HTTP/1.1\r\nHost: localhost\r\n";
const POST = "POST /api/otp/resend HTTP/1.1\r\nHost: localhost\r\n";
const FORM = "Content-Type: application/x-www-form-urlencoded\r\n";
const smuggled = "GET /api/smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n";

test("R19 who hangs up in the middle of a body leaves no fault behind, and nothing counts as away", async () => {
  const log: string[] = [];
  const before = world.app.log;
  world.app.log = makeLog("test", "info", { write: (line) => log.push(line) });
  const closed = nextConnectionClosed();
  const { socket } = dial(`${POST}${FORM}Content-Length: 100\r\n\r\nmemberGuid=`);
  await once(world.server.server, "request");
  socket.destroy();
  await closed;
  await world.send({ method: "GET", url: "/health/live" });
  world.app.log = before;
  expect(log.join("")).toContain("/health/live");
  expect(log.join("")).not.toContain("a call failed");
});

describe("S011 a request that two readers could cut in two ways is 400, and the connection ends", () => {
  test.each([
    [
      "length and chunks",
      `${POST}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    ],
    [
      "chunks and length",
      `${POST}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n${smuggled}`,
    ],
    ["two lengths", `${POST}Content-Length: 0\r\nContent-Length: 40\r\n\r\n${smuggled}`],
    ["two lengths in one line", `${POST}Content-Length: 0, 40\r\n\r\n${smuggled}`],
    ["a signed length", `${POST}Content-Length: +4\r\n\r\nabcd`],
    ["a negative length", `${POST}Content-Length: -1\r\n\r\n${smuggled}`],
    [
      "chunks that are not the last coding",
      `${POST}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${smuggled}`,
    ],
    [
      "a size that is no number",
      `${POST}Transfer-Encoding: chunked\r\n\r\n0x4\r\nabcd\r\n0\r\n\r\n`,
    ],
    ["a bare line feed", "GET /api/config HTTP/1.1\nHost: localhost\n\n"],
    ["a bare line feed in the headers", `${GET}X-A: 1\nX-B: 2\r\n\r\n`],
    ["a folded header", `${GET}X-A: 1\r\n two\r\n\r\n`],
    ["a space before the colon", `${GET}Content-Length : 4\r\n\r\nabcd`],
    ["NUL in a header", `${GET}X-A: 1\u00002\r\n\r\n`],
    ["no host", "GET /api/config HTTP/1.1\r\n\r\n"],
  ])("%s", async (_, bytes) => {
    const closed = nextConnectionClosed();
    const { said, socket } = dial(bytes);
    await closed;
    const answers = (await said).match(/HTTP\/1\.1 \d{3}/g);
    socket.destroy();
    expect(answers).toEqual(["HTTP/1.1 400"]);
  });
});

describe("S012 a connection that dawdles is closed", () => {
  test("the time allowed is ten seconds for headers, thirty for a whole request", () => {
    expect(world.server.server.headersTimeout).toBeLessThanOrEqual(10_000);
    expect(world.server.server.requestTimeout).toBeLessThanOrEqual(30_000);
    expect(world.server.server.requestTimeout).toBeGreaterThan(0);
  });

  test.each([
    ["headers that never end", GET],
    ["a body that never ends", `${POST}${FORM}Content-Length: 40\r\n\r\nmember`],
  ])("%s", async (_, bytes) => {
    const { server } = world.server;
    const { headersTimeout, requestTimeout } = server;
    Object.assign(server, { headersTimeout: 100, requestTimeout: 200 });
    try {
      const closed = nextConnectionClosed();
      const { said, socket } = dial(bytes);
      await closed;
      expect(await said).toMatch(/^HTTP\/1\.1 408 /);
      socket.destroy();
    } finally {
      Object.assign(server, { headersTimeout, requestTimeout });
    }
  });
});

describe("S010 who a caller is, is what the connection says", () => {
  const claims = {
    "x-forwarded-for": "198.51.100.7, 203.0.113.5",
    "x-real-ip": "198.51.100.8",
    "x-forwarded-host": "evil.example",
    "x-forwarded-proto": "https",
    forwarded: "for=198.51.100.9",
  };

  /** The source that a failed sign-in is counted under, and by a mark of which it is audited. */
  async function sourceOf(TRUSTED_PROXIES: string): Promise<string[]> {
    const behind = await makeWorld({ TRUSTED_PROXIES });
    try {
      const body = { username: "nobody.there", password: "not the password" };
      const answer = await behind.call(login, { body }, newBrowser(), { headers: claims });
      expect(answer).toMatchObject({ httpStatus: 400, code: "login_incorrect" });
      const counted = await behind.app.db
        .selectFrom("throttle")
        .select("key")
        .where("scope", "=", "login_source")
        .execute();
      const audited = await behind.app.db
        .selectFrom("audit_event")
        .select("detail")
        .where("action", "=", "login_failed")
        .execute();
      const marks = audited.map(({ detail }) => String((detail as { source: string }).source));
      const keys = counted.map(({ key }) => key);
      // The audit, which is kept for years, has no address.
      expect(marks).toEqual(keys.map((key) => sourceMark(behind.app, key)));
      return keys;
    } finally {
      await behind.close();
    }
  }

  test.each([
    ["no proxy is trusted", "", "127.0.0.1"],
    ["the peer is not the trusted proxy", "10.0.0.0/8, 192.0.2.1", "127.0.0.1"],
    // What the proxy itself saw is last; what stands before is the client's own claim.
    ["the peer is the trusted proxy", "127.0.0.0/8", "203.0.113.5"],
    ["both hops are trusted", "127.0.0.1,203.0.113.5", "198.51.100.7"],
  ])("%s", async (_, trusted, source) => {
    expect(await sourceOf(trusted)).toEqual([source]);
  });

  test("a proxy does not change which origin is our own", async () => {
    const behind = await makeWorld({ TRUSTED_PROXIES: "127.0.0.1" });
    try {
      const { httpStatus } = await behind.send({
        method: "POST",
        url: "/api/otp/resend",
        headers: { ...claims, origin: "https://evil.example" },
      });
      expect(httpStatus).toBe(400);
    } finally {
      await behind.close();
    }
  });
});
