import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { login, logout, verifyOtp } from "#contract/auth.ts";
import { getBalances } from "#contract/members.ts";
import { attachSockets } from "#server/entry/sockets.ts";
import { POLICY_REPORTS } from "#server/platform/http/policyReports.ts";
import { newBrowser } from "#test/support/browser.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { OVER_HTTPS, PRODUCTION_ORIGIN, productionServer } from "#test/support/productionServer.ts";

let world: World;
let production: ReturnType<typeof productionServer>;
beforeAll(async () => {
  world = await makeWorld();
  production = productionServer(world);
});
afterAll(async () => {
  await production.server.close();
  await world.close();
});

const ROUTE_CLASSES: InjectOptions[] = [
  { url: "/api/config" },
  { url: "/api/openapi.json" },
  { url: "/api/nothing" },
  { url: "/api/members/%" },
  { url: "/api/logout", method: "POST" },
  { url: "/api/v2/login", method: "POST", payload: "x" },
  { url: "/api/issuer/events", method: "POST", payload: "{}" },
  { url: POLICY_REPORTS, method: "POST", payload: "{}" },
  { url: "/" },
  { url: "/login" },
  { url: "/assets/none.js" },
];
const HSTS = "max-age=31536000; includeSubDomains";

describe("S001 production speaks over TLS or not at all", () => {
  test.each([
    ["nobody says it was encrypted", {}, "127.0.0.1"],
    ["the proxy says that it was not", { "x-forwarded-proto": "http" }, "127.0.0.1"],
    [
      "only what came before the proxy says so",
      { "x-forwarded-proto": "https, http" },
      "127.0.0.1",
    ],
    ["somebody who is no proxy of ours says so", { "x-forwarded-proto": "https" }, "203.0.113.5"],
    ["another header says so", { forwarded: "proto=https", "x-scheme": "https" }, "127.0.0.1"],
  ])("400 and no redirect when %s", async (_, headers, remoteAddress) => {
    for (const request of ROUTE_CLASSES) {
      const answer = await production.server.inject({
        ...request,
        headers: { "content-type": "application/json", ...headers },
        remoteAddress,
      });
      expect([request.url, answer.statusCode]).toEqual([request.url, 400]);
      expect(answer.headers).not.toHaveProperty("location");
      expect(answer.headers).not.toHaveProperty("set-cookie");
      expect(answer.headers["strict-transport-security"]).toBe(HSTS);
    }
  });

  test.each(["127.0.0.1", "::ffff:127.0.0.1"])(
    "what the proxy at %s says came encrypted is answered, and browsers are told to stay",
    async (remoteAddress) => {
      for (const request of ROUTE_CLASSES) {
        const { headers } = await production.server.inject({
          ...request,
          headers: { ...OVER_HTTPS, "content-type": "application/json" },
          remoteAddress,
        });
        expect([request.url, headers]).toMatchObject([
          request.url,
          { "strict-transport-security": HSTS },
        ]);
      }
      const config = { url: "/api/config", headers: OVER_HTTPS, remoteAddress };
      expect((await production.server.inject(config)).statusCode).toBe(200);
    },
  );

  test("a watcher on the inside may ask how the process is, and hears no more than that", async () => {
    const { statusCode, body } = await production.server.inject({ url: "/health/live" });
    expect([statusCode, JSON.parse(body)]).toEqual([200, { status: true, message: "live" }]);
  });

  test("the socket is not opened over plain http", async () => {
    const behind = productionServer(world);
    const { app } = world;
    const config = { ...app.config, NODE_ENV: "production" as const, TRUSTED_PROXIES: "127.0.0.1" };
    const sockets = attachSockets({ ...app, config }, behind.server.server);
    try {
      const url = await behind.server.listen({ host: "127.0.0.1", port: 0 });
      const address = `${url}/socket.io/?EIO=4&transport=websocket`;
      const refused = await fetch(address);
      expect(refused.ok).toBe(false);
      expect(refused.headers.get("strict-transport-security")).toBe(HSTS);
      const open = (headers: Record<string, string>) =>
        new Promise((resolve) => {
          const socket = new WebSocket(address.replace("http", "ws"), { headers });
          for (const type of ["open", "error"]) {
            socket.addEventListener(type, () => {
              resolve(type);
              socket.close();
            });
          }
        });
      expect(await open({})).toBe("error");
      expect(await open({ "x-forwarded-proto": "https" })).toBe("open");
    } finally {
      await sockets.close();
      await behind.server.close();
    }
  });
});

describe("S002 the content security policy", () => {
  test("allows our own scripts and nothing that an attacker brings", async () => {
    const { headers } = await world.send({ method: "GET", url: "/login" });
    const policy = new Map(
      String(headers["content-security-policy"])
        .split("; ")
        .map((part) => {
          const [name = "", ...values] = part.split(" ");
          return [name, values.join(" ")];
        }),
    );
    expect(Object.fromEntries(policy)).toMatchObject({
      "default-src": "'self'",
      "script-src": expect.stringMatching(/^'self'(?: 'sha256-[\w+/=]+')*$/),
      "style-src": expect.stringMatching(/^'self'(?: 'sha256-[\w+/=]+')*$/),
      "connect-src": "'self'",
      "object-src": "'none'",
      "base-uri": "'none'",
      "frame-ancestors": "'none'",
      "form-action": "'self'",
      "require-trusted-types-for": "'script'",
      "report-uri": POLICY_REPORTS,
    });
    expect([...policy.values()].join(" ")).not.toMatch(/unsafe|\*|https?:|blob:|wasm/);
  });

  const violations = async () =>
    (await world.app.metrics.policyViolations.get()).values[0]?.value ?? 0;
  const report = (body: string, headers = {}) =>
    world.send({
      method: "POST",
      url: POLICY_REPORTS,
      headers: { "content-type": "application/csp-report", origin: "null", ...headers },
      body,
    });

  test("a browser's report is counted, whatever origin it names, and answered with nothing", async () => {
    const before = await violations();
    const told = {
      "effective-directive": "script-src-elem",
      "blocked-uri": "https://evil.example",
    };
    expect(await report(JSON.stringify({ "csp-report": told }))).toMatchObject({ httpStatus: 204 });
    expect(await violations()).toBe(before + 1);
  });

  test("what is no report counts nothing, and nobody can send them without end", async () => {
    const before = await violations();
    expect((await report("{")).httpStatus).toBe(400);
    expect((await report('{"csp-report":[]}')).httpStatus).toBe(204);
    expect((await report(`{"a":"${"x".repeat(20_000)}"}`)).httpStatus).toBe(413);
    expect(await violations()).toBe(before);
    await world.app.db
      .updateTable("throttle")
      .set({ count: 300 })
      .where("scope", "=", "call:cspReport")
      .execute();
    expect((await report("{}")).httpStatus).toBe(429);
  });
});

test("S005 S061 every cookie of a production sign-in is __Host-, Secure, HttpOnly, strict and small; what came before is replaced", async () => {
  const { username, password, ...member } = await world.makeMember();
  const browser = newBrowser();
  for (const name of ["__Host-stage", "__Host-sid"]) browser.cookies.set(name, "p".repeat(43));
  const options = { headers: OVER_HTTPS };
  const lines: string[] = [];
  const body = { username, password };
  const asked = await production.callRaw(login, { body }, browser, options);
  lines.push(...asked.setCookies);
  const stage = browser.cookies.get("__Host-stage");
  // The answer of a sign-in that waits for its code.
  const { pinId, guid } = asked.body["result"] as { pinId: string; guid: string };
  const pin = await world.codeFor({ ...member, username, password });
  const code = { memberGuid: guid, pinId, pin };
  const entered = await production.callRaw(verifyOtp, { body: code }, browser, options);
  lines.push(...entered.setCookies);
  const { token } = entered.body["result"] as { token: string };
  const session = { ...browser, token, cookies: new Map(browser.cookies) };
  const params = { guid };
  const read = await production.callRaw(getBalances, { params }, session, options);
  expect(read.httpStatus).toBe(200);
  lines.push(...(await production.callRaw(logout, {}, session, options)).setCookies);

  expect(lines.length).toBeGreaterThanOrEqual(5);
  for (const line of lines) {
    expect(line).toMatch(
      /^__Host-(?:sid|stage|dev-[\w-]{11})=[\w-]*(?:; Max-Age=\d+)?; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    expect(line.length).toBeLessThanOrEqual(4096);
  }
  expect([stage, browser.cookies.get("__Host-sid")]).not.toContain("p".repeat(43));
  expect(browser.cookies.has("__Host-stage")).toBe(false);
});

describe("S007 a change without a token or an encrypted call must come from our own page", () => {
  const resend = (headers: Record<string, string>) =>
    world.send({
      method: "POST",
      url: "/api/otp/resend",
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
      body: `memberGuid=${crypto.randomUUID()}`,
    });

  test.each([
    [{}],
    [{ "sec-fetch-site": "none" }],
    [{ "sec-fetch-site": "cross-site" }],
    [{ origin: "null" }],
    [{ origin: "https://evil.example", "sec-fetch-site": "same-origin" }],
  ])("%j is refused unread", async (headers) => {
    expect(await resend(headers)).toMatchObject({
      httpStatus: 400,
      body: { code: "unreadable_call" },
    });
  });

  test.each([[{ origin: "http://localhost" }], [{ "sec-fetch-site": "same-origin" }]])(
    "%j is heard",
    async (headers) => {
      expect(await resend(headers)).toMatchObject({
        httpStatus: 401,
        body: { code: "otp_incorrect" },
      });
    },
  );
});

test("S010 many addresses in the headers are one source: its failures run out all the same", async () => {
  const at = world.app.now();
  await world.app.db.deleteFrom("throttle").execute();
  // 990 of its 1,000 failures are behind it already.
  await world.app.db
    .insertInto("throttle")
    .values({ scope: "login_source", key: "127.0.0.1", window_started_at: at, count: 990 })
    .execute();
  const hashes = async () => (await world.app.metrics.passwordHashes.get()).values[0]?.value ?? 0;
  const before = await hashes();
  const outcomes = new Map<string, number>();
  for (let i = 0; i < 40; i++) {
    const address = `198.51.${i}.${i + 1}`;
    const headers = {
      "x-forwarded-for": address,
      "x-real-ip": address,
      "x-client-ip": address,
      "true-client-ip": address,
      "cf-connecting-ip": address,
      forwarded: `for=${address}`,
      "x-forwarded-host": "evil.example",
      "x-original-url": "/api/config",
      "x-rewrite-url": "/api/config",
    };
    const body = { username: `guess.${i}`, password: "a guess" };
    const answer = await world.call(login, { body }, newBrowser(), { headers });
    const code = answer.status ? "ok" : String(answer.code);
    outcomes.set(code, (outcomes.get(code) ?? 0) + 1);
  }
  expect(Object.fromEntries(outcomes)).toEqual({ login_incorrect: 10, too_many_requests: 30 });
  expect((await hashes()) - before).toBe(10);
});

test("S010 the host a caller names leads nowhere: production knows its own origin", async () => {
  const headers = {
    ...OVER_HTTPS,
    host: "evil.example",
    origin: "https://evil.example",
    "x-forwarded-host": "evil.example",
  };
  const refused = await production.send({ method: "POST", url: "/api/logout", headers });
  expect(refused).toMatchObject({ httpStatus: 400, body: { code: "unreadable_call" } });
  const page = await production.send({ method: "GET", url: "/api/config", headers });
  expect(JSON.stringify([page.body, page.headers])).not.toContain("evil.example");
  expect(PRODUCTION_ORIGIN).not.toContain("evil");
});

test("S013 ten shapes of too much are refused before any field is looked at", async () => {
  await world.app.db.deleteFrom("throttle").execute();
  const member = await world.makeMember();
  const browser = await world.signIn(member);
  const json = "application/json";
  const form = "application/x-www-form-urlencoded";
  const many = (count: number, one: (i: number) => string, between: string) =>
    Array.from({ length: count }, (_, i) => one(i)).join(between);
  const shapes: [string, string, string, string, number][] = [
    ["one long text", "/api/otp/send", json, `{"a":"${"x".repeat(1_000_000)}"}`, 413],
    ["one long key", "/api/otp/send", json, `{"${"x".repeat(1_000_000)}":1}`, 413],
    ["one long number", "/api/otp/send", json, `{"a":${"9".repeat(1_000_000)}}`, 413],
    ["blanks", "/api/otp/send", json, " ".repeat(1_000_000), 413],
    ["101 keys", "/api/otp/send", json, `{${many(101, (i) => `"k${i}":1`, ",")}}`, 400],
    ["30,000 levels of lists", "/api/otp/send", json, "[".repeat(30_000) + "]".repeat(30_000), 400],
    [
      "9,000 levels of objects",
      "/api/otp/send",
      json,
      '{"a":'.repeat(9_000) + "1" + "}".repeat(9_000),
      400,
    ],
    ["101 fields", "/api/otp/resend", form, many(101, (i) => `k${i}=1`, "&"), 400],
    ["20,000 empty fields", "/api/otp/resend", form, "&".repeat(20_000), 400],
    ["one long field", "/api/otp/resend", form, `memberGuid=${"x".repeat(1_000_000)}`, 413],
  ];
  for (const [what, url, contentType, body, httpStatus] of shapes) {
    const headers = { "content-type": contentType, authorization: `Bearer ${browser.token}` };
    const answer = await world.send({ method: "POST", url, headers, body }, browser);
    expect([what, answer.httpStatus]).toEqual([what, httpStatus]);
    expect(answer.body).toMatchObject({ status: false, code: "unreadable_call" });
  }
});
