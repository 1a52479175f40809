import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { auditActions } from "#console/texts/en/auditActions.ts";

/** The action of an inserted event: what follows its kind of actor and its actor. */
const WRITTEN =
  /insert into audit_event \(at, actor_kind, actor, action,[^)]*\)\s*(?:values|select)[^']*'[a-z]+',[^']*'([a-z_]+)'/g;

test("what SQL writes into the audit trail has words in the console, as what the program writes", () => {
  const files = globSync("src/server/**/*.{sql,ts}").filter((file) => !file.endsWith(".test.ts"));
  const written = files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(WRITTEN)].map(([, action = ""]) => action),
  );
  // The compiler holds every other action to the catalogue: these it does not see.
  expect(written.toSorted()).toEqual([...Array(4).fill("accept_transfer"), "move_loan"]);
  expect(written.filter((action) => !(action in auditActions))).toEqual([]);
});
