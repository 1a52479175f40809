import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What stands between a member and the bank: passes everything on until it is told to answer itself. */
export type Gateway = {
  url: string;
  /** From now on the gateway answers calls of the API by itself; undefined passes them on again. */
  answer: (own: { status: number; type: string; body: string } | undefined) => void;
  close: () => Promise<void>;
};

/** Starts a gateway before the bank at this address. */
export async function startGateway(bankUrl: string): Promise<Gateway> {
  let own: { status: number; type: string; body: string } | undefined;
  const server = createServer((asked, answer) => {
    if (own !== undefined && asked.url?.startsWith("/api/") === true) {
      answer.writeHead(own.status, { "content-type": own.type, "cache-control": "no-store" });
      answer.end(own.body);
    } else passOn(new URL(asked.url ?? "/", bankUrl), asked, answer);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // A server that listens on a port has this form of address.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    answer: (next) => {
      own = next;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function passOn(url: URL, asked: IncomingMessage, answer: ServerResponse): void {
  // The Host is the browser's: the bank compares it with the page's origin.
  const onward = request(url, { method: asked.method, headers: asked.headers }, (come) => {
    answer.writeHead(come.statusCode ?? 502, come.headers);
    come.pipe(answer);
  });
  onward.on("error", () => answer.destroy());
  asked.pipe(onward);
}
