import { io as connect } from "socket.io-client";
import { expect, test } from "vitest";
import { attachSockets } from "#server/entry/sockets.ts";
import { makeWorld } from "#test/support/makeWorld.ts";

test("R23 a process that drains lets its sockets go, and still takes one that comes", async () => {
  const world = await makeWorld();
  const sockets = attachSockets(world.app, world.server.server);
  try {
    const browser = await world.signIn(await world.makeMember());
    const url = await world.server.listen({ host: "127.0.0.1", port: 0 });
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const open = async () => {
      const socket = connect(url, {
        auth: { token: browser.token },
        forceNew: true,
        reconnection: false,
        transports: ["websocket"],
        extraHeaders: { cookie },
      });
      await new Promise((resolve) => socket.once("connect", () => resolve(undefined)));
      return socket;
    };
    const three = [await open(), await open(), await open()];
    const ends = three.map(
      (socket) => new Promise((resolve) => socket.once("disconnect", (reason) => resolve(reason))),
    );
    await sockets.letGo(30);
    expect(await Promise.all(ends)).toEqual(three.map(() => "io server disconnect"));
    const late = await open();
    expect(late.connected).toBe(true);
    late.close();
  } finally {
    await sockets.close();
    await world.close();
  }
});
