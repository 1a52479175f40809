import { once } from "node:events";
import http, { type IncomingMessage, type Server, type ServerResponse } from "node:http";
import net, { type AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { afterEach, expect, test } from "vitest";
import { type Balancer, startBalancer } from "./balancer.ts";

type Process = { server: Server; port: number; isReady: boolean; upgraded?: Duplex };

const processes: Process[] = [];
let balancer: Balancer | undefined;
afterEach(async () => {
  await balancer?.close();
  for (const { server } of processes.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

/** Stands for an API process: says who it is and what it was sent, and dies of a call to /die. */
async function startProcess(): Promise<Process> {
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === "/health/ready") return response.writeHead(me.isReady ? 200 : 503).end();
    if (request.url === "/die") return request.socket.destroy();
    return response.end(JSON.stringify({ port: me.port, headers: request.headers }));
  };
  const server = http.createServer(answer);
  server.on("upgrade", (_request, socket) => {
    me.upgraded = socket;
    socket.write(
      "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: echo\r\n\r\n",
    );
    socket.pipe(socket);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  // Of a server that listens on a port.
  const me: Process = { server, port: (server.address() as AddressInfo).port, isReady: true };
  processes.push(me);
  return me;
}

async function startBoth() {
  const both = [await startProcess(), await startProcess()] as const;
  balancer = await startBalancer(
    0,
    both.map(({ port }) => port),
  );
  return { both, at: balancer };
}

/** Who answers, one call after the other. */
async function ask(url: string, headers: Record<string, string> = {}) {
  const answer = await fetch(url, { headers });
  return (await answer.json()) as { port: number; headers: Record<string, string> };
}

test("R20 calls go to the processes in turn, with whom they came from, whatever the caller says", async () => {
  const { both, at } = await startBoth();
  const lies = { "x-forwarded-for": "198.51.100.9", forwarded: "for=198.51.100.9" };
  const answers = [await ask(at.url, lies), await ask(at.url, lies), await ask(at.url)];
  expect(answers.map(({ port }) => port)).toEqual([both[0].port, both[1].port, both[0].port]);
  for (const { headers } of answers) {
    expect(headers).toMatchObject({ "x-forwarded-for": "127.0.0.1", "x-forwarded-proto": "http" });
    expect(headers).not.toHaveProperty("forwarded");
    expect(headers["host"]).toBe(new URL(at.url).host);
  }
});

test("R23 a process that is not ready gets no call, and one that is gone costs none", async () => {
  const { both, at } = await startBoth();
  const [first, second] = both;
  first.isReady = false;
  await expect.poll(at.ready).toEqual([second.port]);
  for (let i = 0; i < 3; i++) expect((await ask(at.url)).port).toBe(second.port);

  first.isReady = true;
  await expect.poll(at.ready).toEqual([first.port, second.port]);
  second.server.close();
  second.server.closeAllConnections();
  for (let i = 0; i < 3; i++) expect((await ask(at.url)).port).toBe(first.port);

  first.server.close();
  first.server.closeAllConnections();
  await expect.poll(at.ready).toEqual([]);
  expect((await fetch(at.url)).status).toBe(503);
});

test("R16 while none is ready all that answer are asked, since pages and the status need no database", async () => {
  const { both, at } = await startBoth();
  for (const one of both) one.isReady = false;
  await expect.poll(at.ready).toEqual([]);
  const answered = [await ask(at.url), await ask(at.url)].map(({ port }) => port);
  expect(new Set(answered)).toEqual(new Set(both.map(({ port }) => port)));
});

test("R4 what a process may have done is not sent to another: the caller asks again under the same key", async () => {
  const { at } = await startBoth();
  expect((await fetch(`${at.url}/die`, { method: "POST", body: "x" })).status).toBe(502);
  expect(at.lost()).toBe(1);
});

test("a socket passes both ways, and ends with the process", async () => {
  const { both, at } = await startBoth();
  const socket = net.connect(Number(new URL(at.url).port), "127.0.0.1");
  socket.write(
    "GET /socket.io HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: echo\r\n\r\n",
  );
  let heard = "";
  socket.on("data", (bytes: Buffer) => (heard += bytes.toString()));
  await expect.poll(() => heard).toContain("101 Switching Protocols");
  socket.write("ring");
  await expect.poll(() => heard).toMatch(/ring$/);
  const closed = once(socket, "close");
  for (const { upgraded } of both) upgraded?.destroy();
  await closed;
});
