import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contract/api.ts";
import { attachSockets } from "#server/entry/sockets.ts";
import type { Browser } from "#test/support/browser.ts";
import { changedTables, dumpDatabase } from "#test/support/dumpDatabase.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { goodCall } from "#test/support/goodCalls.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import {
  documentedRoutes,
  PLAIN_ROUTES,
  PUBLIC_CALLS,
  runningRoutes,
} from "#test/support/routeInventory.ts";

let world: World;
let member: TestMember;
let browser: Browser;
/** Of somebody who may do everything everywhere. */
let staffBrowser: Browser;
let cookie: string;
beforeAll(async () => {
  world = await makeWorld();
  member = await world.makeMember({ savings: 100_00n, officeId: 1n });
  browser = await world.signIn(member);
  staffBrowser = (await world.makeStaff({ role: "every", officeId: null })).browser;
  cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
});
afterAll(() => world.close());

const calls = documentedRoutes();

function urlOf(path: string): string {
  return path
    .replace(/\{(?:memberG|g)uid\}/, member.guid)
    .replaceAll(/\{\w+\}/g, "OT261121-0000000001");
}

async function send(request: InjectOptions) {
  return world.server.inject({ ...request, headers: { host: "localhost", ...request.headers } });
}

const asMember = () => ({ authorization: `Bearer ${browser.token}`, cookie });

test("S009 the router answers what the published description lists, the plain routes, and nothing else", async () => {
  const listed = [...calls.map(({ method, path }) => `${method} ${path}`), ...PLAIN_ROUTES];
  expect((await runningRoutes(world.server)).toSorted()).toEqual(listed.toSorted());
  expect(calls.length).toBe(api.length);
});

test("S009 what anyone may call is the list of public calls; all else is 401 without a token", async () => {
  const open = calls.filter(({ isPublic }) => isPublic);
  for (const { method, path } of open) expect(PUBLIC_CALLS).toContain(`${method} ${path}`);
  for (const { method, path } of calls.filter(({ isPublic }) => !isPublic)) {
    const answer = await send({ method: method as "GET", url: urlOf(path), headers: { cookie } });
    expect([path, answer.statusCode]).toEqual([path, 401]);
    expect(answer.json()).toMatchObject({ status: false, code: "invalid_token" });
  }
});

/** What scanners ask for first. */
const COVETED = [
  ".git/HEAD .git/config .env .env.production .npmrc .ssh/id_rsa .DS_Store .well-known/security",
  "package.json package-lock.json tsconfig.json brand.config.ts server.js src/server/entry/main.ts",
  "assets/ assets/../package.json assets/%2e%2e/package.json ..%2f..%2fetc%2fpasswd csp.json",
  "metrics metrics/ admin console debug actuator/env server-status phpinfo.php wp-login.php",
  "backup.sql dump.sql bank.tar.gz secrets.json .data/secrets.json data/seed/members.json",
  "api api/ api/docs api/swagger.json api/debug api/metrics api/health api/members api/v2",
  "api/../.env api/%2e%2e/.env health health/ready/../../.env socket.io/ socket.io/socket.io.js",
]
  .join(" ")
  .split(" ");

test("S009 nothing that scanners look for is there: no file, no map, no console, no metrics", async () => {
  for (const path of COVETED) {
    const { statusCode, body } = await send({ method: "GET", url: `/${path}` });
    // Without a built portal, every page of the portal is 503; a file or a call is 404.
    expect([path, statusCode]).toEqual([path, expect.toBeOneOf([400, 404, 503])]);
    expect(body).not.toMatch(/root:|PRIVATE|password|BEGIN|HELP|process_cpu|"dependencies"/);
  }
});

const METHODS = ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE"] as const;

test("S008 every other method on every route is 404 and changes nothing; overrides are ignored", async () => {
  const routes = [...calls.map(({ method, path }) => `${method} ${path}`), ...PLAIN_ROUTES];
  const before = await dumpDatabase(world.database.adminUrl);
  for (const path of new Set(routes.map((route) => route.split(" ")[1] ?? ""))) {
    for (const method of METHODS.filter((each) => !routes.includes(`${each} ${path}`))) {
      const headers = {
        ...asMember(),
        origin: "http://localhost",
        "x-http-method-override": "POST",
        "x-http-method": "POST",
        "x-method-override": "POST",
      };
      // The tool knows TRACE but not its type.
      const request = { method: method as "GET", url: `${urlOf(path)}?_method=POST`, headers };
      const { statusCode } = await send(request);
      expect([method, path, statusCode]).toEqual([method, path, 404]);
    }
  }
  const after = await dumpDatabase(world.database.adminUrl);
  // A path that is not there was not reached for: not even a denial is counted.
  expect(changedTables(before, after)).toEqual([]);
});

test("S008 no GET changes a row, but for the id of an encrypted call", async () => {
  const before = await dumpDatabase(world.database.adminUrl);
  for (const endpoint of api.filter(({ method }) => method === "GET")) {
    const { httpStatus } = await world.callRaw(
      endpoint,
      goodCall(endpoint, member),
      endpoint.access === "staff" ? staffBrowser : browser,
    );
    expect([endpoint.name, httpStatus]).toEqual([endpoint.name, expect.toBeOneOf([200, 404])]);
  }
  const after = await dumpDatabase(world.database.adminUrl);
  // Reaching for a transfer that is not there is noted, whoever asks.
  const noted = ["audit_event", "sealed_call", "throttle"];
  expect(changedTables(before, after).filter((table) => !noted.includes(table))).toEqual([]);
});

const PROTECTIVE = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": expect.stringContaining("camera=()"),
  "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
  "cache-control": "no-store",
};

test("S003 every route answers well, unsigned, not found, too large and malformed under the same headers", async () => {
  const routes = [...calls.map(({ method, path }) => ({ method, path })), ...plain()];
  for (const { method, path } of routes) {
    const url = urlOf(path);
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const json = { "content-type": "application/json" };
    const requests: InjectOptions[] = [
      { url },
      { url, headers: asMember() },
      { url: `${url}/none` },
      { url: `${url}/%` },
      ...(method === "POST"
        ? [
            { url, headers: { ...asMember(), ...form }, payload: "x".repeat(70_000) },
            { url, headers: { ...asMember(), ...json }, payload: "{" },
            { url, headers: { "content-type": "text/plain" }, payload: "{}" },
            { url, headers: { origin: "https://evil.example" } },
          ]
        : []),
    ];
    // These two would leave nobody to ask as.
    for (const request of requests.filter((each) => !endsToken(url, each))) {
      const { statusCode, headers } = await send({ ...request, method: method as "GET" });
      const isKept = statusCode === 200 && mayBeKept.has(path);
      const expected = isKept ? { ...PROTECTIVE, "cache-control": FOR_A_WHILE } : PROTECTIVE;
      expect([url, statusCode, headers]).toMatchObject([url, statusCode, expected]);
    }
  }
});

const FOR_A_WHILE = "public, max-age=300";
/** What tells everybody the same, and nothing of anyone. */
const mayBeKept = new Set(["/api/statements/months"]);

const endsToken = (url: string, { headers }: InjectOptions) =>
  ["/api/logout", "/api/session/refresh"].includes(url) &&
  headers !== undefined &&
  "cookie" in headers;

function plain() {
  return PLAIN_ROUTES.map((route) => {
    const [method = "", path = ""] = route.split(" ");
    return { method, path };
  });
}

test("S003 what the socket refuses, and bytes that are no request, carry them too", async () => {
  const listening = await makeWorld();
  const sockets = attachSockets(listening.app, listening.server.server);
  try {
    const url = await listening.server.listen({ host: "127.0.0.1", port: 0 });
    for (const query of ["EIO=4&transport=polling", "EIO=4&transport=none", "EIO=4&sid=nobody"]) {
      const answer = await fetch(`${url}/socket.io/?${query}`);
      expect(Object.fromEntries(answer.headers)).toMatchObject(PROTECTIVE);
    }
    const broken = await fetch(url, { headers: { "x-long": "x".repeat(20_000) } });
    expect(broken.status).toBe(431);
    expect(Object.fromEntries(broken.headers)).toMatchObject(PROTECTIVE);
  } finally {
    await sockets.close();
    await listening.close();
  }
});

test("S006 on every route, no origin but our own may read an answer or is told what it may send", async () => {
  const evil = [
    "https://evil.example",
    "null",
    "http://sub.localhost",
    "http://localhost.evil.com",
  ];
  expect(calls.length).toBeGreaterThan(18);
  for (const { method, path } of [...calls, ...plain()]) {
    for (const origin of evil) {
      const asked = { origin, "access-control-request-method": method };
      for (const request of [
        { method: method as "GET", headers: { ...asMember(), origin } },
        { method: "OPTIONS" as const, headers: asked },
      ]) {
        const { headers } = await send({ ...request, url: urlOf(path) });
        const granted = Object.keys(headers).filter((name) => name.startsWith("access-control"));
        expect([path, origin, granted]).toEqual([path, origin, []]);
      }
    }
  }
});
