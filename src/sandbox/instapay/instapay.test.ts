import { createHmac, randomUUID } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { DEMO_CREDENTIALS } from "#sandbox/config.ts";
import { readMessage } from "#sandbox/rails/isoXml.ts";
import {
  callRail,
  creditTransfers,
  statusesIn,
  statusRequest,
  type TestTransfer,
} from "#test/support/railBench.ts";
import { makeSandboxBench } from "#test/support/sandboxBench.ts";

const bench = makeSandboxBench();
const REFERENCE = "IP261121-0000000001";
const SC = "916100000424";

async function start(options: { dataFile?: string } = {}) {
  const sandbox = await bench.start(options);
  const at = () => ({ url: sandbox.url, now: bench.now() });
  const post = (body: string, spoil = {}) =>
    callRail(at(), "POST", "/instapay/v1/messages", body, spoil);
  const statement = (day: string) => callRail(at(), "GET", `/instapay/v1/settlements?day=${day}`);
  const fault = (mode: string, more: object = {}) =>
    bench.ask(sandbox, "POST", "/faults", { target: "instapay", mode, ...more });
  const press = (body: object) => bench.ask(sandbox, "POST", "/sandbox/instapay/answers", body);

  const say = (body: object) => bench.ask(sandbox, "POST", "/sandbox/instapay/sayings", body);

  async function send(more: Partial<TestTransfer> = {}): Promise<string> {
    const { text } = await post(creditTransfers("INSTAPAY", [{ reference: REFERENCE, ...more }]));
    return statusesIn(text)[more.reference ?? REFERENCE] ?? "";
  }
  const inquire = async () => statusesIn((await post(statusRequest(REFERENCE))).text)[REFERENCE];

  /** Where the switch sends its messages; answers as told, keeps what it got. */
  async function listen(...statuses: number[]) {
    const heard: string[] = [];
    const server = http.createServer((request, response) => {
      let body = "";
      request.on("data", (chunk: Buffer) => (body += chunk.toString("utf8")));
      request.on("end", () => {
        const header = (name: string) => String(request.headers[`x-instapay-${name}`]);
        const signature = createHmac("sha256", DEMO_CREDENTIALS.instapayKey)
          .update(`${header("timestamp")}.${header("nonce")}.${body}`)
          .digest("hex");
        expect(header("signature")).toBe(signature);
        expect(readMessage(Buffer.from(body))).toBeDefined();
        heard.push(body);
        response.writeHead(statuses.shift() ?? 200).end();
      });
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    bench.later(() => server.close());
    sandbox.sendInstapayTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    return heard;
  }

  return { sandbox, post, send, inquire, statement, fault, press, say, listen };
}

const settled = (text: string) =>
  [...text.matchAll(/<CdtDbtInd>(\w+)<\/CdtDbtInd><Sts>.*?<TxId>([^<]*)</gs)].map(
    ([, side, reference]) => `${side} ${reference}`,
  );

test("a transfer is credited once, however often it is sent, and the statement has it once", async () => {
  const { send, post, inquire, statement } = await start();
  expect(await send()).toBe("ACSC");
  expect(await send()).toBe("ACSC");
  expect(await inquire()).toBe("ACSC");
  const { text, isSigned } = await statement("2026-11-21");
  expect(isSigned).toBe(true);
  expect(readMessage(Buffer.from(text))?.name).toBe("camt.053.001.08");
  expect(settled(text)).toEqual([`DBIT ${REFERENCE}`]);

  const other = await post(creditTransfers("INSTAPAY", [{ reference: REFERENCE, amount: "1.00" }]));
  expect(other.status, "another amount under the same reference").toBe(409);
  const sameId = creditTransfers("INSTAPAY", [{ reference: "IP261121-2" }], {
    messageId: REFERENCE,
  });
  expect((await post(sameId)).status, "another transfer under the same MsgId").toBe(409);
  expect(await inquire()).toBe("ACSC");
});

test.each([
  ["109450542671", "ACSC"],
  ["123456789012", "ACSC"],
  ["0013029636", "ACSP"],
  [SC, "ACSP"],
  ["101400001643", "PDNG"],
  ["09177638499", "RJCT AC04"],
  ["1234567801", "RJCT BE01"],
  ["1234567803", "RJCT AC03"],
  ["1234567804", "ACSC"],
  ["1234567806", "PDNG DS06"],
])("the account %s is answered %s", async (accountNo, status) => {
  const { send, inquire } = await start();
  expect(await send({ accountNo })).toBe(status);
  expect(await inquire()).toBe(status);
});

test("what is under way is credited later; what nobody knows never is", async () => {
  const { send, inquire } = await start();
  await send({ accountNo: "0013029636" });
  bench.pass(10_000);
  expect(await inquire()).toBe("ACSC");
  expect(await send({ reference: "IP-NC", accountNo: "101400001643" })).toBe("PDNG");
  bench.pass(86_400_000);
  expect(await send({ reference: "IP-NC", accountNo: "101400001643" })).toBe("PDNG");
});

test("the scheme's own rules are a no: too much, and a bank that takes no part", async () => {
  const { send } = await start();
  expect(await send({ amount: "50000.00" })).toBe("ACSC");
  expect(await send({ reference: "IP-2", amount: "50000.01" })).toBe("RJCT AM02");
  expect(await send({ reference: "IP-3", bank: "NOBKPHM1XXX" })).toBe("RJCT RC01");
});

test("a credit that comes back is told by a return, and the statement has both", async () => {
  const { sandbox, send, statement, listen, inquire } = await start();
  const heard = await listen(503, 200);
  await send({ accountNo: "1234567804" });
  bench.pass(30_000);
  expect(await inquire(), "that it came back is a message of its own").toBe("ACSC");
  await sandbox.tellEvents();
  expect(heard).toHaveLength(2);
  expect(heard[1], "repeated as it was").toBe(heard[0]);
  expect(heard[0]).toContain("<PmtRtr>");
  expect(settled((await statement("2026-11-21")).text)).toEqual([
    `DBIT ${REFERENCE}`,
    `CRDT ${REFERENCE}`,
  ]);
});

test.each([
  ["late", {}, "ACSP", "ACSC", 1],
  ["late", { effect: "lost" }, "ACSP", "RJCT AB09", 1],
  ["duplicate", {}, "ACSC", "ACSC", 2],
  ["out-of-order", {}, "ACSP", "ACSC", 1],
  ["reject", {}, "RJCT AB09", "RJCT AB09", 0],
] as const)("the fault %s %j", async (mode, more, first, last, told) => {
  const { sandbox, send, inquire, fault, listen } = await start();
  const heard = await listen();
  await fault(mode, { delaySeconds: 5, ...more });
  expect(await send()).toBe(first);
  bench.pass(5_000);
  expect(await inquire()).toBe(last);
  await sandbox.tellEvents();
  expect(heard.map((body) => statusesIn(body)[REFERENCE])).toEqual(Array(told).fill(last));
});

test.each([
  ["error", "kept", "ACSC"],
  ["error", "lost", undefined],
] as const)("an error page, %s %s: asking tells what is true", async (mode, effect, status) => {
  const { send, inquire, fault } = await start();
  await fault(mode, { effect });
  expect(await send()).toBe("");
  await fault("ok");
  expect(await inquire()).toBe(status);
});

test("a person answers what waits, and returns what was credited, once", async () => {
  const { sandbox, send, inquire, press, listen } = await start();
  const heard = await listen();
  await send({ accountNo: "101400001643" });
  const answer = (does: string) => press({ reference: REFERENCE, does });
  expect((await answer("return")).status).toBe(409);
  expect((await answer("credit")).status).toBe(200);
  expect((await answer("reject")).status).toBe(409);
  expect(await inquire()).toBe("ACSC");
  expect((await answer("return")).status).toBe(200);
  expect((await answer("return")).status).toBe(409);
  await sandbox.tellEvents();
  expect(heard).toHaveLength(2);
  expect(heard.filter((body) => body.includes("<PmtRtr>"))).toHaveLength(1);
  expect(heard.filter((body) => statusesIn(body)[REFERENCE] === "ACSC")).toHaveLength(1);
});

test("the switch can be made to say what is not so, and its books stay", async () => {
  const { sandbox, send, inquire, listen, say } = await start();
  const heard = await listen();
  await send();
  await say({ reference: REFERENCE, says: "rejected", amount: "9.99", accountNo: "55" });
  await say({ reference: "IP-NOBODY", says: "returned" });
  await sandbox.tellEvents();
  const back = heard.find((body) => body.includes("<PmtRtr>")) ?? "";
  const no = heard.find((body) => body !== back) ?? "";
  expect(statusesIn(no)).toEqual({ [REFERENCE]: "RJCT AC04" });
  expect(no).toMatch(/>9\.99<.*<Id>55</s);
  expect(back).toContain("<RtrId>RT-IP-NOBODY<");
  expect(await inquire()).toBe("ACSC");
});

test("what is unsigned, old, repeated, a stranger's or changed on the way is not taken", async () => {
  const { sandbox, post, inquire } = await start();
  const body = creditTransfers("INSTAPAY", [{ reference: REFERENCE }]);
  for (const spoil of [
    { "x-instapay-signature": "0".repeat(64) },
    { "x-instapay-timestamp": String(bench.now() - 301_000) },
    { "x-instapay-participant": "BNORPHMMXXX" },
    { "x-instapay-nonce": "another-nonce" },
  ]) {
    expect((await post(body, spoil)).status).toBe(401);
  }
  const [timestamp, nonce] = [String(bench.now()), randomUUID()];
  const headers = {
    "x-instapay-nonce": nonce,
    "x-instapay-signature": createHmac("sha256", DEMO_CREDENTIALS.instapayKey)
      .update(`${timestamp}.${nonce}.${body}`)
      .digest("hex"),
  };
  expect(await inquire(), "nothing of these was taken").toBeUndefined();
  expect((await post(body, headers)).status).toBe(200);
  expect((await post(body, headers)).status, "a nonce is taken once").toBe(401);
  await sandbox.tellEvents();
});

test.each([
  ["not XML", "pesos"],
  ["an unknown message", '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:admi.002.001.01"/>'],
  [
    "an answer",
    creditTransfers("INSTAPAY", [{ reference: "A" }]).replaceAll("pacs.008", "pacs.002"),
  ],
  [
    "a DOCTYPE",
    creditTransfers("INSTAPAY", [{ reference: "A" }]).replace("<Document", "<!DOCTYPE D><Document"),
  ],
  ["three decimals", creditTransfers("INSTAPAY", [{ reference: "A", amount: "1.000" }])],
  ["another total", creditTransfers("INSTAPAY", [{ reference: "A" }]).replace("250.00", "250.01")],
  ["another count", creditTransfers("INSTAPAY", [{ reference: "A" }], { count: 2 })],
  ["another rail", creditTransfers("PESONET", [{ reference: "A" }])],
  ["two transfers", creditTransfers("INSTAPAY", [{ reference: "A" }, { reference: "B" }])],
])("400 for what is no message of the switch: %s", async (_, body) => {
  const { post } = await start();
  expect((await post(body)).status).toBe(400);
});
