import http from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";
import { readFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { TEST_TLS } from "#test/support/tls.ts";
import { callPartner } from "./callPartner.ts";

const servers: http.Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** A partner that answers so, and how often it was asked. */
async function partner(answer: http.RequestListener, isSecure = false) {
  const seen = { requests: 0 };
  const listen: http.RequestListener = (request, response) => {
    seen.requests += 1;
    answer(request, response);
  };
  const { cert, key } = { cert: readFileSync(TEST_TLS.cert), key: readFileSync(TEST_TLS.key) };
  const server = isSecure ? https.createServer({ cert, key }, listen) : http.createServer(listen);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port.
  const { port } = server.address() as AddressInfo;
  const url = new URL(`${isSecure ? "https" : "http"}://localhost:${port}/ask`);
  return { seen, url };
}

const call = (url: URL, timeoutMs = 10_000, agent?: https.Agent) =>
  callPartner({ method: "GET", url, headers: { "x-secret": "ours" }, timeoutMs, agent });

test("S122 a redirect is no answer, and where it leads nobody asks", async () => {
  const elsewhere = await partner((_request, response) => response.end("{}"));
  const sending = await partner((_request, response) =>
    response.writeHead(307, { location: elsewhere.url.href }).end(),
  );
  expect(await call(sending.url)).toMatchObject({ kind: "none", reason: "a redirect" });
  expect([sending.seen.requests, elsewhere.seen.requests]).toEqual([1, 0]);
});

test("S122 a certificate that nobody vouches for ends the call before anything is said", async () => {
  const secure = await partner((_request, response) => response.end('{"ok":true}'), true);
  expect(await call(secure.url)).toMatchObject({ kind: "none", hasLeft: false });
  expect(secure.seen.requests).toBe(0);
  const agent = new https.Agent({ ca: readFileSync(TEST_TLS.cert) });
  expect(await call(secure.url, 10_000, agent)).toMatchObject({ kind: "answer", status: 200 });
});

test("S122 who does not answer is waited for no longer than said", async () => {
  const silent = await partner(() => undefined);
  expect(await call(silent.url, 50)).toMatchObject({ kind: "none", reason: "no answer in time" });
});
