import { migrate } from "#server/db/migrate.ts";
import { prepareDatabase } from "#server/db/prepareDatabase.ts";
import { placesIn, prepareDataDir } from "./start/dataDir.ts";

// Brings the database that DATABASE_URL names (an administrator's address) up to date: roles, schema,
// grants. Run it before the processes of a new version start; the former version goes on working.

const adminUrl = process.env["DATABASE_URL"];
if (!adminUrl) {
  console.error("Set DATABASE_URL to an administrator's address; `npm start` migrates by itself.");
  process.exit(2);
}
const places = placesIn(process.env["DATA_DIR"] || ".data");
prepareDataDir(places);
const { ownerUrl } = await prepareDatabase(adminUrl, places.rolePasswords);
const applied = await migrate(ownerUrl);
console.log(applied.length === 0 ? "Up to date." : `Applied: ${applied.join(", ")}.`);
