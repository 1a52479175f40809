import { connect } from "node:net";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { api } from "#contract/api.ts";
import { login } from "#contract/auth.ts";
import { getConfig } from "#contract/config.ts";
import { type Browser, type Client, makeClient, newBrowser } from "#test/support/browser.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { buildServer } from "#server/entry/buildServer.ts";

let world: World;
let member: TestMember;
let browser: Browser;
beforeAll(async () => {
  world = await makeWorld();
  member = await world.makeMember({ savings: 100_00n });
  browser = await world.signIn(member);
});
afterAll(() => world.close());

const json = "application/json";
const form = "application/x-www-form-urlencoded";

function post(url: string, contentType: string, body: string | Buffer, headers = {}) {
  const authorization = `Bearer ${browser.token}`;
  return world.send(
    {
      method: "POST",
      url,
      headers: { "content-type": contentType, authorization, ...headers },
      body,
    },
    browser,
  );
}

describe("S007 a call from another site changes nothing", () => {
  test.each([
    [{ origin: "https://evil.example" }],
    [{ origin: "null" }],
    [{ origin: "http://sub.localhost" }],
    [{ origin: "http://localhost.evil.example" }],
    [{ "sec-fetch-site": "cross-site" }],
    [{ "sec-fetch-site": "same-site" }],
  ])("%j", async (headers) => {
    const url = `/api/members/${member.guid}/notifications/read`;
    const answer = await post(url, json, `{"notification_ids":[]}`, headers);
    expect(answer).toMatchObject({
      httpStatus: 400,
      body: { status: false, code: "unreadable_call" },
    });
    expect(answer.headers).not.toHaveProperty("access-control-allow-origin");
  });

  test.each(["text/plain", "multipart/form-data; boundary=x", "application/xml"])(
    "a body of %s is 415",
    async (contentType) => {
      const answer = await post("/api/otp/send", contentType, "{}");
      expect(answer).toMatchObject({ httpStatus: 415, body: { status: false } });
    },
  );
});

describe("where the portal's own origin is configured", () => {
  const own = "https://online.example.test";
  const friend = "https://app.example.test";
  let server: FastifyInstance;
  let client: Client;
  beforeAll(() => {
    const config = { ...world.app.config, PUBLIC_ORIGIN: own, ALLOWED_ORIGINS: friend };
    server = buildServer({ ...world.app, config });
    client = makeClient(server, world.app.now);
  });
  afterAll(() => server.close());

  const change = (headers: Record<string, string>) =>
    client.send(
      {
        method: "POST",
        url: `/api/members/${member.guid}/notifications/read`,
        headers: { "content-type": json, authorization: `Bearer ${browser.token}`, ...headers },
        body: `{"notification_ids":["1"]}`,
      },
      browser,
    );

  test.each([
    { origin: own },
    { origin: own, host: "10.0.0.1:8080" },
    { origin: friend },
    { "sec-fetch-site": "same-origin" },
  ])("S007 %j is heard", async (headers) => {
    expect((await change(headers)).httpStatus).toBe(200);
  });

  test.each([
    { origin: "http://localhost" },
    { origin: "https://evil.example", host: "evil.example" },
    { origin: "http://online.example.test", host: "online.example.test" },
    { origin: "https://online.example.test:8443" },
    { origin: "https://online.example.test.evil.example" },
    { origin: "https://sub.online.example.test" },
    { origin: "null" },
  ])("S007 %j is not, whatever host it names", async (headers) => {
    expect(await change(headers)).toMatchObject({
      httpStatus: 400,
      body: { status: false, code: "unreadable_call" },
    });
  });

  test("S006 only a configured friend may read answers across origins", async () => {
    const readers = [friend, own, "https://evil.example", "null", `${friend}.evil.example`];
    const answers = await Promise.all(
      readers.map((origin) =>
        client.send({ method: "GET", url: "/api/config", headers: { origin } }),
      ),
    );
    expect(answers.map(({ headers }) => headers["access-control-allow-origin"])).toEqual([
      friend,
      ...readers.slice(1).map(() => undefined),
    ]);
  });

  test("S006 a configured friend's browser is told what it may send, nobody else's", async () => {
    const ask = (origin: string) =>
      client.send({
        method: "OPTIONS",
        url: `/api/members/${member.guid}/notifications/read`,
        headers: {
          origin,
          "access-control-request-method": "POST",
          "access-control-request-headers": "authorization,content-type",
        },
      });
    const told = await ask(friend);
    expect(told.httpStatus).toBe(204);
    expect(told.headers).toMatchObject({
      "access-control-allow-origin": friend,
      "access-control-allow-credentials": "true",
      "access-control-allow-methods": expect.stringContaining("POST"),
      "access-control-allow-headers": "authorization,content-type",
    });
    const stranger = await ask("https://evil.example");
    expect(stranger.httpStatus).toBe(400);
    expect(stranger.headers).not.toHaveProperty("access-control-allow-origin");
  });
});

test("S013 bodies over 64 KB, 20 levels or 100 keys are refused before they mean anything", async () => {
  const keys = JSON.stringify(
    Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`k${i}`, 1])),
  );
  const fields = Array.from({ length: 101 }, (_, i) => `k${i}=1`).join("&");
  const answers = [
    await post("/api/otp/send", json, JSON.stringify({ a: "x".repeat(70_000) })),
    await post("/api/otp/resend", form, `memberGuid=${"x".repeat(70_000)}`),
    await post("/api/otp/send", json, "[".repeat(21) + "]".repeat(21)),
    await post("/api/otp/send", json, keys),
    await post("/api/otp/resend", form, fields),
  ];
  expect(answers.map(({ httpStatus }) => httpStatus)).toEqual([413, 413, 400, 400, 400]);
  for (const { body } of answers)
    expect(body).toMatchObject({ status: false, code: "unreadable_call" });
});

describe("S014 a malformed call is a clear no, never an error of ours", () => {
  test.each([
    ["not JSON", json, "{"],
    ["a key twice", json, `{"memberGuid":"a","memberGuid":"b"}`],
    ["a key twice, escaped", json, `{"a":1,"\\u0061":2}`],
    ["__proto__", json, `{"__proto__":{"isAdmin":true}}`],
    ["NUL", json, `{"memberGuid":"\\u0000"}`],
    ["a lone surrogate", json, `{"memberGuid":"\\ud800"}`],
    ["not UTF-8", json, Buffer.from([0x7b, 0xff, 0x7d])],
    ["an array for an object", json, "[]"],
    ["null", json, "null"],
    ["arrays for texts", json, `{"memberGuid":["a"],"intent":[]}`],
    ["numbers for texts", json, `{"memberGuid":1,"intent":{"kind":1}}`],
    ["nothing", json, ""],
  ])("%s in JSON", async (_, contentType, body) => {
    const { httpStatus, body: answer } = await post("/api/otp/send", contentType, body);
    expect([400, 422]).toContain(httpStatus);
    expect(answer).toMatchObject({ status: false });
  });

  test.each(["a=%", "a=%E0%A4", "a=%00", "memberGuid=a&memberGuid=b", "__proto__=1", "=", "&&"])(
    "the form %s",
    async (body) => {
      const { httpStatus } = await post("/api/otp/resend", form, body);
      expect(httpStatus).toBe(400);
    },
  );

  test.each([
    "/api/members/%",
    "/api/members/%00/balances",
    `/api/members/${"a".repeat(3_000)}/balances`,
    "/api/config?a=%&b=%ff",
    "/api/config?a=1&a=2",
    "/api//config",
  ])("the path %s", async (url) => {
    const { httpStatus } = await world.send(
      { method: "GET", url, headers: { authorization: "x" } },
      browser,
    );
    expect([400, 401, 404, 414]).toContain(httpStatus);
  });

  test("bytes that are not HTTP", async () => {
    const url = new URL(await world.server.listen({ host: "127.0.0.1", port: 0 }));
    const answer = await new Promise<string>((resolve) => {
      let text = "";
      const socket = connect(Number(url.port), url.hostname, () =>
        socket.write("NOT HTTP\r\n\r\n"),
      );
      socket.on("data", (bytes) => (text += bytes.toString()));
      socket.on("close", () => resolve(text));
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain("unreadable_call");
  });
});

test("T42 W14 field errors come all at once, each with its param, in the language asked for", async () => {
  const answer = await post("/api/otp/send", json, `{"intent":{"kind":"own","amount":"1.005"}}`, {
    "accept-language": "fil-PH,fil;q=0.9",
  });
  expect(answer).toMatchObject({
    httpStatus: 422,
    body: {
      status: false,
      message: "Invalid parameters",
      errors: expect.arrayContaining([
        { param: "intent.source_account", msg: "Kailangan itong sagutan" },
        { param: "intent.amount", msg: "Hindi wastong halaga" },
      ]),
    },
  });
});

test("S003 every answer carries the protective headers and a correlation id", async () => {
  const answers = [
    await world.send({ method: "GET", url: "/api/config" }),
    await world.send({ method: "GET", url: "/api/nothing" }),
    await world.send({ method: "GET", url: `/api/members/${member.guid}` }),
    await world.send({ method: "GET", url: "/api/members/%" }),
    await world.send({ method: "GET", url: "/assets/none.js" }),
    await world.send({ method: "GET", url: "/login" }),
    await post("/api/otp/send", json, "x".repeat(70_000)),
    await world.send({ method: "GET", url: "/health/live" }),
  ];
  for (const { headers } of answers) {
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "permissions-policy": expect.stringContaining("camera=()"),
      "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
      "cache-control": "no-store",
      "x-correlation-id": expect.stringMatching(/^[\w-]{8,64}$/),
    });
    expect(headers["content-security-policy"]).not.toMatch(/unsafe|\*/);
  }
  const given = { "x-correlation-id": "0123456789abcdef" };
  const named = await world.send({ method: "GET", url: "/api/nothing", headers: given });
  expect(named.body["correlationId"]).toBe("0123456789abcdef");
});

test("S300 only the document of the page that reads codes may use the camera, and of ours alone", async () => {
  const policyOf = async (url: string) =>
    (await world.send({ method: "GET", url })).headers["permissions-policy"];
  for (const url of ["/qr-code", "/qr-code?again"]) {
    expect(await policyOf(url)).toContain("camera=(self),");
    expect(await policyOf(url)).toContain("microphone=(),");
  }
  for (const url of ["/", "/login", "/transfer-funds", "/qr-code/x", "/qr-codes", "/api/qr-code"])
    expect(await policyOf(url), url).toContain("camera=(),");
});

test("S008 other methods, HEAD and overrides find nothing", async () => {
  for (const method of ["PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"] as const) {
    expect((await world.send({ method, url: "/api/config" })).httpStatus).toBe(404);
  }
  const headers = { "x-http-method-override": "POST", authorization: `Bearer ${browser.token}` };
  expect(
    (await world.send({ method: "GET", url: "/api/logout", headers }, browser)).httpStatus,
  ).toBe(404);
});

test("S015 an error of ours tells nothing but a correlation id, and the server goes on", async () => {
  const { db } = world.app;
  world.app.db = new Proxy(db, {
    get: () => {
      throw new Error("secret detail");
    },
  });
  try {
    const answer = await world.send({ method: "GET", url: "/api/config" });
    expect(answer).toMatchObject({
      httpStatus: 500,
      body: { status: false, code: "internal", correlationId: expect.any(String) },
    });
    expect(JSON.stringify(answer.body)).not.toContain("secret");
  } finally {
    world.app.db = db;
  }
  expect((await world.send({ method: "GET", url: "/api/config" })).httpStatus).toBe(200);
});

test("R2 without the database the answer is 503, not 500", async () => {
  const lonely = await makeWorld({ DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" });
  try {
    const answer = await lonely.call(getConfig, {});
    expect(answer).toMatchObject({ httpStatus: 503, code: "unavailable" });
    const ready = await lonely.send({ method: "GET", url: "/health/ready" });
    expect(ready.httpStatus).toBe(503);
  } finally {
    await lonely.close();
  }
});

test("S030 the policy decides whether a code is asked for: never, for new browsers, always", async () => {
  const never = await makeWorld({ LOGIN_OTP: "off" });
  const always = await makeWorld({ LOGIN_OTP: "always" });
  try {
    const trusted = await never.makeMember();
    const { username, password } = trusted;
    const answer = await never.call(login, { body: { username, password } }, newBrowser());
    expect(answer.status && answer.result).toHaveProperty("token");

    const careful = await always.makeMember();
    const known = await always.signIn(careful);
    const body = { username: careful.username, password: careful.password };
    const again = await always.call(login, { body }, known);
    expect(again.status && again.result).toHaveProperty("pinId");
  } finally {
    await never.close();
    await always.close();
  }
});

test("S009 every route of the server is in the contract or in the short list of the others", () => {
  const others = ["/health/live", "/health/ready", "/api/openapi.json", "/api/issuer/events"];
  const known = new Set([
    ...others,
    ...api.map(({ path }) => `/api${path.replaceAll(/\{(\w+)\}/g, ":$1")}`),
  ]);
  for (const url of known) {
    const isThere = (["GET", "POST"] as const).some((method) =>
      world.server.hasRoute({ method, url }),
    );
    expect([url, isThere]).toEqual([url, true]);
  }
});
