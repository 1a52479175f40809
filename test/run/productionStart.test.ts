import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { COMPILE_CACHE } from "#scripts/start/childPlans.ts";
import { readConfig } from "#server/platform/config/config.ts";
import { ensureSecrets } from "#server/platform/secrets/secrets.ts";
import { makeCertificate } from "#server/platform/signing/makeCertificate.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { processEnvironment, startProcess } from "#test/support/serverProcess.ts";
import { asAdmin } from "#test/support/testDb.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

/** What finds the program, and lets it start sooner. */
const PROGRAM = { PATH: process.env["PATH"], NODE_COMPILE_CACHE: COMPILE_CACHE };

/** What production asks for, all of it right. */
function production(): Record<string, string> {
  const { CLOCK_FILE: _clock, ...environment } = processEnvironment(world.app.config);
  const statementKey = path.join(world.app.config.DATA_DIR, "given-key.pem");
  // These processes run on the real clock.
  if (!existsSync(statementKey)) {
    writeFileSync(statementKey, makeCertificate("Given", new Date()), { mode: 0o600 });
  }
  return {
    ...environment,
    NODE_ENV: "production",
    LOG_LEVEL: "info",
    PUBLIC_ORIGIN: "https://online.example.test",
    ISSUER_URL: "https://issuer.example.test",
    ISSUER_CLIENT_SECRET: "the issuer's own",
    ISSUER_CARD_KEY: Buffer.alloc(32, 1).toString("base64url"),
    INSTAPAY_URL: "https://switch.example.test",
    PESONET_URL: "https://clearing.example.test",
    INSTAPAY_KEY: "the switch's own",
    PESONET_KEY: "the clearing house's own",
    RAIL_PARTICIPANT: "ABCDPHM1XXX",
    SMTP_URL: "smtps://mail.example.test",
    MAIL_FROM: "bank@mail.example.test",
    PUSH_SERVICES: "",
    SMS_URL: "https://sms.example.test",
    SMS_KEY: "the gateway's own",
    TRUSTED_PROXIES: "127.0.0.1",
    EVEN_ANSWER_MS: "200",
    SMS_REPORT_KEY: "its reports' own",
    STATEMENT_KEY_FILE: statementKey,
  };
}

async function markDemoData(holdsDemoData: boolean): Promise<void> {
  await asAdmin(world.database.ownerUrl, (owner) =>
    owner.query("update installation set holds_demo_data = $1", [holdsDemoData]),
  );
}

test.each(["src/server/entry/main.ts", "src/server/entry/workerMain.ts"] as const)(
  "S031 in production %s does not start on a database that holds demo data",
  async (script) => {
    await markDemoData(true);
    const { status, stdout } = spawnSync(process.execPath, [script], {
      env: { ...PROGRAM, ...production() },
      encoding: "utf8",
    });
    expect(stdout).toContain("This database holds demo data, and production refuses it");
    expect(stdout).not.toContain("ready");
    expect(status).toBe(1);
  },
);

test("S031 in production the worker starts on a database without demo data", async () => {
  await markDemoData(false);
  const worker = await startProcess("src/server/entry/workerMain.ts", production());
  expect(await worker.stop()).toBe(0);
});

/** One thing wrong each, and what the start must say of it. */
const MISTAKES: [string, Record<string, string>, RegExp][] = [
  ["the demo", { DEMO: "1" }, /DEMO: demo data and production do not go together/],
  [
    "a clock of its own",
    { CLOCK_FILE: "clock-of-its-own" },
    /CLOCK_FILE: production runs on the real/,
  ],
  [
    "the sandbox's issuer secret",
    { ISSUER_CLIENT_SECRET: "" },
    /ISSUER_CLIENT_SECRET: this is the/,
  ],
  ["the sandbox's card key", { ISSUER_CARD_KEY: "" }, /ISSUER_CARD_KEY: this is the sandbox's/],
  ["the sandbox's key of a rail", { INSTAPAY_KEY: "" }, /INSTAPAY_KEY: this is the sandbox's/],
  ["the sandbox's SMS key", { SMS_KEY: "" }, /SMS_KEY: this is the sandbox's/],
  ["a partner without https", { ISSUER_URL: "http://127.0.0.1:8090" }, /ISSUER_URL: must be https/],
  ["no origin", { PUBLIC_ORIGIN: "" }, /PUBLIC_ORIGIN is missing/],
  [
    "an origin without https",
    { PUBLIC_ORIGIN: "http://bank.test" },
    /PUBLIC_ORIGIN: must be https/,
  ],
  ["answers whose time tells", { EVEN_ANSWER_MS: "50" }, /EVEN_ANSWER_MS: under 100/],
  ["nobody who ends https", { TRUSTED_PROXIES: "" }, /TRUSTED_PROXIES is missing/],
];

describe("S031 S001 in production no process starts with", () => {
  const scripts = ["src/server/entry/main.ts", "src/server/entry/workerMain.ts"];

  function changed(changes: Record<string, string>): Record<string, string> {
    const given = Object.entries({ ...production(), ...changes });
    return Object.fromEntries(given.filter(([, value]) => value !== ""));
  }

  function startWith(script: string, changes: Record<string, string>) {
    return spawnSync(process.execPath, [script], {
      env: { ...PROGRAM, ...changed(changes) },
      encoding: "utf8",
    });
  }

  test.each(MISTAKES)("%s", (_, changes, complaint) => {
    expect(() => readConfig(changed(changes))).toThrow(complaint);
    // Both end with whatever the reading of their configuration throws: of one mistake it is seen.
    for (const script of "DEMO" in changes ? scripts : []) {
      const { status, stdout, stderr } = startWith(script, changes);
      expect(status).not.toBe(0);
      expect(stdout + stderr).toMatch(complaint);
      expect(stdout).not.toContain('"ready":true');
    }
  });

  test("S273 the API without the key that signs statements", () => {
    const { status, stdout, stderr } = startWith("src/server/entry/main.ts", {
      STATEMENT_KEY_FILE: "",
    });
    expect(status).not.toBe(0);
    expect(stdout + stderr).toContain("STATEMENT_KEY_FILE is missing");
    expect(stdout).not.toContain('"ready":true');
  });

  test("the keys of a demo, or keys that others may read", () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), "keys-"));
    try {
      const demo = path.join(folder, "demo.json");
      ensureSecrets(demo, true);
      const open = path.join(folder, "open.json");
      ensureSecrets(open, false);
      chmodSync(open, 0o644);
      for (const [file, complaint] of [
        [demo, /these are the demo's keys/],
        [open, /may be read by others/],
      ] as const) {
        for (const script of scripts) {
          const { status, stdout, stderr } = startWith(script, { SECRETS_FILE: file });
          expect(status).not.toBe(0);
          expect(stdout + stderr).toMatch(complaint);
        }
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
