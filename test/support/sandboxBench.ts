import { type ChildProcess, fork } from "node:child_process";
import { createHmac, randomUUID } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect } from "vitest";
import { shellWithoutBank } from "#scripts/start/shellEnvironment.ts";
import { DEMO_CREDENTIALS } from "#sandbox/config.ts";
import { type Sandbox, startSandbox } from "#sandbox/startSandbox.ts";

export const ACCOUNT = "990112345006";
/** The PIN of the cards these tests open. */
export const PIN = "907060";
export const PHONE = "+639995551000";
export const CLIENT = {
  "x-client-id": DEMO_CREDENTIALS.issuerClientId,
  "x-client-secret": DEMO_CREDENTIALS.issuerClientSecret,
};
const CALLBACK_KEY = Buffer.alloc(32, 7);
const START = Date.parse("2026-11-21T02:00:00Z");

/** Sandboxes of a test file, with a clock the tests move. What a test starts ends with it. */
export function makeSandboxBench() {
  let now = START;
  const undo: (() => unknown)[] = [];

  beforeEach(() => {
    now = START;
  });
  afterEach(async () => {
    for (const step of undo.splice(0).toReversed()) await step();
  });

  async function start(
    options: { callbackUrl?: string; dataFile?: string } = {},
  ): Promise<Sandbox> {
    const sandbox = await startSandbox({
      port: 0,
      now: () => new Date(now),
      callbackKey: CALLBACK_KEY,
      ...options,
    });
    undo.push(() => sandbox.close());
    return sandbox;
  }

  async function ask(
    { url }: { url: string },
    method: "GET" | "POST" | "PUT",
    address: string,
    body?: object,
    headers: Record<string, string> = CLIENT,
  ) {
    const answer = await fetch(url + address, {
      method,
      headers: { "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    // Whatever the sandbox says; each test looks at what it expects.
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  }

  const openCard = (sandbox: { url: string }, balance = "1000.00") =>
    ask(sandbox, "POST", "/sandbox/cards", {
      cards: [{ accountNo: ACCOUNT, balance, pin: PIN }],
    });
  const topUp = (sandbox: { url: string }, senderRefId: string, amount: string) =>
    ask(sandbox, "POST", "/partners/v1/eon/transfers", {
      senderRefId,
      eonAccount: ACCOUNT,
      amount,
    });
  const switchTo = (sandbox: { url: string }, mode: string, more: object = {}) =>
    ask(sandbox, "POST", "/faults", { target: "issuer", mode, ...more });

  async function balance(sandbox: { url: string }): Promise<unknown> {
    const address = `/partners/eon/wallet/v1/balance/inquiry?accountNumber=${ACCOUNT}`;
    return (await ask(sandbox, "GET", address)).body["availableBalance"];
  }

  function sendText(sandbox: { url: string }, message: { id: string; to: string; text: string }) {
    const body = JSON.stringify(message);
    const nonce = randomUUID();
    const signature = createHmac("sha256", DEMO_CREDENTIALS.smsKey)
      .update(`1.${nonce}.${body}`)
      .digest("hex");
    return ask(sandbox, "POST", "/sms/messages", message, {
      "x-sms-timestamp": "1",
      "x-sms-nonce": nonce,
      "x-sms-signature": signature,
    });
  }

  /** Somewhere to send events to, that answers as told and keeps what it got. */
  async function listen(statuses: (number | Promise<number>)[]) {
    const events: { eventId: string; type: string; [name: string]: unknown }[] = [];
    const nonces: string[] = [];
    const waiting: (() => void)[] = [];
    const server = http.createServer((request, response) => {
      let body = "";
      request.on("data", (chunk: Buffer) => (body += chunk.toString("utf8")));
      request.on("end", () => {
        const header = (name: string) => String(request.headers[name]);
        const expected = createHmac("sha256", CALLBACK_KEY)
          .update(`${header("x-issuer-timestamp")}.${header("x-issuer-nonce")}.${body}`)
          .digest("hex");
        expect(header("x-issuer-signature")).toBe(expected);
        nonces.push(header("x-issuer-nonce"));
        events.push(JSON.parse(body));
        const answer = (status: number) => response.writeHead(status).end();
        const status = statuses.shift() ?? 200;
        if (typeof status === "number") answer(status);
        else void status.then(answer);
        for (const wake of waiting.splice(0)) wake();
      });
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    undo.push(() => server.close());
    const { port } = server.address() as AddressInfo;
    const until = async (count: number) => {
      while (events.length < count) await new Promise<void>((wake) => waiting.push(wake));
    };
    /** The one event of a type. Events are sent side by side: which of two comes first is chance. */
    const eventOf = (type: string) => {
      const ofType = events.filter((event) => event.type === type);
      expect(ofType).toHaveLength(1);
      return ofType[0];
    };
    return { url: `http://127.0.0.1:${port}/events`, events, eventOf, nonces, until };
  }

  async function startProcess(folder: string): Promise<{ url: string; child: ChildProcess }> {
    const child = fork("src/sandbox/main.ts", {
      env: { ...shellWithoutBank(), SANDBOX_PORT: "0", SANDBOX_DATA: folder },
      execArgv: [],
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    undo.push(() => child.kill("SIGKILL"));
    const [ready] = (await once(child, "message")) as [{ ready: boolean; port: number }];
    expect(ready.ready).toBe(true);
    return { url: `http://127.0.0.1:${ready.port}`, child };
  }

  return {
    start,
    ask,
    openCard,
    topUp,
    switchTo,
    balance,
    sendText,
    listen,
    startProcess,
    now: () => now,
    /** The sandbox decides by itself what is due, between any two steps of a test: its clock never goes back. */
    pass: (milliseconds: number) => {
      if (milliseconds < 0) throw new Error(`The clock would go back by ${-milliseconds} ms`);
      now += milliseconds;
    },
    later: (step: () => unknown) => undo.push(step),
  };
}
