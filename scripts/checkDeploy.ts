import { parseArgs } from "node:util";
import { checkMonitoring, monitoringTools } from "./checkDeploy/monitoring.ts";
import { checkProxy, proxyTools } from "./checkDeploy/proxy.ts";
import { missing, type Tool } from "./checkDeploy/tools.ts";
import { checkUnits, unitTools } from "./checkDeploy/units.ts";
import { readArguments } from "./start/readArguments.ts";

/*
 * npm run check:deploy [-- units monitoring proxy]: tries what deploy/ holds with the programs it is
 * written for. Exits 1 at the first thing that is wrong, 2 when a program is missing. Changes nothing on
 * this machine.
 */

type Check = { tools: readonly Tool[]; check: () => string[] | Promise<string[]> };

const CHECKS: Record<string, Check> = {
  units: { tools: unitTools, check: checkUnits },
  monitoring: { tools: monitoringTools, check: checkMonitoring },
  proxy: { tools: proxyTools, check: () => checkProxy((text) => console.error(text)) },
};

/** The checks named by the words of the command; all when it has none. */
function readNames(): string[] {
  const { positionals } = parseArgs({ allowPositionals: true });
  const unknown = positionals.filter((name) => !Object.hasOwn(CHECKS, name));
  if (unknown.length > 0) throw new Error(`There is no check of ${unknown.join(", ")}.`);
  return positionals;
}

async function main(named: readonly string[]): Promise<void> {
  const chosen = Object.entries(CHECKS).filter(
    ([name]) => named.length === 0 || named.includes(name),
  );
  const lacking = chosen.flatMap(([, { tools }]) => missing(tools));
  if (lacking.length > 0) {
    console.error(lacking.join("\n"));
    process.exitCode = 2;
    return;
  }
  for (const [name, { check }] of chosen) {
    for (const line of await check()) console.log(`${name}: ${line}`);
  }
}

await main(readArguments("npm run check:deploy [-- units monitoring proxy]", readNames)).catch(
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  },
);
