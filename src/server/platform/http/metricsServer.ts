import { createServer, type Server } from "node:http";
import type { App } from "#server/platform/app.ts";

/**
 * /metrics on a port of its own, which no proxy forwards. Undefined when the port is 0. `measure` is done before each
 * answer: what is known only by looking.
 */
export function startMetricsServer(
  app: App,
  port: number,
  measure?: () => void,
): Server | undefined {
  if (port === 0) return undefined;
  const server = createServer((request, response) => {
    if (request.method !== "GET" || request.url !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    measure?.();
    app.metrics.registry.metrics().then(
      (text) => response.setHeader("content-type", app.metrics.registry.contentType).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.on("error", (error) => app.log.error({ err: error }, "no metrics"));
  server.listen(port, app.config.METRICS_HOST);
  return server;
}
