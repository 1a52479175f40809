import fastify, { type FastifyError, type FastifyInstance } from "fastify";
import { type Books, openBooks } from "./books.ts";
import { deliverEvent, MAX_ATTEMPTS, waiting } from "./cardIssuer/callbacks.ts";
import { settleFunds } from "./cardIssuer/funds.ts";
import { registerFunds } from "./cardIssuer/fundsRoutes.ts";
import { registerIssuer } from "./cardIssuer/issuerRoutes.ts";
import { decideDue } from "./cardIssuer/decideDue.ts";
import { settleDue } from "./cardIssuer/transfers.ts";
import { deliverIncoming, waitingIncoming } from "./instapay/incoming.ts";
import { decideInstapay } from "./instapay/switch.ts";
import { registerInstapay } from "./instapay/instapayRoutes.ts";
import { decidePesonet } from "./pesonet/clearing.ts";
import { registerPesonet } from "./pesonet/pesonetRoutes.ts";
import { registerWallet } from "./cardIssuer/walletRoutes.ts";
import { DEMO_CREDENTIALS, type SandboxOptions } from "./config.ts";
import { registerControls } from "./controlRoutes.ts";
import { answerLocalOnly } from "./hosts.ts";
import { BadInput } from "./input.ts";
import type { EventRecord, IncomingRecord } from "./records.ts";
import { registerOpenApi } from "./openApi.ts";
import { registerPage } from "./page/pageRoutes.ts";
import { openVault } from "./vault.ts";
import { registerMail } from "./mail/mailRoutes.ts";
import { startSmtpListener } from "./mail/smtpListener.ts";
import { registerPush } from "./push/pushRoutes.ts";
import { startSmppListener } from "./sms/smppListener.ts";
import { registerSms } from "./sms/smsRoutes.ts";
import type { World } from "./world.ts";

export type Sandbox = {
  url: string;
  port: number;
  smppPort: number | undefined;
  smtpPort: number | undefined;
  /** Sends the issuer's events there from now on: for tests that know the address only later. */
  sendEventsTo: (callbackUrl: string, callbackKey: Buffer) => void;
  /** Sends what the InstaPay switch has to tell there from now on. */
  sendInstapayTo: (url: string) => void;
  /**
   * Sends every event that still waits, due or not, until none does or is refused 20 times: for tests. The
   * newest goes first: nothing orders events, and a test that counts on an order fails here each time. What
   * other banks send is delivered too.
   */
  tellEvents: () => Promise<void>;
  /** Sends delivery reports there from now on. */
  sendReportsTo: (url: string, key: string) => void;
  close: () => Promise<void>;
};

const TICK_MS = 100;

/**
 * Starts the outside world: SMS gateway with its phones, card issuer with its own books, and the
 * switches that make them misbehave. It speaks HTTP only and knows nothing of who calls.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const books = openBooks(options.dataFile);
  const world: World = {
    now: options.now,
    books,
    seen: [],
    notice: "",
    vault: openVault(options.dataFile),
    deferred: new Map(),
    shownCvv: undefined,
    expiredOn: "",
    lastMovementId: greatestMovementId(books),
    issuerClientId: options.issuerClientId ?? DEMO_CREDENTIALS.issuerClientId,
    issuerClientSecret: options.issuerClientSecret ?? DEMO_CREDENTIALS.issuerClientSecret,
    issuerCardKey: Buffer.from(
      options.issuerCardKey ?? DEMO_CREDENTIALS.issuerCardKey,
      "base64url",
    ),
    instapayKey: options.instapayKey ?? DEMO_CREDENTIALS.instapayKey,
    pesonetKey: options.pesonetKey ?? DEMO_CREDENTIALS.pesonetKey,
    railParticipant: options.railParticipant ?? DEMO_CREDENTIALS.railParticipant,
    instapayUrl: options.instapayUrl,
    reportedOn: "",
    railNonces: new Map(),
    smsKey: options.smsKey ?? DEMO_CREDENTIALS.smsKey,
    callbacks: callbacksOf(options),
    reports:
      options.smsReportUrl === undefined
        ? undefined
        : { url: options.smsReportUrl, key: options.smsReportKey ?? DEMO_CREDENTIALS.smsReportKey },
  };
  const server = buildServer(world);
  const address = await server.listen({ port: options.port, host: options.host ?? "127.0.0.1" });
  const smpp = await startSmpp(world, options);
  const smtp = await startSmtp(world, options);
  // The port is ours, so the books are: no other sandbox of this configuration runs.
  world.books.compact();
  const ticking = startTicking(world);
  return {
    url: address,
    port: Number(new URL(address).port),
    smppPort: smpp?.port,
    smtpPort: smtp?.port,
    sendEventsTo(url, key) {
      world.callbacks = { url, key };
    },
    sendInstapayTo(url) {
      world.instapayUrl = url;
    },
    tellEvents: ticking.tellAll,
    sendReportsTo(url, key) {
      world.reports = { url, key };
    },
    async close() {
      ticking.stop();
      await smpp?.close();
      await smtp?.close();
      server.server.closeAllConnections();
      await server.close();
      world.books.close();
    },
  };
}

async function startSmpp(world: World, options: SandboxOptions) {
  if (options.smppPort === undefined) return undefined;
  return startSmppListener(world, {
    port: options.smppPort,
    host: options.host ?? "127.0.0.1",
    systemId: options.smppSystemId ?? DEMO_CREDENTIALS.smppSystemId,
    password: options.smppPassword ?? DEMO_CREDENTIALS.smppPassword,
  });
}

async function startSmtp(world: World, { smtpPort: port, host }: SandboxOptions) {
  return port === undefined
    ? undefined
    : startSmtpListener(world, { port, host: host ?? "127.0.0.1" });
}

function callbacksOf({ callbackUrl: url, callbackKey }: SandboxOptions): World["callbacks"] {
  const key = typeof callbackKey === "string" ? Buffer.from(callbackKey, "base64url") : callbackKey;
  return url === undefined || key === undefined ? undefined : { url, key };
}

function greatestMovementId(books: Books): number {
  let greatest = 0;
  for (const { id } of books.read("movement").values()) greatest = Math.max(greatest, id);
  return greatest;
}

function buildServer(world: World): FastifyInstance {
  const server = fastify({ forceCloseConnections: true, bodyLimit: 256 * 1024 });
  server.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  server.setErrorHandler((error: FastifyError | BadInput, _request, reply) => {
    const status = error instanceof BadInput ? 400 : (error.statusCode ?? 500);
    const message = status < 500 ? error.message : "Something went wrong";
    return reply.code(status).send({ errors: [{ code: "INVALID_REQUEST", message }] });
  });
  // What is signed are the bytes as they came.
  server.addContentTypeParser("application/xml", { parseAs: "buffer" }, (_request, body, done) =>
    done(null, body),
  );
  answerLocalOnly(server);
  registerSms(server, world);
  registerMail(server, world);
  registerPush(server, world);
  registerIssuer(server, world);
  registerFunds(server, world);
  registerWallet(server, world);
  registerInstapay(server, world);
  registerPesonet(server, world);
  registerControls(server, world);
  registerPage(server, world);
  registerOpenApi(server);
  return server;
}

/** What waits and was not refused too often to be sent at once again. */
function untired(world: World): EventRecord[] {
  return waiting(world).filter(({ attempts }) => attempts < MAX_ATTEMPTS);
}

/** Decides what is due and delivers events, each one in one attempt at a time. */
function startTicking(world: World): { stop: () => void; tellAll: () => Promise<void> } {
  const underWay = new Map<string, Promise<void>>();
  function bring(incoming: IncomingRecord): Promise<void> {
    const running = underWay.get(incoming.messageId);
    if (running !== undefined) return running;
    const bringing = deliverIncoming(world, incoming).finally(() =>
      underWay.delete(incoming.messageId),
    );
    underWay.set(incoming.messageId, bringing);
    return bringing;
  }
  const untiredIncoming = () =>
    waitingIncoming(world).find(({ attempts }) => attempts < MAX_ATTEMPTS);
  function deliver(event: EventRecord): Promise<void> {
    const running = underWay.get(event.id);
    if (running !== undefined) return running;
    const delivering = deliverEvent(world, event).finally(() => underWay.delete(event.id));
    underWay.set(event.id, delivering);
    return delivering;
  }
  const newest = () => untired(world).at(-1);
  const timer = setInterval(() => {
    settleDue(world);
    settleFunds(world);
    decideInstapay(world);
    decidePesonet(world);
    decideDue(world);
    const now = world.now().getTime();
    for (const event of waiting(world)) if (event.dueAt <= now) void deliver(event);
    for (const incoming of waitingIncoming(world)) {
      if (incoming.next !== null && incoming.next.at <= now) void bring(incoming);
    }
  }, TICK_MS);
  return {
    stop: () => clearInterval(timer),
    async tellAll() {
      // Looked up anew each time: the clock's own turn may have delivered any of them meanwhile.
      for (let next = newest(); next !== undefined; next = newest()) await deliver(next);
      for (let next = untiredIncoming(); next !== undefined; next = untiredIncoming()) {
        await bring(next);
      }
    },
  };
}
