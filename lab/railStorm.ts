import { parseArgs } from "node:util";
import { stormInstapay } from "./railStorm/instapayStorm.ts";
import { stormPesonet } from "./railStorm/pesonetStorm.ts";
import { endOnSignals } from "#scripts/start/endOnSignals.ts";
import { readArguments, readWhole } from "#scripts/start/readArguments.ts";
import { startOwnBank } from "#test/support/ownBank.ts";

/*
 * npm run rail-storm [-- pesonet] [-- 1000]: transfers over HTTP while 30 % of what the rail is asked times out and
 * 10 % is answered slowly; InstaPay's until the hour of each is over, PESONet's over several cycles, while
 * processes are killed. At the end: none sent twice, all credited or given back in time, and every peso in the
 * rail's statement, in our books and at the issuer (docs/security.md S101, S102).
 */
const USAGE = "npm run rail-storm [-- pesonet] [transfers]; InstaPay and 1,000 unless said";

const { isPesonet, count } = readArguments(USAGE, readWords);
const starting = startOwnBank(
  "rail-storm",
  { LOG_LEVEL: "error", RAIL_TIMEOUT_MS: "400", ISSUER_TIMEOUT_MS: "2000" },
  () => undefined,
);
endOnSignals(async () => (await starting).end());
const bank = await starting;
try {
  const storm = isPesonet ? stormPesonet : stormInstapay;
  process.exitCode = (await storm(bank, count)) ? 0 : 1;
} finally {
  await bank.end();
}

function readWords(): { isPesonet: boolean; count: number } {
  const { positionals } = parseArgs({ allowPositionals: true });
  const isPesonet = positionals[0] === "pesonet";
  const [transfers = "1000", ...more] = positionals.slice(isPesonet ? 1 : 0);
  if (more.length > 0) throw new Error(`Too many words: ${more.join(" ")}.`);
  return { isPesonet, count: readWhole("A storm", transfers, 1, 100_000) };
}
