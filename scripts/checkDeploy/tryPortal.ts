import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { type IncomingMessage, request as plainRequest } from "node:http";
import { Agent, request, type RequestOptions } from "node:https";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { io } from "socket.io-client";
import { newClient } from "#test/client/bankClient.ts";
import { sandboxClient } from "#test/client/sandboxClient.ts";
import { type DemoMember, signIn } from "#test/client/signIn.ts";
import type { Stack } from "#scripts/start/startStack.ts";
import { PORTAL_NAME, type ProxyPorts } from "./proxyFiles.ts";

const LOGGED_WITHIN_MS = 10_000;
const FORGED = "203.0.113.77";

type Answer = { status: number; headers: IncomingMessage["headers"]; text: string };

/** What must be so through the proxy, tried one after the other. Answers a line for each. */
export async function tryPortal(
  stack: Stack,
  ports: ProxyPorts,
  certificate: string,
): Promise<string[]> {
  const agent = new Agent({ ca: certificate, keepAlive: false });
  const through: RequestOptions = {
    host: "127.0.0.1",
    port: ports.https,
    servername: PORTAL_NAME,
    agent,
  };
  const get = (target: string, headers: Record<string, string> = {}) =>
    ask({ ...through, path: target, headers: { host: PORTAL_NAME, ...headers } });

  const clear = await askPlain(ports.http, "/login?a=1");
  assert.equal(clear.status, 301);
  assert.equal(clear.headers.location, `https://${PORTAL_NAME}/login?a=1`);

  for (const page of ["/", "/console", "/api/config"]) {
    const answer = await get(page);
    assert.deepEqual([page, answer.status], [page, 200]);
    assert.match(String(answer.headers["content-security-policy"]), /default-src 'self'/);
    // A demo sends none; of two, browsers would read the first only.
    assert.equal(
      answer.headers["strict-transport-security"],
      "max-age=31536000; includeSubDomains",
    );
  }
  for (const hidden of ["/metrics", "/health/ready", "/health/live"]) {
    assert.deepEqual([hidden, (await get(hidden)).status], [hidden, 404]);
  }

  const large = await ask({
    ...through,
    method: "POST",
    path: "/api/v2/login",
    headers: { host: PORTAL_NAME, "content-length": String(65 * 1024) },
  });
  assert.equal(large.status, 413);
  assert.ok(large.headers["strict-transport-security"]);

  await get("/api/config", {
    "x-forwarded-for": FORGED,
    forwarded: `for=${FORGED}`,
    "x-correlation-id": "forged-source",
  });
  const log = await lineOf(path.join(stack.places.logs, "api.log"), "forged-source");
  assert.match(log, /"source":"127\.0\.0\.1"/);

  await assert.rejects(ask({ ...through, servername: "other.example.com", path: "/" }));
  const socket = await openSocket(stack, ports, agent);
  return [
    "http answers 301 to https, without serving anything",
    "portal, console and API answer with the bank's headers and one HSTS",
    "metrics and health are 404, a body over 64 KB is 413, another host's name gets no certificate",
    "a forged X-Forwarded-For changes nothing: the log has the true address",
    socket,
  ];
}

/** Signs a demo member in beside the proxy, and opens that session's WebSocket through it. */
async function openSocket(stack: Stack, ports: ProxyPorts, agent: Agent): Promise<string> {
  const client = newClient(stack.portalUrl);
  const sandbox = sandboxClient(stack.sandboxUrl);
  await signIn(client, sandbox, demoMember());
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const socket = io(`https://127.0.0.1:${ports.https}`, {
    auth: { token: client.token },
    transports: ["websocket"],
    reconnection: false,
    agent: agent as never,
    extraHeaders: { cookie, host: PORTAL_NAME, origin: `https://${PORTAL_NAME}` },
  });
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once("connect", resolve);
      socket.once("connect_error", reject);
    });
    assert.equal(socket.io.engine.transport.name, "websocket");
    return "a signed-in member's WebSocket is connected";
  } finally {
    socket.close();
  }
}

/** The line of a log that names this call; it is written after the answer. */
async function lineOf(file: string, correlationId: string): Promise<string> {
  for (let waited = 0; waited < LOGGED_WITHIN_MS; waited += 50) {
    const lines = readFileSync(file, "utf8").split("\n");
    const line = lines.find((one) => one.includes(correlationId));
    if (line !== undefined) return line;
    await pause(50);
  }
  throw new Error(`${correlationId} is not in ${file}`);
}

/** The first of the demo's people. */
function demoMember(): DemoMember {
  const { members } = JSON.parse(readFileSync("data/seed/members.json", "utf8")) as {
    members: DemoMember[];
  }; // our own file
  const [member] = members;
  assert.ok(member);
  return member;
}

function ask(options: RequestOptions): Promise<Answer> {
  return answerTo((take) => request(options, take));
}

function askPlain(port: number, target: string): Promise<Answer> {
  const headers = { host: PORTAL_NAME };
  return answerTo((take) => plainRequest({ host: "127.0.0.1", port, path: target, headers }, take));
}

function answerTo(
  send: (take: (response: IncomingMessage) => void) => ReturnType<typeof request>,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = send((response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(parts).toString("utf8"),
        }),
      );
    });
    sent.on("error", reject);
    sent.end();
  });
}
