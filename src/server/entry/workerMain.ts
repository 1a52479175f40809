import { sealTrail } from "#server/platform/audit/sealTrail.ts";
import { buildApp, closeApp } from "./buildApp.ts";
import { readConfig } from "#server/platform/config/config.ts";
import { assertNoDemoData } from "#server/db/assertNoDemoData.ts";
import { startMetricsServer } from "#server/platform/http/metricsServer.ts";
import { startWorker } from "./worker.ts";
import { collectProcessMetrics } from "#server/platform/base/metrics.ts";
import { signProcess } from "#server/platform/processSign.ts";

const app = await buildApp(readConfig(), "worker");
collectProcessMetrics(app.metrics);
if (app.config.NODE_ENV === "production") {
  await assertNoDemoData(app.pool).catch((error: unknown) => {
    app.log.fatal({ err: error }, "the worker cannot start");
    process.exit(1);
  });
}
const worker = startWorker(app);
const sign = signProcess(app, "worker");

const metrics = startMetricsServer(app, app.config.WORKER_METRICS_PORT);

let isStopping = false;
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  app.log.info("stopping");
  metrics?.close();
  await worker.stop();
  await sealTrail(app, "now", "wait").catch((error: unknown) => {
    app.log.error({ err: error }, "the heads of the audit were not signed at the stop");
  });
  await sign.stop();
  await closeApp(app);
  process.exit(0);
}
for (const signal of ["SIGTERM", "SIGINT", "disconnect"]) process.on(signal, () => void stop());

void worker.ready.then(() => app.log.info("the worker has the work"));
const role = await worker.started;
if (!isStopping) {
  app.log.info({ ready: true }, `the worker is ${role}`);
  process.send?.({ ready: true, port: app.config.WORKER_METRICS_PORT });
}
