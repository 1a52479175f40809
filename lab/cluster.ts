import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { type Extent, prove } from "./cluster/prove.ts";
import { type Cluster, startCluster } from "./cluster/startCluster.ts";
import { announce } from "#scripts/start/announce.ts";
import { explain } from "#scripts/start/problem.ts";
import { readArguments, readWhole } from "#scripts/start/readArguments.ts";
import { readStartOptions } from "#scripts/start/startOptions.ts";

/*
 * npm run cluster: the bank as several processes on this machine, until Ctrl-C: four API processes and two workers
 * on one database, and a balancer without sticky sessions in front. With -- --prove [kills] [rolling restarts]
 * [calls a second] it restarts and kills them under load, compares books, issuer and what members were told, and
 * ends with 0 when nothing was lost (docs/drills.md R1, R20, R23). docs/scaling.md
 */
const extent = readArguments(
  "npm run cluster [-- --prove [kills] [rolling restarts] [calls a second]]",
  readExtent,
);
const stopping = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => stopping.abort(new Error("stopped")));
}
let cluster: Cluster | undefined;
try {
  cluster = await start(extent === undefined);
  if (extent === undefined) {
    await stopped();
    console.log("\nStopping …");
  } else {
    process.exitCode = (await Promise.race([prove(cluster, extent), stopped()])) ? 0 : 1;
  }
} catch (error) {
  if (!stopping.signal.aborted) console.error(`\n${explain(error)}\n`);
  process.exitCode = 1;
} finally {
  await cluster?.end();
}
// What a proof was waiting for is not waited for any longer.
if (stopping.signal.aborted) process.exit();

async function start(isShown: boolean): Promise<Cluster> {
  const startedAt = performance.now();
  const { port, sandboxPort } = readStartOptions(process.env, false);
  const tell = isShown ? (text: string) => console.error(text) : () => undefined;
  const started = await startCluster(isShown ? { port, sandboxPort } : {}, tell, stopping.signal);
  if (isShown) {
    const seconds = (performance.now() - startedAt) / 1000;
    console.log(announce(started.stack, seconds, "Ctrl-C stops everything and forgets the data."));
    for (const [name, at] of Object.entries(started.apis)) {
      console.log(`  ${name.padEnd(17)}http://127.0.0.1:${at}`);
    }
    console.log(`  ${started.workers.join(", ").padEnd(17)}one works, the other stands by\n`);
    if (!existsSync("dist/portal")) console.log("  The pages are not built: npm run build\n");
  }
  return started;
}

/** Resolves with false when somebody presses Ctrl-C. */
function stopped(): Promise<false> {
  return new Promise((resolve) => {
    if (stopping.signal.aborted) resolve(false);
    stopping.signal.addEventListener("abort", () => resolve(false), { once: true });
  });
}

/** What is to be proved; undefined when the cluster is only to run. */
function readExtent(): Extent | undefined {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { prove: { type: "boolean", default: false } },
  });
  if (!values.prove && positionals.length > 0) throw new Error("Figures are of a proof: --prove.");
  if (!values.prove) return undefined;
  const figures = positionals.map((word) => readWhole("A proof", word, 0, 9999));
  const [kills = 20, rollings = 10, callsASecond = 50] = figures;
  return { kills, rollings, callsASecond };
}
