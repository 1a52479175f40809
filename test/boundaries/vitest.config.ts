import { defineConfig } from "vitest/config";

/** What asks only the files themselves: no database is made for it, as for the other tests. */
export default defineConfig({
  test: {
    include: ["test/boundaries.test.ts", "test/floors.test.ts", "test/houseRules.test.ts"],
    // Against hanging only, as in vitest.config.ts.
    testTimeout: 600_000,
    hookTimeout: 900_000,
  },
});
