import { once } from "node:events";
import { expect, test } from "vitest";
import { freePort } from "#test/support/freePort.ts";
import { makeWorld } from "#test/support/makeWorld.ts";
import { startMetricsServer } from "./metricsServer.ts";

test.each(["127.0.0.1", "0.0.0.0"])(
  "metrics are served at %s, and nothing else is",
  async (host) => {
    const world = await makeWorld({ METRICS_HOST: host });
    const port = await freePort();
    const server = startMetricsServer(world.app, port);
    if (server === undefined) throw new Error("no server");
    try {
      await once(server, "listening");
      expect(server.address()).toMatchObject({ address: host, port });
      const metrics = await fetch(`http://127.0.0.1:${port}/metrics`);
      expect(await metrics.text()).toContain("# TYPE sign_ins_total counter");
      expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
    } finally {
      server.close();
      await world.close();
    }
  },
);
