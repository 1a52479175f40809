import { createServer } from "node:http";
import { buildApp, closeApp } from "./buildApp.ts";
import { readConfig } from "./config.ts";
import { startWorker } from "./jobs/worker.ts";
import { collectProcessMetrics } from "./metrics.ts";

const app = await buildApp(readConfig(), "worker");
collectProcessMetrics(app.metrics);
const worker = startWorker(app);

const metrics = createServer((_request, response) => {
  app.metrics.registry.metrics().then(
    (text) => response.setHeader("content-type", app.metrics.registry.contentType).end(text),
    () => response.writeHead(500).end(),
  );
});
if (app.config.WORKER_METRICS_PORT > 0) {
  metrics.on("error", (error) => app.log.error({ err: error }, "no metrics"));
  metrics.listen(app.config.WORKER_METRICS_PORT, app.config.HOST);
}

let isStopping = false;
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  app.log.info("stopping");
  metrics.close();
  await worker.stop();
  await closeApp(app);
  process.exit(0);
}
for (const signal of ["SIGTERM", "SIGINT", "disconnect"]) process.on(signal, () => void stop());

await worker.ready;
if (!isStopping) {
  app.log.info({ ready: true }, "the worker is ready");
  process.send?.({ ready: true, port: app.config.WORKER_METRICS_PORT });
}
