import type { App } from "#server/platform/app.ts";
import { makeClock } from "#server/platform/base/clock.ts";
import type { Config } from "#server/platform/config/config.ts";
import { openDb, openPool } from "#server/db/db.ts";
import { PATIENT } from "#server/platform/base/gather.ts";
import { makeCardIssuer } from "#server/platform/gateways/cardIssuer/eonIssuer.ts";
import { makeInstapay } from "#server/platform/gateways/rails/instapay.ts";
import { makePesonet } from "#server/platform/gateways/rails/pesonet.ts";
import { makeMailGateway } from "#server/platform/gateways/mail/smtpMail.ts";
import { makeSmsGateway } from "#server/platform/gateways/sms/makeSmsGateway.ts";
import { makeLog } from "#server/platform/base/log.ts";
import { makeMetrics } from "#server/platform/base/metrics.ts";
import { PDF_PROGRAM } from "./pdfProgram.ts";
import { makePdfQueue } from "#server/platform/pdf/pdfQueue.ts";
import { systemRandom } from "#server/platform/base/random.ts";
import { readSecrets } from "#server/platform/secrets/secrets.ts";

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
    mail: makeMailGateway(config),
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
