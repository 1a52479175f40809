import { fork } from "node:child_process";
import { once } from "node:events";
import type { DatabaseUrls } from "#server/db/prepareDatabase.ts";
import { type Bank, chooseAddresses } from "./addresses.ts";

/** The bank, and how to end it. */
export type BankProcess = { bank: Bank; stop: () => Promise<void> };

/**
 * Starts a whole bank of one's own in a process (startStack.ts) and waits until it serves. What it
 * says is passed on. Throws with everything it said when it does not come up.
 */
export async function startBank(): Promise<BankProcess> {
  const addresses = await chooseAddresses();
  const child = fork("test/e2e/support/startStack.ts", [JSON.stringify(addresses)], {
    execArgv: [],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let said = "";
  const hear = (part: Buffer) => {
    said += part.toString("utf8");
    process.stdout.write(part);
  };
  child.stdout?.on("data", hear);
  child.stderr?.on("data", hear);
  const ended = once(child, "exit");
  const message = await Promise.race([once(child, "message"), ended.then(() => undefined)]);
  if (message === undefined) throw new Error(`The bank did not start: ${said}`);
  // What startStack.ts sends once the bank serves.
  const databaseUrls = message[0] as DatabaseUrls;
  return {
    bank: { ...addresses, databaseUrls },
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
