import path from "node:path";
import { configDefaults, defineConfig } from "vitest/config";

/** Tests of the portal's own program, which takes what it finds of a page from the global scope. */
const WITH_A_PAGE = ["test/portal/**/*.test.ts"];

export default defineConfig({
  test: {
    globalSetup: "test/support/template.ts",
    // A password of a test is computed once, not with each of its thousands of sign-ins.
    alias: { "@node-rs/argon2": path.resolve("test/support/argon2Once.ts") },
    // Two cores: more workers only make each other wait.
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: "rules",
          globalSetup: [],
          include: ["src/**/*.test.ts", "test/**/*.test.ts"],
          exclude: [...configDefaults.exclude, ...WITH_A_PAGE],
          // The server is loaded once for each worker, not for each file: a third of the time. What a
          // file needs of its own it makes (makeWorld), and puts away.
          isolate: false,
        },
      },
      { extends: true, test: { name: "page", globalSetup: [], include: WITH_A_PAGE } },
    ],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // What is waited for comes as soon as it can, however slow the machine.
    expect: { poll: { timeout: 60_000 } },
  },
});
