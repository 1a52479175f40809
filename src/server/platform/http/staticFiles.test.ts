import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newBrowser } from "#test/support/browser.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

let world: World;
const folder = mkdtempSync(path.join(os.tmpdir(), "portal-"));
beforeAll(async () => {
  const files: Record<string, string> = {
    "login.en.html": "<title>Sign in</title>",
    "login.fil.html": "<title>Mag-sign in</title>",
    "app.html": "<title>Shell</title>",
    "assets/main-abc.js": "export const answer = 42;",
    "assets/main-abc.js.map": "{}",
    "csp.json": `{"script":["sha256-AAAA","'unsafe-inline'"],"style":["sha256-BBBB"]}`,
  };
  mkdirSync(path.join(folder, "assets"));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  const compressed = brotliCompressSync(files["assets/main-abc.js"] ?? "");
  writeFileSync(path.join(folder, "assets/main-abc.js.br"), compressed);
  world = await makeWorld({ PUBLIC_DIR: folder });
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});

async function textOf(url: string, headers: Record<string, string> = {}): Promise<string> {
  return (await world.server.inject({ url, headers })).payload;
}

test.each([
  ["fil-PH,fil;q=0.9,en;q=0.8", undefined, "Mag-sign in"],
  ["tl", undefined, "Mag-sign in"],
  ["en-PH,fil;q=0.9", undefined, "Sign in"],
  ["fi-FI", undefined, "Sign in"],
  ["fil-PH", "lang=en", "Sign in"],
  ["en-US", "lang=fil", "Mag-sign in"],
])(
  "S146 a browser set to %s, with the choice %s, opens the login page in its language",
  async (language, cookie, title) => {
    const headers = { "accept-language": language, ...(cookie !== undefined && { cookie }) };
    expect(await textOf("/login", headers)).toBe(`<title>${title}</title>`);
  },
);

test("the login page comes in the cookie's language, every other page is the shell", async () => {
  expect(await textOf("/")).toContain("Sign in");
  expect(await textOf("/login?x=1")).toContain("Sign in");
  expect(await textOf("/login", { cookie: "lang=fil" })).toContain("Mag-sign in");
  expect(await textOf("/transaction-details/A1/2026-11-21")).toContain("Shell");
  const { headers } = await world.send({ method: "GET", url: "/" });
  expect(headers["cache-control"]).toBe("no-store");
});

test.each(["/%", "/%zz/a?b=%", "/transaction-details/%E0%A4%A"])(
  "S171 the malformed address %s of a page is answered with a page, under the API as before",
  async (url) => {
    const page = await world.send({ method: "GET", url });
    expect([page.httpStatus, page.text]).toEqual([200, "<title>Shell</title>"]);
    expect(page.headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": expect.stringContaining("default-src"),
    });
    const call = await world.send({ method: "GET", url: `/api${url}` });
    expect([call.httpStatus, call.body]).toMatchObject([400, { status: false }]);
    expect((await world.send({ method: "POST", url })).body).toMatchObject({ status: false });
  },
);

test("assets are kept for ever and come compressed to who can read that", async () => {
  const url = "/assets/main-abc.js";
  const plain = await world.server.inject({ url });
  expect(plain.headers).toMatchObject({
    "cache-control": "public, max-age=31536000, immutable",
    "content-type": "text/javascript; charset=utf-8",
  });
  const brotli = await world.server.inject({ url, headers: { "accept-encoding": "gzip, br" } });
  expect(brotli.headers["content-encoding"]).toBe("br");
});

test("S009 maps, hidden files, unknown files and the folder itself are not there", async () => {
  const urls = [
    "/assets/main-abc.js.map",
    "/csp.json",
    "/.env",
    "/.git/config",
    "/assets/",
    "/none.js",
  ];
  for (const url of urls) {
    expect([url, (await world.send({ method: "GET", url }, newBrowser())).httpStatus]).toEqual([
      url,
      404,
    ]);
  }
});

test("S002 only the build's own inline hashes are in the policy", async () => {
  const { headers } = await world.send({ method: "GET", url: "/" });
  const policy = String(headers["content-security-policy"]);
  expect(policy).toContain("script-src 'self' 'sha256-AAAA';");
  expect(policy).toContain("style-src 'self' 'sha256-BBBB';");
  expect(policy).not.toContain("unsafe");
});

test("a portal that is built, or built anew, while the server runs needs no restart", async () => {
  const later = path.join(folder, "later");
  const other = await makeWorld({ PUBLIC_DIR: later });
  const page = async () => other.server.inject({ url: "/dashboard" });
  try {
    mkdirSync(later);
    writeFileSync(path.join(later, "app.html"), "<title>Half a build</title>");
    expect((await page()).statusCode).toBe(503);

    for (const name of ["app", "login.en", "login.fil"]) {
      writeFileSync(path.join(later, `${name}.html`), "<title>First</title>");
    }
    writeFileSync(path.join(later, "csp.json"), `{"script":["sha256-CCCC"],"style":[]}`);
    const first = await page();
    expect(first.payload).toContain("First");
    expect(first.headers["content-security-policy"]).toContain("'sha256-CCCC'");

    rmSync(later, { recursive: true });
    expect((await page()).payload).toContain("First");
  } finally {
    await other.close();
  }
});

test("the console is one page for each of its addresses, with files of its own, and no part of the portal", async () => {
  const console = path.join(folder, "console");
  const other = await makeWorld({ PUBLIC_DIR: folder, CONSOLE_DIR: console });
  const get = (url: string) => other.server.inject({ url });
  try {
    expect((await get("/console")).statusCode).toBe(503);
    expect((await get("/login")).payload).toContain("Sign in");

    mkdirSync(path.join(console, "assets"), { recursive: true });
    writeFileSync(path.join(console, "index.html"), "<title>Console</title>");
    writeFileSync(path.join(console, "assets/main-abc.js"), "export {};");
    writeFileSync(path.join(console, "csp.json"), "{}");
    for (const url of ["/console", "/console/", "/console/members/a.b?x=1", "/console/csp.json"]) {
      const page = await get(url);
      expect([url, page.payload]).toEqual([url, "<title>Console</title>"]);
      expect(page.headers["cache-control"]).toBe("no-store");
      expect(page.headers["content-security-policy"]).toContain("default-src 'self'");
      expect(page.headers["x-frame-options"]).toBe("DENY");
    }
    const script = await get("/console/assets/main-abc.js");
    expect(script.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect((await get("/console/assets/none.js")).statusCode).toBe(404);
    expect((await get("/assets/main-abc.js")).payload).toContain("answer");
    expect((await get("/consolers")).payload).toContain("Shell");
  } finally {
    await other.close();
  }
});
