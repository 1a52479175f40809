import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import { login, verifyOtp } from "#contract/auth.ts";
import type { App } from "#server/platform/app.ts";
import { buildApp, closeApp } from "#server/entry/buildApp.ts";
import { setClockAhead, setClockTo } from "./clockFile.ts";
import { makeClock } from "#server/platform/base/clock.ts";
import { type Config, readConfig } from "#server/platform/config/config.ts";
import { buildServer } from "#server/entry/buildServer.ts";
import { closeServer } from "#server/entry/closeServer.ts";
import { deliverSms } from "#server/platform/messages/deliverSms.ts";
import { ensureSecrets } from "#server/platform/secrets/secrets.ts";
import { type Sandbox, startSandbox } from "#sandbox/startSandbox.ts";
import { type Browser, type Client, makeClient, newBrowser } from "./browser.ts";
import { endJobs } from "./drainJobs.ts";
import { keepPlans } from "./keepPlans.ts";
import { makeStaff, type StaffOptions, type TestStaff } from "./makeStaff.ts";
import { makeMember, type MemberOptions, type TestMember } from "./makeMember.ts";
import { openTestDb, type TestDb } from "./testDb.ts";
import { waitForConnections } from "./waitForConnections.ts";

/** The time at which a test begins, unless it says otherwise: 10:00 in Manila on a Saturday. */
const START = new Date("2026-11-21T02:00:00Z");

/** The one key that all worlds share: the stored form of a test's password is then computed once. */
const passwordPepper = randomBytes(32).toString("base64url");

export type World = Client & {
  app: App;
  server: FastifyInstance;
  database: TestDb;
  sandbox: Sandbox;
  /** Puts all clocks to a moment. They then run on. */
  setTime: (at: Date) => void;
  /**
   * The issuer answers no more, or does again. Who waits for a silent one gives up after the world's
   * ISSUER_TIMEOUT_MS; an answer is waited for however slow the machine is.
   */
  expectSilence: (isSilent: boolean, limit?: Limit) => void;
  /** Lets time pass, for everyone. */
  passSeconds: (seconds: number) => void;
  makeMember: (options?: MemberOptions) => Promise<TestMember>;
  /** Somebody of the staff, signed in; with every role at branch 1, unless the test says otherwise. */
  makeStaff: (options?: StaffOptions) => Promise<TestStaff>;
  /** Signs in through the encrypted call and, where asked, with the code from the phone. */
  signIn: (member: TestMember, browser?: Browser) => Promise<Browser>;
  /** Sends what waits in the outbox for phones, and returns a phone's texts, newest first. */
  textsTo: (mobileNumber: string) => Promise<string[]>;
  /** The code in the newest text to a phone. */
  codeFor: (member: TestMember) => Promise<string>;
  /** A second process: the same database, keys and clock; its configuration may differ. */
  makeTwin: (
    differing?: Partial<Config>,
  ) => Promise<{ app: App; server: FastifyInstance } & Client>;
  close: () => Promise<void>;
};

/** How long the bank waits for an answer of those outside. */
const LIMITS = ["ISSUER_TIMEOUT_MS", "RAIL_TIMEOUT_MS"] as const;
type Limit = (typeof LIMITS)[number];
/** No answer of one that is well takes as long; the most that the configuration takes. */
const PATIENCE_MS = 60_000;

// The keys are all of them.
const limitsOf = (valueOf: (limit: Limit) => number) =>
  Object.fromEntries(LIMITS.map((limit) => [limit, valueOf(limit)])) as Record<Limit, number>;

/** An App on a database of its own, with the real sandbox outside it and nothing listening. */
export async function makeWorld(overrides: Record<string, string> = {}): Promise<World> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "world-"));
  const clockFile = path.join(folder, "clock");
  const setTime = (at: Date) => setClockTo(clockFile, at);
  setTime(START);
  const secretsFile = path.join(folder, "secrets.json");
  writeFileSync(secretsFile, JSON.stringify({ passwordPepper }), { mode: 0o600 });
  ensureSecrets(secretsFile, false);
  const database = await openTestDb();
  const sandbox = await startSandbox({ port: 0, smtpPort: 0, now: makeClock(clockFile) });
  const config = readConfig({
    NODE_ENV: "test",
    LOG_LEVEL: "silent",
    DATA_DIR: folder,
    DATABASE_URL: database.appUrl,
    SECRETS_FILE: secretsFile,
    ISSUER_URL: sandbox.url,
    INSTAPAY_URL: sandbox.url,
    PESONET_URL: sandbox.url,
    SMS_URL: sandbox.url,
    SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}`,
    PUSH_SERVICES: sandbox.url,
    CLOCK_FILE: clockFile,
    PUBLIC_DIR: path.join(folder, "no-portal"),
    CONSOLE_DIR: path.join(folder, "no-console"),
    EVEN_ANSWER_MS: "0",
    ...overrides,
  });
  const haste = limitsOf((name) => config[name]);
  const patience = limitsOf(() => PATIENCE_MS);
  Object.assign(config, patience);
  const built: { app: App; server: FastifyInstance }[] = [];
  const start = async (options: Config) => {
    const app = await buildApp(options, "test");
    keepPlans(app.pool);
    // A test that stops its own database sees the bank's own limits.
    if (overrides["DATABASE_URL"] === undefined) waitForConnections(app.pool);
    const server = buildServer(app);
    built.push({ app, server });
    return { app, server, ...makeClient(server, app.now) };
  };
  const main = await start(config);
  const { app, call } = main;

  async function textsTo(mobileNumber: string): Promise<string[]> {
    await deliverTexts(app);
    const url = new URL(`/sms?to=${encodeURIComponent(mobileNumber)}`, sandbox.url);
    // The sandbox's own answer.
    const texts = (await (await fetch(url)).json()) as { text: string }[];
    return texts.map(({ text }) => text);
  }

  async function codeFor(member: TestMember): Promise<string> {
    const texts = await textsTo(member.mobileNumber ?? "");
    const code = texts.map((text) => /^(\d{6}) /.exec(text)?.[1]).find(Boolean);
    if (code === undefined) throw new Error("there is no code on the phone");
    return code;
  }

  async function signIn(member: TestMember, browser = newBrowser()): Promise<Browser> {
    const { username, password } = member;
    const answer = await call(login, { body: { username, password } }, browser);
    if (!answer.status) throw new Error(`login: ${answer.message}`);
    const { guid } = answer.result;
    if ("token" in answer.result)
      return Object.assign(browser, { guid, token: answer.result.token });
    const { pinId } = answer.result;
    const pin = await codeFor(member);
    const verified = await call(verifyOtp, { body: { memberGuid: guid, pinId, pin } }, browser);
    if (!verified.status) throw new Error(`code: ${verified.message}`);
    return Object.assign(browser, { guid, token: verified.result.token });
  }

  const expectSilence: World["expectSilence"] = (isSilent, limit = "ISSUER_TIMEOUT_MS") => {
    Object.assign(app.config, { [limit]: (isSilent ? haste : patience)[limit] });
  };
  const passSeconds = (seconds: number) =>
    setClockAhead(clockFile, Number(readFileSync(clockFile, "utf8")) + seconds);
  return {
    ...main,
    database,
    sandbox,
    setTime,
    passSeconds,
    expectSilence,
    makeStaff: (options) => makeStaff({ ...main, passSeconds }, options),
    makeMember: (options) => makeMember(app, options),
    signIn,
    textsTo,
    codeFor,
    makeTwin: (differing) => start({ ...config, ...differing }),
    close: async () => {
      for (const { app: each, server } of built) {
        await closeServer(server);
        await endJobs(each);
        await closeApp(each);
      }
      await sandbox.close();
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What the worker does with texts, without the worker. */
async function deliverTexts(app: App): Promise<void> {
  const rows = await app.db
    .deleteFrom("outbox")
    .where("kind", "=", "send_text")
    .returning(["id", "payload"])
    .execute();
  for (const { id, payload } of rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    await deliverSms(app, payload, String(id));
  }
}
