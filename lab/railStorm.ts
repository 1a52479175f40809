import { stormInstapay } from "./railStorm/instapayStorm.ts";
import { stormPesonet } from "./railStorm/pesonetStorm.ts";
import { endOnSignals } from "#scripts/start/endOnSignals.ts";
import { startOwnBank } from "#test/support/ownBank.ts";

/*
 * npm run rail-storm [-- pesonet] [-- 1000]: transfers over HTTP while 30 % of what the rail is asked times out and
 * 10 % is answered slowly; InstaPay's until the hour of each is over, PESONet's over several cycles, while
 * processes are killed. At the end: none sent twice, all credited or given back in time, and every peso in the
 * rail's statement, in our books and at the issuer (docs/security.md S101, S102).
 */
const words = process.argv.slice(2);
const count = Number(words.find((word) => /^\d+$/.test(word)) ?? 1_000);
const starting = startOwnBank(
  "rail-storm",
  { LOG_LEVEL: "error", RAIL_TIMEOUT_MS: "400", ISSUER_TIMEOUT_MS: "2000" },
  () => undefined,
);
endOnSignals(async () => (await starting).end());
const bank = await starting;
try {
  const storm = words.includes("pesonet") ? stormPesonet : stormInstapay;
  process.exitCode = (await storm(bank, count)) ? 0 : 1;
} finally {
  await bank.end();
}
