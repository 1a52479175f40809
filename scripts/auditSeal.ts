import { sealTrail } from "#server/audit/sealTrail.ts";
import { buildApp, closeApp } from "#server/buildApp.ts";
import { readConfig } from "#server/config.ts";

// Seals what has no seal yet and signs the heads of audit and ledger, as the worker does by the clock:
// for a bank whose worker does not run, and before a backup. Configured as the worker is.

const app = await buildApp(readConfig(), "seal");
try {
  if (await sealTrail(app, "now")) console.log("Sealed and signed.");
  else console.log("The worker is sealing at this moment.");
} finally {
  await closeApp(app);
}
