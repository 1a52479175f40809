import http, {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";

const LOOK_EVERY_MS = 500;
const LOOK_PATIENCE_MS = 2_000;
/** Longer than a client keeps a connection, so that none is closed under its next request. */
const IDLE_MS = 75_000;
const HOST = "127.0.0.1";
/** Of the connection to the next proxy or process; the rest is handed on. */
const HOP_BY_HOP = ["connection", "keep-alive", "proxy-connection", "te", "trailer", "upgrade"];

export type Balancer = {
  url: string;
  /** The ports that take requests now. */
  ready: () => number[];
  /** Requests that got no answer because the process that had them was gone. */
  lost: () => number;
  close: () => Promise<void>;
};

type Upstream = { port: number; isReady: boolean; isThere: boolean; agent: http.Agent };

/**
 * What a proxy in front of several API processes must do, and no more: each request goes to the next process
 * that is ready, whoever asks. A process that says that it is not ready gets none, and ends what it has; while
 * none is ready, as when the database is away, all that answer get them: pages and the status need no database. What
 * never reached a process, because it refused the connection, goes to the next one; what may have reached it is
 * not repeated but answered with 502, but for GET. Whom the request came from is said in X-Forwarded-For, and
 * what a client says there is not handed on.
 */
export async function startBalancer(
  port: number,
  apiPorts: readonly number[],
  host = HOST,
): Promise<Balancer> {
  const upstreams = apiPorts.map((each) => ({
    port: each,
    isReady: false,
    isThere: false,
    agent: new http.Agent({ keepAlive: true, maxFreeSockets: 64 }),
  }));
  let turn = 0;
  let lost = 0;
  const next = (tried: ReadonlySet<Upstream>): Upstream | undefined => {
    const left = upstreams.filter((each) => !tried.has(each));
    const ready = upstreams.some(({ isReady }) => isReady)
      ? left.filter(({ isReady }) => isReady)
      : left.filter(({ isThere }) => isThere);
    return ready[turn++ % ready.length];
  };
  const noteLost = () => (lost += 1);
  const server = http.createServer({ keepAliveTimeout: IDLE_MS }, (request, response) =>
    forward(request, response, { next, noteLost, tried: new Set() }),
  );
  server.on("upgrade", (request, socket, head) => tunnel(request, socket, head, next(new Set())));
  const look = () =>
    Promise.all(upstreams.map(async (each) => Object.assign(each, await lookAt(each))));
  await look();
  const looking = setInterval(() => void look(), LOOK_EVERY_MS);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, host, resolve);
  });
  return {
    // Of a server that listens on a port.
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    ready: () => upstreams.filter(({ isReady }) => isReady).map((each) => each.port),
    lost: () => lost,
    close: async () => {
      clearInterval(looking);
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
      for (const { agent } of upstreams) agent.destroy();
    },
  };
}

type Way = {
  next: (tried: ReadonlySet<Upstream>) => Upstream | undefined;
  noteLost: () => void;
  tried: Set<Upstream>;
};

function forward(request: IncomingMessage, response: ServerResponse, way: Way): void {
  const upstream = way.next(way.tried);
  if (upstream === undefined) return refuse(response, 503);
  way.tried.add(upstream);
  const { method, url: path } = request;
  const { port, agent } = upstream;
  const outgoing = http.request({
    host: HOST,
    port,
    agent,
    method,
    path,
    headers: headersFor(request),
  });
  let isConnected = false;
  outgoing.once("socket", (socket) => {
    const send = () => {
      isConnected = true;
      request.pipe(outgoing);
    };
    if (socket.connecting) socket.once("connect", send);
    else send();
  });
  outgoing.once("response", (answer) => {
    response.writeHead(answer.statusCode ?? 502, without(answer.headers));
    answer.pipe(response);
    answer.once("error", () => response.destroy());
  });
  outgoing.once("error", () => {
    if (response.destroyed || response.headersSent) return response.destroy();
    if (!isConnected) upstream.isReady = upstream.isThere = false;
    else if (method !== "GET") {
      way.noteLost();
      return refuse(response, 502);
    }
    request.unpipe();
    forward(request, response, way);
  });
  // Who went away waits for nothing.
  response.once("close", () => {
    if (!response.writableFinished) outgoing.destroy();
  });
}

/** A socket stays with the process that took it, until one of them ends. */
function tunnel(
  request: IncomingMessage,
  client: Duplex,
  head: Buffer,
  upstream: Upstream | undefined,
): void {
  client.on("error", () => client.destroy());
  if (upstream === undefined) return void client.end("HTTP/1.1 503 Service Unavailable\r\n\r\n");
  const { connection, upgrade } = request.headers;
  const outgoing = http.request({
    host: HOST,
    port: upstream.port,
    path: request.url,
    headers: { ...headersFor(request), connection, upgrade },
  });
  outgoing.once("upgrade", (answer, socket, first) => {
    client.write(`HTTP/1.1 101 Switching Protocols\r\n${rawHeaders(answer)}\r\n`);
    client.write(first);
    socket.write(head);
    socket.on("error", () => socket.destroy()).once("close", () => client.destroy());
    client.once("close", () => socket.destroy());
    socket.pipe(client).pipe(socket);
  });
  outgoing.once("response", (answer) => {
    client.write(`HTTP/1.1 ${answer.statusCode} Refused\r\nconnection: close\r\n\r\n`);
    answer.pipe(client);
  });
  outgoing.once("error", () => client.destroy());
  client.once("close", () => outgoing.destroy());
  outgoing.end();
}

function headersFor(request: IncomingMessage): http.OutgoingHttpHeaders {
  const { forwarded: _forwarded, ...headers } = without(request.headers);
  return {
    ...headers,
    "x-forwarded-for": request.socket.remoteAddress,
    "x-forwarded-proto": "http",
  };
}

function without(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.includes(name)));
}

function rawHeaders({ rawHeaders: raw }: IncomingMessage): string {
  return raw.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join("");
}

function refuse(response: ServerResponse, status: 502 | 503): void {
  response.writeHead(status, { "content-type": "text/plain", connection: "close" }).end();
}

function lookAt({ port }: Upstream): Promise<Pick<Upstream, "isReady" | "isThere">> {
  return new Promise((resolve) => {
    const away = () => resolve({ isReady: false, isThere: false });
    const request = http.get({
      host: HOST,
      port,
      path: "/health/ready",
      agent: false,
      timeout: LOOK_PATIENCE_MS,
    });
    request.once("response", (answer) => {
      answer.resume();
      resolve({ isReady: answer.statusCode === 200, isThere: true });
    });
    request.once("timeout", () => request.destroy());
    request.once("error", away).once("close", away);
  });
}
