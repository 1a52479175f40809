import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { startEmbedded } from "#server/db/embedded.ts";
import { migrate } from "#server/db/migrate.ts";
import { prepareDatabase } from "#server/db/prepareDatabase.ts";
import { readArguments } from "./start/readArguments.ts";

// Writes src/server/db/schema.ts: the types of the tables, read from a freshly migrated database.
// With --check writes nothing and fails when the committed file is not what the baseline and the migrations make.

const OUT = "src/server/db/schema.ts";
const { values } = readArguments("npm run schema [-- --check]", () =>
  parseArgs({ options: { check: { type: "boolean", default: false } } }),
);
const folder = mkdtempSync(path.join(os.tmpdir(), "schema-"));
const database = await startEmbedded(path.join(folder, "data"), { test: true });
try {
  const { ownerUrl } = await prepareDatabase(
    database.adminUrl,
    path.join(folder, "passwords.json"),
  );
  await migrate(ownerUrl);
  const made = path.join(folder, "schema.ts");
  generate(ownerUrl, made);
  const text = `// oxlint-disable max-lines -- one line a column, written by a program\n${readFileSync(made, "utf8")}`;
  if (!values.check) {
    writeFileSync(OUT, text);
    console.log(`${OUT} written`);
  } else if (readFileSync(OUT, "utf8") !== text) {
    console.error(
      `${OUT} is not what the baseline and the migrations make: run node scripts/writeSchema.ts`,
    );
    process.exitCode = 1;
  }
} finally {
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
}

function generate(url: string, out: string): void {
  const options = {
    dialect: "postgres",
    url,
    "out-file": out,
    "log-level": "error",
    "type-mapping": '{"int8":"bigint"}',
    "date-parser": "string",
    "default-schema": "public",
    "include-pattern": "public.*",
  };
  const given = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const program = "node_modules/kysely-codegen/dist/cli/bin.js";
  const { status, stderr, error } = spawnSync(process.execPath, [program, ...given], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`kysely-codegen: ${error?.message ?? stderr}`);
}
