import { existsSync } from "node:fs";
import type { App } from "#server/platform/app.ts";
import { buildApp, closeApp } from "#server/entry/buildApp.ts";
import { readConfig } from "#server/platform/config/config.ts";
import { findEmbedded } from "#server/db/embedded.ts";
import { prepareDatabase } from "#server/db/prepareDatabase.ts";
import { placesIn } from "./dataDir.ts";
import { explain } from "./problem.ts";

/**
 * Does one thing of an operator with the bank's own database and keys, and sets the exit code: a throw
 * is said in its own words. DATABASE_URL is the administrator's address as `npm start` takes it; without
 * it, the database that runs under DATA_DIR.
 */
export async function asOperator(work: (app: App) => Promise<void>): Promise<void> {
  const places = placesIn(process.env["DATA_DIR"] || ".data");
  const adminUrl = process.env["DATABASE_URL"] || (await findEmbedded(places.database));
  if (adminUrl === undefined || !existsSync(places.rolePasswords)) {
    fail("No database: start the bank first, or set DATA_DIR or DATABASE_URL.");
    return;
  }
  let appUrl: string;
  try {
    ({ appUrl } = await prepareDatabase(adminUrl, places.rolePasswords));
  } catch (error) {
    fail(explain(error));
    return;
  }
  // No partner is called; the configuration wants their addresses all the same.
  const nobody = "http://127.0.0.1:9";
  const app = await buildApp(
    readConfig({
      SECRETS_FILE: places.secrets,
      ISSUER_URL: nobody,
      INSTAPAY_URL: nobody,
      PESONET_URL: nobody,
      ...(process.env["SMPP_URL"] ? {} : { SMS_URL: nobody }),
      ...process.env,
      DATABASE_URL: appUrl,
      LOG_LEVEL: "silent",
    }),
    "operator",
  );
  try {
    await work(app);
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
  } finally {
    await closeApp(app);
  }
}

/** Says why nothing was done, and ends with 1. */
export function fail(why: string): void {
  console.error(why);
  process.exitCode = 1;
}

/** A moment as people here read it. */
export function momentInManila(at: Date): string {
  return at.toLocaleString("en-PH", {
    timeZone: "Asia/Manila",
    dateStyle: "medium",
    timeStyle: "short",
  });
}
