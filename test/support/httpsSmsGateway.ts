import { createHmac } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import https from "node:https";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { TEST_TLS } from "./tls.ts";

/** What a request gets: a status, none at all, or one when told (`release`). Kept: the text is taken. */
export type Treatment = { status: number | "none" | "later"; isKept: boolean };

export type ReceivedText = {
  id: string;
  to: string;
  from: string;
  text: string;
  validUntil: string;
};

/** A real SMS gateway over HTTPS, with a certificate that only a configured authority vouches for. */
export async function startHttpsSmsGateway(key: string) {
  const taken = new Map<string, ReceivedText>();
  const requests: ReceivedText[] = [];
  const forged: string[] = [];
  const nonces = new Set<string>();
  const held: (() => void)[] = [];
  let treat: (text: ReceivedText) => Treatment = () => ({ status: 200, isKept: true });

  const tls = { key: readFileSync(TEST_TLS.key), cert: readFileSync(TEST_TLS.cert) };
  const server = https.createServer(tls, (request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString("utf8")));
    request.on("end", () => receive(request, body, response));
  });

  function receive(request: IncomingMessage, body: string, response: ServerResponse): void {
    if (!isSigned(request, body)) {
      forged.push(body);
      response.writeHead(401).end("{}");
      return;
    }
    const text = JSON.parse(body) as ReceivedText;
    requests.push(text);
    const { status, isKept } = treat(text);
    if (isKept && !taken.has(text.id)) taken.set(text.id, text);
    const answer = { id: text.id, status: "accepted", gatewayId: `gw-${text.id.slice(0, 8)}` };
    const reply = (code: number) => response.writeHead(code).end(JSON.stringify(answer));
    if (status === "later") held.push(() => reply(200));
    else if (status !== "none") reply(status);
  }

  function isSigned({ url, headers }: IncomingMessage, body: string): boolean {
    const [timestamp, nonce] = [String(headers["x-sms-timestamp"]), String(headers["x-sms-nonce"])];
    const expected = createHmac("sha256", key)
      .update(`${timestamp}.${nonce}.${body}`)
      .digest("hex");
    const isFresh = !nonces.has(nonce);
    nonces.add(nonce);
    return isFresh && url === "/v1/sms/messages" && headers["x-sms-signature"] === expected;
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;

  return {
    url: `https://localhost:${port}/v1`,
    taken,
    requests,
    /** What came without a good signature, or with a nonce of before. */
    forged,
    textsTo: (to: string) =>
      [...taken.values()].filter((text) => text.to === to).map(({ text }) => text),
    treatAs(how: (text: ReceivedText) => Treatment) {
      treat = how;
    },
    release() {
      for (const reply of held.splice(0)) reply();
    },
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
    async start(): Promise<void> {
      server.listen(port, "127.0.0.1");
      await once(server, "listening");
    },
  };
}
