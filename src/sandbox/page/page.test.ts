import { get } from "node:http";
import { expect, test } from "vitest";
import { callRail, creditTransfers } from "#test/support/railBench.ts";
import { CLIENT, PHONE, makeSandboxBench } from "#test/support/sandboxBench.ts";

const { start, ask, openCard, sendText, pass, now } = makeSandboxBench();

test("texts with the same id are one text; an unsigned one is none", async () => {
  const sandbox = await start();
  const message = { id: "a-1", to: PHONE, text: "123456 is your code" };
  await sendText(sandbox, message);
  await sendText(sandbox, message);
  const unsigned = await ask(sandbox, "POST", "/sms/messages", { ...message, id: "a-2" }, {});

  expect(unsigned.status).toBe(401);
  // A person types the number as it is.
  for (const to of [encodeURIComponent(PHONE), PHONE]) {
    const texts = await ask(sandbox, "GET", `/sms?to=${to}`);
    expect(texts.body).toEqual([{ ...message, at: "2026-11-21T02:00:00.000Z" }]);
  }
});

test("the page shows the newest code large, escapes what it shows and loads nothing from elsewhere", async () => {
  const sandbox = await start();
  await openCard(sandbox);
  await sendText(sandbox, { id: "a-1", to: PHONE, text: "111111 is old" });
  pass(1000);
  await sendText(sandbox, { id: "a-2", to: PHONE, text: "222222 is <script>new</script>" });
  pass(1000);
  const notice = "PHP 1.00 was sent. Ref CT261121-0000000004, of 261121.";
  await sendText(sandbox, { id: "a-3", to: PHONE, text: notice });
  const answer = await fetch(sandbox.url);
  const page = await answer.text();

  expect(page).toMatch(/id="latest-code">222222</);
  expect(page).toContain("of 261121.");
  expect(page).not.toContain("<script>new");
  expect(page).toContain("₱1,000.00");
  expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(page).not.toMatch(/(src|href)="https?:/);
});

test("the switches work as forms, and not from another site's page", async () => {
  const sandbox = await start();
  const press = (origin: string) =>
    fetch(`${sandbox.url}/faults`, {
      method: "POST",
      headers: { accept: "text/html", origin },
      body: new URLSearchParams({
        target: "sms",
        mode: "down",
        rate: "1",
        seconds: "",
        effect: "",
      }),
    });
  expect((await press("https://elsewhere.example")).status).toBe(400);
  expect((await press(sandbox.url)).redirected).toBe(true);
  expect((await ask(sandbox, "GET", "/faults")).body).toContainEqual(
    expect.objectContaining({ target: "sms", mode: "down" }),
  );
});

test("the page shows what each transfer of the rails is at, and a press answers it", async () => {
  const sandbox = await start();
  const at = { url: sandbox.url, now: now() };
  const file = creditTransfers("PESONET", [{ reference: "PN-1", accountNo: "1234567806" }]);
  await callRail(at, "PUT", "/pesonet/v1/files/a.xml", file);
  const message = creditTransfers("INSTAPAY", [{ reference: "IP-1", accountNo: "101400001643" }]);
  await callRail(at, "POST", "/instapay/v1/messages", message);
  const page = async () => (await fetch(sandbox.url)).text();
  const press = (path: string, fields: Record<string, string>) =>
    fetch(sandbox.url + path, {
      method: "POST",
      headers: { accept: "text/html", origin: sandbox.url },
      body: new URLSearchParams(fields),
    });

  expect(await page()).toContain("In its file, waits for the cycle");
  await press("/sandbox/pesonet/cycles", { does: "clear" });
  await press("/sandbox/pesonet/cycles", { does: "answer" });
  expect(await page()).toContain("Held by the receiving bank (DS06)");
  expect(await page()).toContain("1 transfer, 1 without a final answer");
  await press("/sandbox/instapay/answers", { reference: "IP-1", does: "reject" });
  const answered = await page();
  expect(answered).toContain("Rejected (AC04)");
  expect(answered).toContain("IP-1: rejected");
});

test("each staff user has a code of six digits that changes every 30 seconds; a stranger has none", async () => {
  const sandbox = await start();
  const code = async (user: string) => ask(sandbox, "GET", `/totp?user=${user}`);
  const first = await code("teller.demo");
  pass(30_000);
  const next = await code("teller.demo");

  expect(first.body["code"]).toMatch(/^\d{6}$/);
  expect(next.body["code"]).not.toBe(first.body["code"]);
  expect((await code("nobody")).status).toBe(404);
});

test("the interface is described where it is served", async () => {
  const sandbox = await start();
  const { body } = await ask(sandbox, "GET", "/openapi.json");
  expect(body).toMatchObject({ openapi: "3.1.0" });
  expect(Object.keys(body["paths"] as object)).toEqual(
    expect.arrayContaining([
      "/partners/v1/eon/transfers",
      "/partners/v1/eon/transfers/{senderRefId}",
      "/partners/eon/wallet/v1/balance/inquiry",
      "/partners/eon/wallet/v2/transactions",
      "/sms/messages",
      "/sms",
      "/faults",
      "/totp",
    ]),
  );
});

test("every call that is described is there", async () => {
  const sandbox = await start();
  const { body } = await ask(sandbox, "GET", "/openapi.json");
  // The sandbox's own description.
  const paths = body["paths"] as Record<string, Record<string, object>>;
  expect(Object.keys(paths).length).toBeGreaterThan(35);
  for (const [path, calls] of Object.entries(paths)) {
    for (const method of Object.keys(calls)) {
      const answer = await fetch(sandbox.url + path.replaceAll(/[{}]/g, ""), {
        method: method.toUpperCase(),
        headers: { ...CLIENT, "content-type": "application/json" },
        ...(method === "get" ? {} : { body: "{}" }),
      });
      const text = await answer.text();
      expect(text, `${method} ${path}`).not.toMatch(/"Route .* not found"/);
      expect(answer.status, `${method} ${path}`).toBeLessThan(500);
    }
  }
});

/** The status of a call that names this host. */
function statusFor(sandbox: { port: number }, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const options = { host: "127.0.0.1", port: sandbox.port, path: "/sms", headers: { host } };
    get(options, (answer) => resolve(answer.resume().statusCode)).on("error", reject);
  });
}

test("S006 a domain that is made to point at this machine reads no codes", async () => {
  const sandbox = await start();
  const { port } = sandbox;
  for (const name of ["localhost", "127.0.0.1", "[::1]", "LOCALHOST"]) {
    expect(await statusFor(sandbox, `${name}:${port}`), name).toBe(200);
  }
  for (const host of [
    "evil.example",
    `evil.example:${port}`,
    `localhost.evil.example:${port}`,
    `127.0.0.1.evil.example:${port}`,
    `localhost:${port + 1}`,
    "localhost",
  ]) {
    expect(await statusFor(sandbox, host), host).toBe(421);
  }
});
