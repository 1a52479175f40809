import path from "node:path";
import { withCheckDigit } from "#common/checkDigit.ts";
import type { App } from "#server/platform/app.ts";
import { buildApp, closeApp } from "#server/entry/buildApp.ts";
import { startEmbedded } from "#server/db/embedded.ts";
import { migrate } from "#server/db/migrate.ts";
import { prepareDatabase } from "#server/db/prepareDatabase.ts";
import { ensureSecrets } from "#server/platform/secrets/secrets.ts";
import { transact } from "#server/db/db.ts";
import { checkImport } from "#server/domains/imports/checkImport.ts";
import { runImport } from "#server/domains/imports/runImport.ts";
import { startImport } from "#server/domains/imports/startImport.ts";
import { takeUpload } from "#server/domains/imports/takeUpload.ts";
import { makeFolder, removeFolder } from "#lab/bench/ownFolder.ts";
import { loneConfig } from "./loneConfig.ts";

const HEADER =
  "membership_no,last_name,first_name,birth_date,office,mobile,capital_contribution,savings,storage_account";

/**
 * Takes so many members over from a file, on a durable database of its own: how long each step takes, and
 * how much memory all of it.
 */
export async function benchImport(rows: number): Promise<void> {
  const folder = makeFolder("bench-import-");
  const secretsFile = path.join(folder, "secrets.json");
  ensureSecrets(secretsFile, true);
  const embedded = await startEmbedded(path.join(folder, "database"));
  try {
    const urls = await prepareDatabase(embedded.adminUrl, path.join(folder, "roles.json"));
    await migrate(urls.ownerUrl);
    const config = loneConfig(folder, urls.appUrl, { SECRETS_FILE: secretsFile });
    const app = await buildApp(config, "bench");
    try {
      await takeOver(app, rows);
    } finally {
      await closeApp(app);
    }
  } finally {
    await embedded.stop();
    removeFolder(folder);
  }
}

async function takeOver(app: App, rows: number): Promise<void> {
  await app.db
    .insertInto("office")
    .values({
      id: 1n,
      branch_name: "Bench",
      line_1: "",
      barangay: "",
      municipality_city: "",
      state_province: "",
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 100);
  try {
    const guid = await timed("import: rows sent", rows, () =>
      takeUpload(app, {
        fileName: "bench.csv",
        bytes: file(rows),
        uploadedBy: "bench",
        correlationId: "bench",
      }),
    );
    const { id } = await app.db
      .selectFrom("member_import")
      .select("id")
      .where("guid", "=", guid)
      .executeTakeFirstOrThrow();
    await timed("import: dry run", rows, () => checkImport(app, id));
    await transact(app.db, (tx) => startImport(tx, app, { guid, approvedBy: "bench" }));
    await timed("import: run", rows, () => runImport(app, id));
    const done = await app.db
      .selectFrom("member_import")
      .select(["state", "add_count", "invalid_count"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    console.log(`import: ${done.state}, ${done.add_count} added, ${done.invalid_count} invalid`);
    console.log(`import: at most ${Math.round(most / 1024 / 1024)} MB of memory`);
  } finally {
    clearInterval(watch);
  }
}

async function timed<T>(what: string, rows: number, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const answer = await work();
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
  console.log(
    `${what.padEnd(30)} ${String(seconds).padStart(7)} s ${Math.round(rows / seconds)} rows/s`,
  );
  return answer;
}

async function* file(rows: number): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(`${HEADER}\n`);
  for (let from = 0; from < rows; from += 1000) {
    const piece = Array.from({ length: Math.min(1000, rows - from) }, (_, index) =>
      rowOf(from + index),
    );
    yield encoder.encode(piece.join(""));
  }
}

function rowOf(serial: number): string {
  const number = withCheckDigit(`00012026${String(serial).padStart(7, "0")}`);
  return `${number},Dela Cruz,Maria Luz,1980-06-02,1,0917${String(serial).padStart(7, "0")},${1000 + serial}.05,250.50,100.00\n`;
}
