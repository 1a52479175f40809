import type { App } from "./app.ts";
import { makeClock } from "./clock.ts";
import type { Config } from "./config.ts";
import { openDb, openPool } from "./db/db.ts";
import { PATIENT } from "./gather.ts";
import { makeCardIssuer } from "./gateways/cardIssuer/eonIssuer.ts";
import { makeInstapay } from "./gateways/rails/instapay.ts";
import { makePesonet } from "./gateways/rails/pesonet.ts";
import { makeSmsGateway } from "./gateways/sms/makeSmsGateway.ts";
import { makeLog } from "./log.ts";
import { makeMetrics } from "./metrics.ts";
import { PDF_PROGRAM } from "./pdf/pdfProgram.ts";
import { makePdfQueue } from "./pdf/pdfQueue.ts";
import { systemRandom } from "./random.ts";
import { readSecrets } from "./secrets.ts";

/** Builds what a process is made of. Nothing is called yet: connections open with the first use. */
export async function buildApp(config: Config, processName = "api"): Promise<App> {
  const pool = openPool(config.DATABASE_URL, config.DATABASE_POOL);
  const log = makeLog(processName, config.LOG_LEVEL);
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on("error", (error) => log.warn({ err: error }, "an idle database connection broke"));
  const metrics = makeMetrics(processName);
  const now = makeClock(config.CLOCK_FILE);
  return {
    config,
    secrets: readSecrets(config.SECRETS_FILE),
    now,
    random: systemRandom,
    patience: PATIENT,
    pool,
    db: openDb(pool),
    log,
    metrics,
    issuer: makeCardIssuer(config),
    sms: makeSmsGateway(config, { now, random: systemRandom, log, metrics }),
    instapay: makeInstapay(config, { now, random: systemRandom }),
    pesonet: makePesonet(config, { now, random: systemRandom }),
    pdf: makePdfQueue({ log, metrics }, PDF_PROGRAM),
  };
}

/** Gives back the connections. Call it when nothing is under way any more. */
export async function closeApp(app: App): Promise<void> {
  await app.pdf.close();
  await app.db.destroy();
}
