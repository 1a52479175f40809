import { createHmac, randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { DEMO_CREDENTIALS } from "#sandbox/config.ts";
import { readMessage, textAt } from "#sandbox/rails/isoXml.ts";
import { callRail } from "#test/support/railBench.ts";
import { makeSandboxBench } from "#test/support/sandboxBench.ts";

const bench = makeSandboxBench();
const KEY = DEMO_CREDENTIALS.instapayKey;
const REFERENCE = "TX-0000000001";
const DAY = "2026-11-21";

/** What the participant answers: a pacs.002's status with its reason, an HTTP status, or nothing. */
type Reply = "ACSC" | "RJCT AC03" | 404 | 409 | "unsigned" | "silence";

/** A participant that answers in this order, the last again and again; `heard` is what it was sent. */
async function participant(replies: Reply[]) {
  const heard: { name: string; body: string }[] = [];
  const server = http.createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString("utf8")));
    request.on("end", () => {
      const header = (name: string) => String(request.headers[`x-instapay-${name}`]);
      expect(header("signature")).toBe(sign(header("timestamp"), header("nonce"), body));
      const message = readMessage(Buffer.from(body));
      heard.push({ name: message?.name.slice(0, 8) ?? "none", body });
      const reply = (replies.length > 1 ? replies.shift() : replies[0]) ?? "silence";
      if (reply === "silence") {
        response.destroy();
        return;
      }
      const [timestamp, nonce] = [String(bench.now()), randomUUID()];
      const text = typeof reply === "number" ? "{}" : answer(reply);
      const signature = reply === "unsigned" ? "0".repeat(64) : sign(timestamp, nonce, text);
      response
        .writeHead(typeof reply === "number" ? reply : 200, {
          "x-instapay-timestamp": timestamp,
          "x-instapay-nonce": nonce,
          "x-instapay-signature": signature,
        })
        .end(text);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  bench.later(() => server.close());
  return { heard, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

const sign = (timestamp: string, nonce: string, body: string) =>
  createHmac("sha256", KEY).update(`${timestamp}.${nonce}.${body}`).digest("hex");

function answer(reply: Exclude<Reply, number | "silence">): string {
  const [status = "", reason] = reply === "unsigned" ? ["ACSC"] : reply.split(" ");
  const why = reason === undefined ? "" : `<StsRsnInf><Rsn><Cd>${reason}</Cd></Rsn></StsRsnInf>`;
  return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pacs.002.001.10"><FIToFIPmtStsRpt><GrpHdr><MsgId>S-1</MsgId><CreDtTm>2026-11-21T02:00:00.000Z</CreDtTm></GrpHdr><TxInfAndSts><OrgnlTxId>${REFERENCE}</OrgnlTxId><TxSts>${status}</TxSts>${why}</TxInfAndSts></FIToFIPmtStsRpt></Document>`;
}

async function start(replies: Reply[], options: { dataFile?: string } = {}) {
  const { heard, url } = await participant(replies);
  const sandbox = await bench.start(options);
  sandbox.sendInstapayTo(url);
  const at = () => ({ url: sandbox.url, now: bench.now() });
  const send = (more: object = {}) =>
    bench.ask(sandbox, "POST", "/sandbox/instapay/incoming", {
      account: "1234-5678",
      amount: "75.50",
      reference: REFERENCE,
      ...more,
    });
  const fault = (mode: string, more: object = {}) =>
    bench.ask(sandbox, "POST", "/faults", { target: "instapay", mode, ...more });
  /** 'CRDT TRANSFER 75.50' of each entry of the day's statement. */
  async function statement(): Promise<string[]> {
    const { text } = await callRail(at(), "GET", `/instapay/v1/settlements?day=${DAY}`);
    return [
      ...text.matchAll(/<Ntry>.*?<Amt[^>]*>([^<]*)<.*?<CdtDbtInd>(\w+)<.*?<Prtry><Cd>(\w+)</gs),
    ].map(([, amount, side, kind]) => `${side} ${kind} ${amount}`);
  }
  const giveBack = (more: Parameters<typeof returnOf>[1] = {}) =>
    callRail(at(), "POST", "/instapay/v1/messages", returnOf(heard[0]?.body ?? "", more));
  return {
    sandbox,
    heard,
    send,
    fault,
    statement,
    giveBack,
    names: () => heard.map(({ name }) => name),
  };
}

/** The participant's pacs.004 of what came in this message. */
function returnOf(
  sent: string,
  {
    id = "R-1",
    amount = "75.50",
    originalId,
  }: { id?: string; amount?: string; originalId?: string } = {},
): string {
  const original = originalId ?? idIn(sent);
  return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pacs.004.001.09"><PmtRtr><GrpHdr><MsgId>${id}</MsgId><CreDtTm>2026-11-21T02:00:31.000Z</CreDtTm><NbOfTxs>1</NbOfTxs><SttlmInf><SttlmMtd>CLRG</SttlmMtd></SttlmInf></GrpHdr><OrgnlGrpInf><OrgnlMsgId>${original}</OrgnlMsgId><OrgnlMsgNmId>pacs.008.001.08</OrgnlMsgNmId></OrgnlGrpInf><TxInf><RtrId>${id}</RtrId><OrgnlTxId>${REFERENCE}</OrgnlTxId><RtrdIntrBkSttlmAmt Ccy="PHP">${amount}</RtrdIntrBkSttlmAmt></TxInf></PmtRtr></Document>`;
}

const idIn = (body: string) => /<MsgId>([^<]*)</.exec(body)?.[1] ?? "none";

test("another bank's transfer is delivered, signed, and settled once it is credited", async () => {
  const { sandbox, heard, send, statement, names } = await start(["ACSC"]);
  expect((await send({ senderName: "ANA CRUZ" })).body).toMatchObject({ reference: REFERENCE });
  await sandbox.tellEvents();
  expect(names()).toEqual(["pacs.008"]);
  const message = readMessage(Buffer.from(heard[0]?.body ?? ""));
  if (message === undefined) throw new Error("it is no message");
  const one = "FIToFICstmrCdtTrf/CdtTrfTxInf";
  expect(
    ["PmtId/TxId", "IntrBkSttlmAmt", "Dbtr/Nm", "CdtrAcct/Id/Othr/Id"].map((at) =>
      textAt(message.root, `${one}/${at}`),
    ),
  ).toEqual([REFERENCE, "75.50", "ANA CRUZ", "12345678"]);
  expect(await statement()).toEqual(["CRDT TRANSFER 75.50"]);
});

test.each<[what: string, replies: Reply[], asks: string[]]>([
  ["silence is asked about", ["silence", "ACSC"], ["pacs.008", "pacs.028"]],
  ["an answer that is not signed is none", ["unsigned", "ACSC"], ["pacs.008", "pacs.028"]],
  [
    "what was never seen is sent again",
    ["silence", 404, "ACSC"],
    ["pacs.008", "pacs.028", "pacs.008"],
  ],
])("%s, and settled once", async (_, replies, asks) => {
  const { sandbox, heard, send, statement, names } = await start([...replies]);
  await send();
  await sandbox.tellEvents();
  expect(names()).toEqual(asks);
  const again = heard.filter(({ name }) => name === "pacs.008").map(({ body }) => idIn(body));
  expect(new Set(again).size).toBe(1);
  expect(await statement()).toEqual(["CRDT TRANSFER 75.50"]);
});

test.each<[Reply]>([["RJCT AC03"], [409]])(
  "what is answered %s is settled never, nor sent again",
  async (reply) => {
    const { sandbox, send, statement, names } = await start([reply]);
    await send();
    await sandbox.tellEvents();
    bench.pass(3_600_000);
    await sandbox.tellEvents();
    expect(names()).toEqual(["pacs.008"]);
    expect(await statement()).toEqual([]);
  },
);

test("a reference that was used is sent again as it stands now, and settled only the first time", async () => {
  const { sandbox, heard, send, statement } = await start(["ACSC"]);
  await send();
  await sandbox.tellEvents();
  await send({ amount: "76.00" });
  await sandbox.tellEvents();
  expect(heard.map(({ body }) => /<IntrBkSttlmAmt[^>]*>([^<]*)/.exec(body)?.[1])).toEqual([
    "75.50",
    "76.00",
  ]);
  expect(await statement()).toEqual(["CRDT TRANSFER 75.50"]);
});

test.each([
  ["duplicate", ["pacs.008", "pacs.008"]],
  ["out-of-order", ["pacs.028", "pacs.008"]],
])("the fault %s makes it %j", async (mode, asks) => {
  const { sandbox, send, fault, statement, names } = await start(
    mode === "out-of-order" ? [404, "ACSC"] : ["ACSC"],
  );
  await fault(mode);
  await send();
  await fault("ok");
  await sandbox.tellEvents();
  expect(names()).toEqual(asks);
  expect(await statement()).toEqual(["CRDT TRANSFER 75.50"]);
});

test("it is given back once, and only what was settled, with its amount", async () => {
  const { sandbox, send, statement, giveBack } = await start(["ACSC"]);
  await send();
  await sandbox.tellEvents();
  expect((await giveBack({ originalId: "NEVER" })).status).toBe(404);
  expect((await giveBack({ amount: "75.49" })).status).toBe(409);
  for (const _ of [1, 2]) {
    const { status, text, isSigned } = await giveBack();
    expect({ status, isSigned }).toEqual({ status: 200, isSigned: true });
    expect(text).toContain("<OrgnlMsgId>R-1</OrgnlMsgId>");
    expect(text).toContain("<TxSts>ACSC</TxSts>");
  }
  expect((await giveBack({ id: "R-2" })).status).toBe(409);
  expect(await statement()).toEqual(["CRDT TRANSFER 75.50", "DBIT GIVEN_BACK 75.50"]);
});

test("what no bank could send is refused where it is asked for", async () => {
  const { send, names } = await start(["ACSC"]);
  for (const wrong of [
    { senderBank: "XXXXPHMMXXX" },
    { account: "none" },
    { amount: "-1.00" },
    { senderName: "<b>" },
    { reference: "two words" },
  ]) {
    expect([wrong, (await send(wrong)).status]).toEqual([wrong, 400]);
  }
  expect(names()).toEqual([]);
});

test("what waits for an answer is known after a restart", async () => {
  const dataFile = mkdtempSync(path.join(os.tmpdir(), "incoming-"));
  bench.later(() => rmSync(dataFile, { recursive: true, force: true }));
  const first = await start(["silence"], { dataFile });
  await first.send();
  await first.sandbox.close();
  const second = await start(["ACSC"], { dataFile });
  await second.sandbox.tellEvents();
  expect(await second.statement()).toEqual(["CRDT TRANSFER 75.50"]);
});
