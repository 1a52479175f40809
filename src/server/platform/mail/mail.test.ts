import { readFileSync } from "node:fs";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { brand } from "#brand";
import { getNoticeChoices, setNoticeChoices } from "#contract/noticeChoices.ts";
import { transact } from "#server/db/db.ts";
import { makeMailGateway, type OutgoingMail } from "#server/platform/gateways/mail/smtpMail.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import type { Browser } from "#test/support/browser.ts";
import { drainJobs } from "#test/support/drainJobs.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { asAdmin } from "#test/support/testDb.ts";
import { TEST_TLS } from "#test/support/tls.ts";

type Mail = {
  messageId: string;
  to: string;
  from: string;
  subject: string;
  text: string;
  html: string;
  headers: string[];
};

let world: World;
let member: TestMember;
let browser: Browser;
let address: string;
let lastBox = 0;

beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off", SMTP_TIMEOUT_MS: "2000" });
});
beforeEach(async () => {
  lastBox += 1;
  address = `member.${lastBox}@example.test`;
  member = await world.makeMember({ savings: 1_000_00n });
  await change({ email_address: address });
  browser = await world.signIn(member);
});
afterEach(() => fault("ok"));
afterAll(() => world.close());

const change = (values: { email_address?: string; first_name?: string; language?: string }) =>
  world.app.db.updateTable("member").set(values).where("id", "=", member.id).execute();

const fault = (mode: string, more: object = {}) =>
  fetch(`${world.sandbox.url}/faults`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ target: "mail", mode, ...more }),
  });

const choose = (position: "on" | "off", group: "money_in" | "security" = "money_in") =>
  world.call(
    setNoticeChoices,
    { params: { guid: member.guid }, body: { changes: [{ group, channel: "email", position }] } },
    browser,
  );

const MONEY = { amount: "₱5.00", sender: "ANA", bank: "BDO", into: "savings", account: "1234" };
const tell = (params: Record<string, string> = {}) =>
  transact(world.app.db, (tx) =>
    notify(tx, {
      memberId: member.id,
      kind: "money_in_account",
      params: { ...MONEY, refNo: "RF-1", ...params },
      at: world.app.now(),
    }),
  );

/** What came, after the worker did what was due; `inAnHour` also what it tries again. */
async function mails({ inAnHour = false } = {}): Promise<Mail[]> {
  await drainJobs(world.app);
  if (inAnHour) {
    await asAdmin(world.database.adminUrl, (admin) =>
      admin.query("update graphile_worker._private_jobs set run_at = now()"),
    );
    await drainJobs(world.app);
  }
  const answer = await fetch(`${world.sandbox.url}/mail?to=${encodeURIComponent(address)}`);
  return (await answer.json()) as Mail[];
}

const states = async () =>
  (
    await sql<{ state: string; reason: string }>`
      select m.state, m.reason from mail_message m join notification n on n.id = m.notification_id
      where n.member_id = ${member.id} order by n.id`.execute(world.app.db)
  ).rows;

test("S339 who chose e-mail for a kind of notices has it in the mailbox once, in words and as HTML, and nobody else has", async () => {
  await tell();
  expect(await mails()).toEqual([]);
  expect(await choose("on")).toMatchObject({ status: true });
  const seen = await world.call(getNoticeChoices, { params: { guid: member.guid } }, browser);
  expect(seen).toMatchObject({ result: { emailAddress: address } });
  await tell();
  const [mail, ...more] = await mails();
  expect(more).toEqual([]);
  expect(mail).toMatchObject({
    to: address,
    from: "notices@example.test",
    subject: `${brand.product}: about money you received`,
  });
  expect(mail?.text).toContain("You received ₱5.00 from ANA (BDO) in your savings ending in 1234.");
  expect(mail?.text).toContain("Nov 21, 2026, 10:00 AM");
  expect(mail?.html).toContain('<html lang="en">');
  expect(mail?.headers).toContain("auto-submitted: auto-generated");
  expect(await states()).toEqual([{ state: "handed_over", reason: "" }]);
  await choose("off");
  await tell();
  expect(await mails()).toHaveLength(1);
});

test("S339 who chose Filipino is written to in Filipino; the subject has neither amount nor name", async () => {
  await choose("on");
  await change({ language: "fil" });
  await tell();
  const [mail] = await mails();
  expect(mail?.subject).toBe(`${brand.product}: tungkol sa perang natanggap ninyo`);
  expect(mail?.text).toContain("Nakatanggap kayo ng ₱5.00");
  expect(mail?.html).toContain('<html lang="fil">');
});

test("S340 what somebody else chose makes no header, no link and no markup of an e-mail", async () => {
  await choose("on");
  await change({ first_name: "Ana\r\nBcc: thief@example.test" });
  const sender = '<a href="https://evil.example.com">tap</a> www.evil.ph a@b.ph\r\n.\r\nX: 1';
  await tell({ sender });
  const [mail, ...more] = await mails();
  expect(more).toEqual([]);
  expect(mail?.to).toBe(address);
  expect(mail?.headers.join("\n")).not.toMatch(/^(?:bcc|x):/im);
  for (const words of [mail?.text, mail?.html]) {
    expect(words).toContain("₱5.00");
    expect(words).not.toMatch(/https?:|www\.|\w\.(?:com|ph)\b|\w@\w/i);
  }
  expect(mail?.html).not.toContain("<a");
  expect(mail?.html).toContain(`<span style="white-space:nowrap">${brand.phone}</span>`);
});

test.each(["", "no at", "two@example.test, three@example.test", "ana@example.test\r\nBcc: x@y.ph"])(
  "S340 an address that is none is sent nothing: %j",
  async (wrong) => {
    await choose("on");
    await change({ email_address: wrong });
    await tell();
    expect(await mails()).toEqual([]);
    expect((await states()).map(({ state }) => state)).toEqual(wrong === "" ? [] : ["failed"]);
  },
);

test.each(["", "no at", "two@example.test, three@example.test"])(
  "S340 e-mail is not offered, nor switched on, for an address that none can be sent to: %j",
  async (wrong) => {
    await change({ email_address: wrong });
    const seen = await world.call(getNoticeChoices, { params: { guid: member.guid } }, browser);
    expect(seen).toMatchObject({ result: { emailAddress: "" } });
    expect(await choose("on")).toMatchObject({ status: false, code: "unavailable" });
    expect(await choose("off")).toMatchObject({ status: true });
  },
);

test("S341 a notice that is not kept leaves no e-mail: both are one transaction", async () => {
  await choose("on");
  await expect(
    transact(world.app.db, async (tx) => {
      const params = { ...MONEY, refNo: "RF-1" };
      const at = world.app.now();
      await notify(tx, { memberId: member.id, kind: "money_in_account", params, at });
      throw new Error("not kept");
    }),
  ).rejects.toThrow("not kept");
  expect(await mails()).toEqual([]);
  expect(await states()).toEqual([]);
});

test.each([
  ["down", {}],
  ["error", { effect: "lost" }],
] as const)(
  "S341 what a mail server that is %s surely did not take is sent once it is well",
  async (mode, more) => {
    await choose("on");
    await fault(mode, more);
    await tell();
    expect(await mails()).toEqual([]);
    expect(await states()).toEqual([{ state: "queued", reason: expect.stringMatching(/answer/) }]);
    await fault("ok");
    expect(await mails({ inAnHour: true })).toHaveLength(1);
    expect(await states()).toMatchObject([{ state: "handed_over" }]);
  },
);

test.each(["kept", "lost"])(
  "S341 a silent mail server that %s the e-mail is not sent it a second time",
  async (effect) => {
    await choose("on");
    await fault("timeout", { effect });
    await tell();
    const came = effect === "kept" ? 1 : 0;
    expect(await mails()).toHaveLength(came);
    await fault("ok");
    expect(await mails({ inAnHour: true })).toHaveLength(came);
    expect(await states()).toMatchObject([{ state: "in_doubt" }]);
  },
);

test("S341 a mailbox that is not there, and a day gone by, end an e-mail", async () => {
  await choose("on");
  await fault("reject");
  await tell();
  expect(await mails()).toEqual([]);
  expect(await states()).toEqual([{ state: "failed", reason: "answered 550 to RCPT TO" }]);
  await fault("down");
  await tell();
  await mails();
  world.passSeconds(25 * 3600);
  await fault("ok");
  expect(await mails({ inAnHour: true })).toEqual([]);
  expect((await states()).map(({ state }) => state)).toEqual(["failed", "expired"]);
});

test("S342 without an address, or where the bank sends none, e-mail cannot be switched on", async () => {
  await change({ email_address: "" });
  expect(await choose("on")).toMatchObject({ httpStatus: 503, code: "unavailable" });
  const twin = await world.makeTwin({ SMTP_URL: undefined });
  const seen = await twin.call(getNoticeChoices, { params: { guid: member.guid } }, browser);
  expect(seen).toMatchObject({ result: { emailAddress: null } });
});

const letter: OutgoingMail = {
  id: "notice-1",
  to: "ana@example.test",
  subject: "Niño",
  language: "en",
  text: "Words\n",
  html: "<p>Words</p>\n",
  date: new Date("2026-11-21T02:00:00Z"),
};

/** Another maker's server; what it took, and whether each came encrypted. */
async function startServer(options: SMTPServerOptions, host = "127.0.0.1") {
  const taken: boolean[] = [];
  const server = new SMTPServer({
    disableReverseLookup: true,
    key: readFileSync(TEST_TLS.key),
    cert: readFileSync(TEST_TLS.cert),
    authOptional: true,
    ...options,
    onData(stream, session, done) {
      stream.resume();
      stream.on("end", () => {
        taken.push(session.secure);
        done();
      });
    },
  });
  server.on("error", () => undefined);
  server.listen(0, host);
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  return { port, taken, close: () => new Promise<void>((end) => server.close(() => end())) };
}

const gatewayTo = (url: string, more: object = {}) =>
  makeMailGateway({
    SMTP_URL: url,
    SMTP_USER: "",
    SMTP_PASSWORD: "",
    MAIL_FROM: "notices@example.test",
    SMTP_CA_FILE: TEST_TLS.cert,
    SMTP_TIMEOUT_MS: 5_000,
    ...more,
  });

test("S343 e-mail leaves encrypted, to a server that the certificate names and that we trust", async () => {
  const plain = await startServer({});
  expect(await gatewayTo(`smtp://localhost:${plain.port}`)?.send(letter)).toEqual({
    kind: "accepted",
  });
  // Not the machine's own name for itself, so encryption is asked for.
  const none = await startServer({ disabledCommands: ["STARTTLS"] }, "127.0.0.2");
  expect(await gatewayTo(`smtp://127.0.0.2:${none.port}`)?.send(letter)).toMatchObject({
    kind: "later",
  });
  const secure = await startServer({ secure: true });
  const url = `smtps://localhost:${secure.port}`;
  expect(await gatewayTo(url)?.send(letter)).toEqual({ kind: "accepted" });
  expect(await gatewayTo(url, { SMTP_CA_FILE: undefined })?.send(letter)).toMatchObject({
    kind: "later",
  });
  expect([plain.taken, none.taken, secure.taken]).toEqual([[true], [], [true]]);
  await Promise.all([plain.close(), none.close(), secure.close()]);
});

test("S343 a wrong password is the operator's to mend: nothing is lost, and the password is in no reason", async () => {
  const server = await startServer({
    authOptional: false,
    onAuth: ({ username, password }, _session, done) =>
      username === "bank" && password === "right word"
        ? done(null, { user: "bank" })
        : done(new Error("no")),
  });
  const url = `smtp://localhost:${server.port}`;
  const wrong = await gatewayTo(url, { SMTP_USER: "bank", SMTP_PASSWORD: "wrong word" })?.send(
    letter,
  );
  expect(wrong).toMatchObject({ kind: "later" });
  expect(JSON.stringify(wrong)).not.toContain("wrong word");
  const right = { SMTP_USER: "bank", SMTP_PASSWORD: "right word" };
  expect(await gatewayTo(url, right)?.send(letter)).toEqual({ kind: "accepted" });
  await server.close();
});
