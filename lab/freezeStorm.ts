import { parseArgs } from "node:util";
import { endOnSignals } from "#scripts/start/endOnSignals.ts";
import { readArguments, readWhole } from "#scripts/start/readArguments.ts";
import { startCluster } from "./cluster/startCluster.ts";
import { stormFreezes } from "./freezeStorm/rounds.ts";

/*
 * npm run freeze-storm [-- 1000]: members freeze their accounts, or staff do, while their own orders come in over four API
 * processes, with a socket open at each. No order is accepted after the freeze's moment, and from the press to the
 * last closed socket, and to the card's lock that the issuer confirmed, the 99th of a hundred takes a second at the most
 * (docs/security.md S205).
 */
const rounds = readArguments("npm run freeze-storm [rounds]; 1,000 unless said", () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  if (positionals.length > 1) throw new Error(`Too many words: ${positionals.join(" ")}.`);
  return readWhole("A storm", positionals[0] ?? "1000", 1, 100_000);
});
const starting = startCluster({}, () => undefined);
endOnSignals(async () => (await starting).end());
const cluster = await starting;
try {
  process.exitCode = (await stormFreezes(cluster, rounds)) ? 0 : 1;
} finally {
  await cluster.end();
}
