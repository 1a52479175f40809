import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { expect, test, vi } from "vitest";
import { makeWorld } from "#test/support/makeWorld.ts";
import { listen } from "./listener.ts";

test("R15 whoever listens gives up a connection that nobody answers on, and makes another", async () => {
  const world = await makeWorld();
  const { port } = new URL(world.app.config.DATABASE_URL);
  const open: Socket[] = [];
  let taken = 0;
  // As a pooler while no primary is there: the first connection is taken, and never answered on.
  const pooler = createServer((near) => {
    open.push(near.on("error", () => undefined));
    taken += 1;
    if (taken === 1) return;
    const far = connect(Number(port), "127.0.0.1").on("error", () => near.destroy());
    open.push(far);
    near.pipe(far).pipe(near);
  });
  pooler.listen(0, "127.0.0.1");
  await once(pooler, "listening");
  // A server that listens on a port has this form of address.
  const url = new URL(world.app.config.DATABASE_URL);
  url.host = "127.0.0.1";
  url.search = "";
  url.port = String((pooler.address() as AddressInfo).port);
  const app = { ...world.app, config: { ...world.app.config, DATABASE_URL: url.href } };

  const heard: string[] = [];
  const hear = (payload: string) => void heard.push(payload);
  const all = { bell: hear, session_ended: hear, settings_changed: hear };
  let listener: ReturnType<typeof listen> | undefined;
  try {
    await new Promise<void>((resolve) => {
      listener = listen(app, all, resolve, 500);
    });
    expect(taken).toBeGreaterThan(1);
    await world.app.pool.query("select pg_notify('bell', 'rung')");
    await vi.waitFor(() => expect(heard).toEqual(["rung"]), { timeout: 300_000 });
  } finally {
    await listener?.close();
    for (const socket of open) socket.destroy();
    pooler.close();
    await world.close();
  }
});
