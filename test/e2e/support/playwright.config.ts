import path from "node:path";
import { defineConfig } from "@playwright/test";
import { cameraArgs } from "./cameraFilm.ts";
import { BROWSER_ARGS, findTestBrowser } from "#scripts/findBrowser.ts";

const browser = await findTestBrowser();

/**
 * The built portal in a real browser, before the real API, worker, sandbox and PostgreSQL: one such
 * bank for each of Playwright's workers. A file stays with one of them, in its order, unless it
 * says that its tests may part.
 */
export default defineConfig({
  testDir: path.resolve("test/e2e"),
  // Of a run by itself (npm test), or by hand.
  outputDir: path.resolve(process.env["TEST_REPORTS"] ?? "test-results", "browser"),
  // Two cores: a third worker only makes the others wait.
  workers: 2,
  retries: 0,
  // Against hanging only: the tests on PostgreSQL run beside these, on the same cores, and a machine may have a
  // fifth of the speed of ours.
  timeout: 900_000,
  expect: { timeout: 120_000 },
  reporter: [["list"], ["json"]],
  use: {
    // A worker would answer in place of the network that a test shapes; the tests of the app let it in.
    serviceWorkers: "block",
    locale: "en-PH",
    timezoneId: "Asia/Manila",
    viewport: { width: 1280, height: 800 },
    // Nothing fades or shimmers: half-drawn frames cost time and prove nothing.
    contextOptions: { reducedMotion: "reduce" },
    // A trace costs a quarter of the time, and is thrown away when the test passes: --trace on.
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: browser.executablePath,
      args: [...BROWSER_ARGS, ...cameraArgs()],
      env: { ...definedOf(process.env), ...browser.env },
    },
  },
});

function definedOf(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );
}
