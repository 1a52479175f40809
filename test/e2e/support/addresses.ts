import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "#scripts/start/ports.ts";

/** Where the bank of this test run is. */
export type Addresses = {
  portalUrl: string;
  sandboxUrl: string;
  port: number;
  sandboxPort: number;
  dataDir: string;
  clockFile: string;
};

const VARIABLE = "E2E_ADDRESSES";

/**
 * Chosen once by the first process of the run; the others (the bank, the test workers) inherit the
 * choice in their environment.
 */
export async function addresses(): Promise<Addresses> {
  const chosen = process.env[VARIABLE];
  // Written below.
  if (chosen !== undefined) return JSON.parse(chosen) as Addresses;
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const dataDir = mkdtempSync(path.join(tmpdir(), "bank-e2e-"));
  const made: Addresses = {
    portalUrl: `http://localhost:${port}`,
    sandboxUrl: `http://127.0.0.1:${sandboxPort}`,
    port,
    sandboxPort,
    dataDir,
    clockFile: path.join(dataDir, "clock"),
  };
  process.env[VARIABLE] = JSON.stringify(made);
  return made;
}
