import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { migrate } from "#server/db/migrate.ts";
import { hasOtherPasswords, OtherPasswords, prepareDatabase } from "#server/db/prepareDatabase.ts";
import { placesIn, prepareDataDir } from "./start/dataDir.ts";
import { explain } from "./start/problem.ts";
import { readArguments } from "./start/readArguments.ts";

// Brings the database that DATABASE_URL names (an administrator's address) up to date: roles, schema,
// grants. Run it before the processes of a new version start; the former version goes on working. With
// --new-passwords the roles get new ones, which every process must be given.

const USAGE = `npm run migrate [-- --new-passwords]

DATABASE_URL is an administrator's address, DATA_DIR the folder with the passwords of the bank's roles (.data).`;

const { values } = readArguments(USAGE, () =>
  parseArgs({ options: { "new-passwords": { type: "boolean", default: false } } }),
);
const adminUrl = process.env["DATABASE_URL"];
if (!adminUrl) {
  console.error("Set DATABASE_URL to an administrator's address; `npm start` migrates by itself.");
  process.exit(2);
}
const places = placesIn(process.env["DATA_DIR"] || ".data");
const isKept = existsSync(places.rolePasswords);
try {
  const replaces = values["new-passwords"];
  if (!replaces && (await hasOtherPasswords(adminUrl, places.rolePasswords))) {
    throw new OtherPasswords(places.rolePasswords);
  }
  prepareDataDir(places);
  const { ownerUrl } = await prepareDatabase(adminUrl, places.rolePasswords, undefined, {
    replacesPasswords: replaces,
  });
  const applied = await migrate(ownerUrl);
  console.log(applied.length === 0 ? "Up to date." : `Applied: ${applied.join(", ")}.`);
  if (!isKept) console.log(`The passwords of the roles are new: ${places.rolePasswords}.`);
  else if (replaces)
    console.log(`The roles have the passwords of ${places.rolePasswords}, which was there.`);
} catch (error) {
  console.error(explain(error));
  process.exitCode = error instanceof OtherPasswords ? 2 : 1;
}
