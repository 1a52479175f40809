import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { WebSocketServer } from "ws";
import { openLine } from "./httpLine.ts";
import { openSocket } from "./socketLine.ts";

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // It listens on a port.
  return (server.address() as AddressInfo).port;
}

test("calls beyond the connections wait for one, and each has its answer with its cookies", async () => {
  const held: (() => void)[] = [];
  const server = createServer((request, response) => {
    held.push(() =>
      response.writeHead(200, { "set-cookie": ["a=b", "sid=c"] }).end(`“${request.url}”`),
    );
  });
  const line = openLine(await listen(server), 2);
  onTestFinished(() => line.close());
  const sent = ["/1", "/2", "/3"].map((path) => line.send({ method: "GET", path, headers: {} }));
  await expect.poll(() => held.length).toBe(2);
  expect(line.waiting()).toBe(1);
  expect(line.connections()).toBe(2);
  for (const answer of held.splice(0)) answer();
  await expect.poll(() => held.length).toBe(1);
  held[0]?.();
  expect(await Promise.all(sent)).toEqual(
    ["/1", "/2", "/3"].map((path) => ({
      status: 200,
      cookies: ["a=b", "sid=c"],
      body: `“${path}”`,
    })),
  );
});

test("a call without an answer says why, and the next one has a connection of its own", async () => {
  let calls = 0;
  const server = createServer((request, response) => {
    calls += 1;
    if (calls === 1) request.socket.destroy();
    else response.writeHead(429).end();
  });
  const line = openLine(await listen(server), 1);
  onTestFinished(() => line.close());
  const post = { method: "POST", path: "/", headers: {}, body: "x" } as const;
  expect(await line.send(post)).toMatchObject({ status: 0, body: expect.stringMatching(/\w/) });
  expect(await line.send(post)).toMatchObject({ status: 429, body: "" });
});

test("a socket joins with its token, answers pings, hears events and says how it ended", async () => {
  const server = createServer();
  const sockets = new WebSocketServer({ server });
  const said: string[] = [];
  sockets.on("connection", (socket, { headers }) => {
    said.push(`${headers.cookie} ${String(headers["x-forwarded-for"])}`);
    socket.send('0{"sid":"x"}');
    socket.on("message", (data: Buffer) => {
      const text = data.toString();
      said.push(text);
      if (text.startsWith("40")) socket.send('40{"sid":"y"}');
      if (text.startsWith("42")) socket.send("2");
      if (text === "3") {
        socket.send('42["notification",{"date":"d"}]');
        socket.send('44{"message":"gone"}');
      }
    });
  });
  const port = await listen(server);
  const heard: unknown[] = [];
  const why = await new Promise((resolve) =>
    openSocket(
      { port, cookie: "c", token: "t", guid: "g", source: "10.0.0.1" },
      {
        onOpen: () => heard.push("open"),
        onEvent: (name, content) => heard.push(name, content),
        onClose: resolve,
      },
    ),
  );
  expect(said).toEqual(["sid=c 10.0.0.1", '40{"token":"t"}', '42["join","g"]', "3"]);
  expect(heard).toEqual(["open", "notification", { date: "d" }]);
  expect(why).toBe('{"message":"gone"}');
});
