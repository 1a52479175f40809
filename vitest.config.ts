import path from "node:path";
import { configDefaults, defineConfig } from "vitest/config";

/** Tests of the portal's own program, which takes what it finds of a page from the global scope. */
const WITH_A_PAGE = ["test/portal/**/*.test.ts"];

/** Tests of sources that only Vite can load. */
const OF_THE_BROWSER = ["src/{portal,console,client,ui}/**/*.test.ts"];

/** What the command line leaves out: Vitest itself takes it out of no project. */
const LEFT_OUT = process.argv.filter((_, place) => process.argv[place - 1] === "--exclude");

export default defineConfig({
  test: {
    globalSetup: "test/support/template.ts",
    setupFiles: "test/support/propertyLimits.ts",
    // Two cores, and the tests in a browser beside these: so both end at about the same time, and no core rests.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: "rules",
          globalSetup: [],
          include: ["{src,test,lab}/**/*.test.ts"],
          exclude: [...configDefaults.exclude, ...WITH_A_PAGE, ...OF_THE_BROWSER, ...LEFT_OUT],
          // The server is loaded once for each worker, not for each file: a third of the time. What a
          // file needs of its own it makes (makeWorld), and puts away.
          isolate: false,
          // And it is loaded as the bank loads it: what Vite makes of it looks up each imported name anew with
          // each use, which is up to a tenth of the processor time.
          experimental: { viteModuleRunner: false, nodeLoader: false },
          execArgv: ["--import", path.resolve("test/support/argon2Hook.ts")],
        },
      },
      {
        extends: true,
        test: { name: "browser", globalSetup: [], include: OF_THE_BROWSER, isolate: false },
      },
      {
        extends: true,
        test: {
          name: "page",
          globalSetup: [],
          include: WITH_A_PAGE,
          alias: { "@node-rs/argon2": path.resolve("test/support/argon2Once.ts") },
        },
      },
    ],
    // Limits end what hangs, and time nothing: a machine of a fifth of the speed keeps them.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // What is waited for comes as soon as it can, however slow the machine.
    expect: { poll: { timeout: 300_000 } },
  },
});
