import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "@playwright/test";
import type pg from "pg";
import { brand } from "#brand";
import { findKeys } from "#test/support/findKeys.ts";
import { test } from "./support/fixtures.ts";
import { loginPage, watchCalls } from "./support/loginPage.ts";

const SIGNED_IN = ["/dashboard", "/transfer-funds", "/transaction-history", "/apply-for-loans"];
const SIGNED_OUT = ["/login", "/signup", "/forgot", "/terms-and-conditions"];

test.describe("the pages", () => {
  test.use({ username: "wilfredo.padilla" });
  test("S002 S004 every document forbids foreign code, and no page asks anything of another origin", async ({
    page: signedOut,
    signedIn,
    bank,
  }) => {
    const hosts = new Set<string>();
    const policies: string[] = [];
    for (const page of [signedOut, signedIn]) {
      page.on("request", (request) => hosts.add(new URL(request.url()).host));
      page.on("response", (response) => {
        if (response.request().resourceType() !== "document") return;
        policies.push(response.headers()["content-security-policy"] ?? "none");
      });
      for (const path of page === signedIn ? SIGNED_IN : SIGNED_OUT) {
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      }
    }
    expect([...hosts]).toEqual([new URL(bank.portalUrl).host]);
    expect(policies.length).toBeGreaterThanOrEqual(SIGNED_IN.length + SIGNED_OUT.length);
    for (const policy of policies) {
      expect(policy).toContain("default-src 'self'");
      expect(policy).toContain("require-trusted-types-for 'script'");
      expect(policy).not.toMatch(/unsafe|\*/);
    }
  });

  test("S002 markup that is made a page's own runs nothing: Trusted Types and the policy stop it", async ({
    page,
    guard,
  }) => {
    guard.expectMessage(/content security policy|Trusted|TrustedHTML|Refused|CSP|script/i);
    await page.goto("/login");
    const outcome = await page.evaluate(() => {
      const tried: string[] = [];
      const attempt = (name: string, act: () => void) => {
        try {
          act();
          tried.push(`${name} went through`);
        } catch (error) {
          tried.push(`${name}: ${error instanceof Error ? error.name : "stopped"}`);
        }
      };
      attempt("markup", () => {
        // What an attacker's code would do.
        Reflect.set(document.body, "innerHTML", "<img src=x onerror='window.isBroken=true'>");
      });
      attempt("a text as code", () => {
        Reflect.apply(window.setTimeout, window, ["window.isBroken = true"]);
      });
      const script = document.createElement("script");
      attempt("a script's text", () => {
        script.text = "window.isBroken = true";
        document.body.append(script);
      });
      return { tried, isBroken: Reflect.get(window, "isBroken") === true };
    });
    expect(outcome).toEqual({
      tried: [
        "markup: TypeError",
        expect.stringMatching(/^a text as code: (?:TypeError|EvalError)$/),
        "a script's text: TypeError",
      ],
      isBroken: false,
    });
  });
});

/** What another site's page would send in a member's name, without a word of script or with one. */
function evilPage(portalUrl: string, guid: string): string {
  const calls = [
    ["/api/v2/login", "username=attacker&password=attackers-own"],
    ["/api/logout", ""],
    ["/api/session/refresh", ""],
    ["/api/otp/resend", `memberGuid=${guid}`],
    ["/api/otp/send", `memberGuid=${guid}`],
    [`/api/members/${guid}/waivePassword`, ""],
    [`/api/members/${guid}/notifications/read`, "notification_ids=1"],
    [`/api/members/eon/transfer/v2/${brand.apiSlug}`, "amount=1000.00"],
  ];
  const kinds = ["application/x-www-form-urlencoded", "text/plain", "multipart/form-data"];
  const forms = calls.flatMap(([path, fields = ""]) =>
    kinds.map((kind) => {
      const inputs = fields
        .split("&")
        .map((pair) => pair.split("="))
        .map(([name, value]) => `<input name="${name}" value="${value}">`)
        .join("");
      return `<form method="post" enctype="${kind}" target="sink" action="${portalUrl}${path}">${inputs}</form>`;
    }),
  );
  return `<!doctype html><title>A prize</title><iframe name="sink"></iframe>${forms.join("")}
    <script>
      window.send = async () => {
        for (const form of document.forms) {
          const answered = new Promise((done) => {
            document.querySelector("iframe").addEventListener("load", done, { once: true });
          });
          form.submit();
          await answered;
        }
        const calls = ${JSON.stringify(calls)};
        for (const [path, body] of calls) {
          for (const type of ${JSON.stringify(kinds)}) {
            await fetch(${JSON.stringify(portalUrl)} + path, {
              method: "POST", mode: "no-cors", credentials: "include",
              headers: { "content-type": type }, body,
            }).catch(() => undefined);
            await fetch(${JSON.stringify(portalUrl)} + path, {
              method: "POST", credentials: "include",
              headers: { "content-type": "application/json", authorization: "Bearer x" }, body: "{}",
            }).catch(() => undefined);
          }
        }
        return document.forms.length;
      };
    </script>`;
}

async function serve(html: string): Promise<{ server: Server; port: number }> {
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "text/html").end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  // A server that listens on a port.
  const { port } = server.address() as AddressInfo;
  return { server, port };
}

/** Everything that a call of somebody else's could have changed. */
async function stateOf(database: pg.Client): Promise<unknown> {
  const { rows } = await database.query(`
    select 'session' as name, s::text as row from session s
    -- What the browser tells of a broken policy is counted, and is all that may move.
    union all select 'throttle', t::text from throttle t where scope <> 'call:cspReport'
    union all select 'audit', a::text from audit_event a
    union all select 'code', o::text from otp_challenge o
    -- When the worker asks next is its own matter.
    union all select 'transfer', (to_jsonb(t) - array['attempts', 'next_inquiry_at'])::text from transfer t
    union all select 'notification', n::text from notification n
    union all select 'member', m::text from member m
    order by 1, 2`);
  return rows;
}

test.describe("another site", () => {
  test.use({ username: "josephine.pineda" });
  test("S007 S006 forms and scripts of other sites change nothing, with the member signed in next to them", async ({
    context,
    signedIn,
    bank,
    member,
    database,
    guard,
  }) => {
    guard.expectMessage(
      /400|401|403|404|415|CORS|Cross-Origin|another origin|Failed to load|frame/i,
    );
    await expect(signedIn.getByRole("heading", { level: 1 })).toHaveText("Member Dashboard");
    const { rows } = await database.query<{ guid: string }>(
      "select guid from member where username = $1",
      [member.username],
    );
    const { server, port } = await serve(evilPage(bank.portalUrl, rows[0]?.guid ?? ""));
    try {
      const before = await stateOf(database);
      // The same site on another port has the member's strict cookies with it; another name has not.
      for (const host of ["localhost", "127.0.0.1"]) {
        const evil = await context.newPage();
        await evil.goto(`http://${host}:${port}/`);
        const sent = await evil.evaluate(async () =>
          (Reflect.get(window, "send") as () => Promise<number>)(),
        );
        expect(sent).toBeGreaterThan(20);
        await evil.close();
      }
      expect(await stateOf(database)).toEqual(before);
    } finally {
      server.close();
    }
    await signedIn.reload();
    await expect(signedIn.getByRole("heading", { level: 1 })).toHaveText("Member Dashboard");
  });
});

test("S032 a forged or odd suspension cookie keeps nobody out, and odd usernames break nothing", async ({
  page,
  context,
  bank,
  guard,
}) => {
  guard.expectMessage(/400 |423 |Failed to load/);
  const login = loginPage(page);
  const odd = "x; y=1 %zz 🐘,__proto__";
  const year = Date.now() + 365 * 24 * 3600 * 1000;
  for (const value of [String(year), "9".repeat(300), "Infinity", "__proto__"]) {
    await context.addCookies([
      { name: "login_suspended_nobody.forged", value, url: bank.portalUrl },
    ]);
    await login.open();
    const calls = watchCalls(page);
    await login.submit("nobody.forged", `a guess ${value.slice(0, 5)}`);
    await expect(login.alert).toBeVisible();
    expect(calls).toContain("POST /api/v2/login");
  }
  await login.open();
  for (const left of ["2 tries left", "1 try left", "suspended"]) {
    await login.submit(odd, "not the password");
    await expect(login.alert).toContainText(left);
    await login.password.fill("");
  }
  const kept = (await context.cookies()).map(({ name }) => name);
  expect(kept).toContain(`login_suspended_${encodeURIComponent(odd)}`);
  await login.open();
  const calls = watchCalls(page);
  await login.submit(odd, "not the password");
  await expect(login.alert).toContainText("suspended");
  expect(calls).not.toContain("POST /api/v2/login");
  await login.submit("nobody.else.here", "not the password");
  await expect(login.alert).toContainText("not right");
});

test("S138 what browsers are sent has no key in it", () => {
  expect(findKeys(["dist"])).toEqual([]);
});
