import { parseArgs } from "node:util";
import { sealTrail } from "#server/platform/audit/sealTrail.ts";
import { buildApp, closeApp } from "#server/entry/buildApp.ts";
import { readConfig } from "#server/platform/config/config.ts";
import { readArguments } from "./start/readArguments.ts";

// Seals what has no seal yet and signs the heads of audit and ledger, as the worker does by the clock:
// for a bank whose worker does not run, and before a backup. Configured as the worker is.

readArguments("npm run audit:seal; configured as the worker is", () => parseArgs());

const app = await buildApp(readConfig(), "seal");
try {
  await sealTrail(app, "now", "wait");
  console.log("Sealed and signed.");
} finally {
  await closeApp(app);
}
