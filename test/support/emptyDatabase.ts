import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import type { DatabaseUrls } from "#server/db/prepareDatabase.ts";
import { asAdmin } from "./copyTemplate.ts";

/** A database of the bank's roles into which nothing was migrated. */
export type EmptyDatabase = DatabaseUrls & { adminUrl: string; drop: () => Promise<void> };

export async function makeEmptyDatabase(): Promise<EmptyDatabase> {
  const server = inject("testServer");
  const name = `${server.template}_${randomBytes(6).toString("hex")}`;
  const inIt = (address: string) => {
    const url = new URL(address);
    url.pathname = `/${name}`;
    return url.href;
  };
  await asAdmin(server.adminUrl, async (admin) => {
    await admin.query(`create database ${name} owner bank_owner template template0`);
    await admin.query(`revoke all on database ${name} from public`);
    await admin.query(`grant connect on database ${name} to bank_app, bank_readonly`);
  });
  return {
    adminUrl: inIt(server.adminUrl),
    ownerUrl: inIt(server.ownerUrl),
    appUrl: inIt(server.appUrl),
    readonlyUrl: inIt(server.readonlyUrl),
    drop: async () => {
      await asAdmin(server.adminUrl, (admin) => admin.query(`drop database ${name} (force)`));
    },
  };
}
