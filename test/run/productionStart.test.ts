import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { processEnvironment, startProcess } from "#test/support/serverProcess.ts";
import { asAdmin } from "#test/support/testDb.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

/** What production asks for, all of it right. */
function production(): Record<string, string> {
  const { CLOCK_FILE: _clock, ...environment } = processEnvironment(world.app.config);
  return {
    ...environment,
    NODE_ENV: "production",
    LOG_LEVEL: "info",
    PUBLIC_ORIGIN: "https://online.example.test",
    ISSUER_URL: "https://issuer.example.test",
    ISSUER_CLIENT_SECRET: "the issuer's own",
    SMS_URL: "https://sms.example.test",
    SMS_KEY: "the gateway's own",
    TRUSTED_PROXIES: "127.0.0.1",
    SMS_REPORT_KEY: "its reports' own",
  };
}

async function markDemoData(holdsDemoData: boolean): Promise<void> {
  await asAdmin(world.database.ownerUrl, (owner) =>
    owner.query("update installation set holds_demo_data = $1", [holdsDemoData]),
  );
}

test.each(["src/server/main.ts", "src/server/workerMain.ts"] as const)(
  "S031 in production %s does not start on a database that holds demo data",
  async (script) => {
    await markDemoData(true);
    const { status, stdout } = spawnSync(process.execPath, [script], {
      env: { PATH: process.env["PATH"], ...production() },
      encoding: "utf8",
    });
    expect(stdout).toContain("This database holds demo data, and production refuses it");
    expect(stdout).not.toContain("ready");
    expect(status).toBe(1);
  },
);

test("S031 in production the worker starts on a database without demo data", async () => {
  await markDemoData(false);
  const worker = await startProcess("src/server/workerMain.ts", production());
  expect(await worker.stop()).toBe(0);
});
