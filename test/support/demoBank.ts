import { mkdtempSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { App } from "#server/platform/app.ts";
import { buildApp, closeApp } from "#server/entry/buildApp.ts";
import { readConfig } from "#server/platform/config/config.ts";
import { seedDemo } from "#demo/seedDemo.ts";
import { ensureSecrets } from "#server/platform/secrets/secrets.ts";
import { startSandbox } from "#sandbox/startSandbox.ts";
import { openTestDb } from "./testDb.ts";

export type DemoBank = {
  app: App;
  sandbox: Awaited<ReturnType<typeof startSandbox>>;
  close: () => Promise<void>;
};

/** A bank with the demo's data, on a database and a sandbox of its own. */
export async function openDemoBank(): Promise<DemoBank> {
  const testDb = await openTestDb();
  const sandbox = await startSandbox({ port: 0, now: () => new Date() });
  const secretsFile = path.join(mkdtempSync(path.join(os.tmpdir(), "demo-")), "secrets.json");
  ensureSecrets(secretsFile, true);
  const app = await buildApp(
    readConfig({
      NODE_ENV: "test",
      DATABASE_URL: testDb.appUrl,
      SECRETS_FILE: secretsFile,
      ISSUER_URL: sandbox.url,
      INSTAPAY_URL: sandbox.url,
      PESONET_URL: sandbox.url,
      SMS_URL: sandbox.url,
      LOG_LEVEL: "error",
    }),
    "test",
  );
  await seedDemo(app);
  return {
    app,
    sandbox,
    async close() {
      await closeApp(app);
      await sandbox.close();
      await testDb.close();
    },
  };
}
