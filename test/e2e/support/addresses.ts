import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { DatabaseUrls } from "#server/db/prepareDatabase.ts";
import { freePort } from "#test/support/freePort.ts";

/** Where the bank of one test worker is. */
export type Addresses = {
  portalUrl: string;
  sandboxUrl: string;
  port: number;
  sandboxPort: number;
  dataDir: string;
  clockFile: string;
};

/** The bank once it serves. */
export type Bank = Addresses & { databaseUrls: DatabaseUrls };

/** Free ports and an empty folder for a bank of one's own. */
export async function chooseAddresses(): Promise<Addresses> {
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const dataDir = mkdtempSync(path.join(tmpdir(), "bank-e2e-"));
  return {
    portalUrl: `http://localhost:${port}`,
    sandboxUrl: `http://127.0.0.1:${sandboxPort}`,
    port,
    sandboxPort,
    dataDir,
    clockFile: path.join(dataDir, "clock"),
  };
}
