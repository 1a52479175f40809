import { setTimeout as pause } from "node:timers/promises";
import { brand } from "#brand";
import { buildApp, closeApp } from "./buildApp.ts";
import { readConfig } from "#server/platform/config/config.ts";
import { beginDrain } from "#server/platform/http/drain.ts";
import { failedChecks, START_PATIENCE_MS } from "#server/platform/http/health.ts";
import { buildServer } from "./buildServer.ts";
import { closeServer } from "./closeServer.ts";
import { startMetricsServer } from "#server/platform/http/metricsServer.ts";
import { attachSockets } from "./sockets.ts";
import { collectProcessMetrics } from "#server/platform/base/metrics.ts";
import { measureCertificate } from "#server/platform/signing/measureCertificate.ts";
import { assertSigningKey } from "#server/platform/signing/statementKey.ts";
import { signProcess } from "#server/platform/processSign.ts";
import { watchDatabase } from "#server/platform/status/watchDatabase.ts";

/** After the drain: longer than any call may take. What is still under way then is cut off. */
const PATIENCE_MS = 10_000;

const app = await buildApp(readConfig(), "api");
assertSigningKey(app.config, brand.provider, app.now());
collectProcessMetrics(app.metrics);
const server = buildServer(app);
const sockets = attachSockets(app, server.server);
const metrics = startMetricsServer(app, app.config.METRICS_PORT, () => measureCertificate(app));
let sign: { stop: () => Promise<void> } | undefined;
let watch: { close: () => Promise<void> } | undefined;

let isStopping = false;
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  app.log.info("stopping");
  setTimeout(() => process.exit(1), app.config.DRAIN_MS + PATIENCE_MS).unref();
  beginDrain(app);
  const { DRAIN_MS } = app.config;
  await Promise.all([pause(DRAIN_MS), sockets.letGo(DRAIN_MS)]);
  metrics?.close();
  await sockets.close();
  await closeServer(server);
  await sign?.stop();
  await watch?.close();
  await closeApp(app);
  process.exit(0);
}
for (const signal of ["SIGTERM", "SIGINT", "disconnect"]) process.on(signal, () => void stop());

const [notReady] = await failedChecks(app, START_PATIENCE_MS);
// Told to stop while it looked, it ends without having begun, whatever became of the looking.
if (notReady && !isStopping) {
  app.log.fatal({ err: notReady.error, check: notReady.name }, "the API cannot start");
  process.exit(1);
}
if (!isStopping) await begin();

async function begin(): Promise<void> {
  // Not before: it has less patience with a silent database than a process that has just begun.
  watch = watchDatabase(app);
  sign = signProcess(app, "api");
  await server.listen({ host: app.config.HOST, port: app.config.PORT });
  const address = server.server.address();
  const port = typeof address === "object" ? address?.port : app.config.PORT;
  if (isStopping) return;
  app.log.info({ ready: true, port }, "the API is ready");
  process.send?.({ ready: true, port });
}
