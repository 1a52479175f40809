import { existsSync } from "node:fs";
import os from "node:os";
import { buildApp, closeApp } from "#server/buildApp.ts";
import { readConfig } from "#server/config.ts";
import { findEmbedded } from "#server/db/embedded.ts";
import { prepareDatabase } from "#server/db/prepareDatabase.ts";
import { issueFirstTimeCode } from "#server/joining/firstTimeCode.ts";
import { placesIn } from "./start/dataDir.ts";

// Makes a first time user's code for a member who stands at the counter, and prints it, once: see that the
// member is who they say. DATABASE_URL is the administrator's address as `npm start` takes it; without it,
// the database that runs under DATA_DIR.

const membershipNo = process.argv.slice(2).join("");
if (membershipNo === "") stop("Name the member: npm run first-time-code -- <membership no>");
const places = placesIn(process.env["DATA_DIR"] || ".data");
const adminUrl = process.env["DATABASE_URL"] || (await findEmbedded(places.database));
if (adminUrl === undefined || !existsSync(places.rolePasswords)) {
  stop("No database: start the bank first, or set DATA_DIR or DATABASE_URL.");
}
const { appUrl } = await prepareDatabase(adminUrl, places.rolePasswords);
// Neither partner is called; the configuration wants their addresses all the same.
const nobody = "http://127.0.0.1:9";
const app = await buildApp(
  readConfig({
    SECRETS_FILE: places.secrets,
    ISSUER_URL: nobody,
    ...(process.env["SMPP_URL"] ? {} : { SMS_URL: nobody }),
    ...process.env,
    DATABASE_URL: appUrl,
    LOG_LEVEL: "silent",
  }),
  "operator",
);
try {
  const { code, expiresAt } = await issueFirstTimeCode(app, {
    membershipNo,
    issuedBy: os.userInfo().username,
  });
  const until = expiresAt.toLocaleString("en-PH", {
    timeZone: "Asia/Manila",
    dateStyle: "medium",
    timeStyle: "short",
  });
  console.log(`First-time code: ${code}\nGood once, until ${until} in Manila.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
} finally {
  await closeApp(app);
}

function stop(why: string): never {
  console.error(why);
  process.exit(1);
}
