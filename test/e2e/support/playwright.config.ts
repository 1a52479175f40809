import path from "node:path";
import { defineConfig } from "@playwright/test";
import { BROWSER_ARGS, findBrowser } from "#scripts/findBrowser.ts";
import { addresses } from "./addresses.ts";

const browser = await findBrowser();
const { portalUrl } = await addresses();

/** The built portal in a real browser, before the real API, worker, sandbox and PostgreSQL. */
export default defineConfig({
  testDir: path.resolve("test/e2e"),
  outputDir: path.resolve("test-results"),
  // One after the other: tests set the clock and the sandbox's faults for the whole bank.
  workers: 1,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [["list"], ["json"]],
  use: {
    baseURL: portalUrl,
    locale: "en-PH",
    timezoneId: "Asia/Manila",
    viewport: { width: 1280, height: 800 },
    trace: "retain-on-failure",
    launchOptions: {
      executablePath: browser.executablePath,
      args: BROWSER_ARGS,
      env: { ...definedOf(process.env), ...browser.env },
    },
  },
  webServer: {
    command: "node test/e2e/support/startStack.ts",
    cwd: path.resolve("."),
    url: `${portalUrl}/health/ready`,
    timeout: 120_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: "SIGTERM", timeout: 30_000 },
    stdout: "pipe",
    stderr: "pipe",
  },
});

function definedOf(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );
}
