import { existsSync } from "node:fs";
import { findEmbedded } from "#server/db/embedded.ts";
import { prepareDatabase } from "#server/db/prepareDatabase.ts";
import { placesIn } from "./dataDir.ts";

/** The reading role's connection to the database that runs under a data folder; undefined when none does. */
export async function readOnlyUrl(dataDir: string): Promise<string | undefined> {
  const places = placesIn(dataDir);
  const adminUrl = await findEmbedded(places.database);
  if (adminUrl === undefined || !existsSync(places.rolePasswords)) return undefined;
  return (await prepareDatabase(adminUrl, places.rolePasswords)).readonlyUrl;
}
