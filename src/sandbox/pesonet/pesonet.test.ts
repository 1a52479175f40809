import { createHash } from "node:crypto";
import { mkdtempSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { readMessage } from "#sandbox/rails/isoXml.ts";
import {
  callRail,
  creditTransfers,
  statusesIn,
  type TestTransfer,
} from "#test/support/railBench.ts";
import { makeSandboxBench } from "#test/support/sandboxBench.ts";

const bench = makeSandboxBench();
const NAME = "PB20261123-1-01.xml";
const MESSAGE = "PB20261123-1-01";

type Listed = { cursor: number; name: string; kind: string; sha256: string };

async function start(options: { dataFile?: string } = {}) {
  const sandbox = await bench.start(options);
  const ask = (method: "GET" | "PUT", path: string, body = "") =>
    callRail({ url: sandbox.url, now: bench.now() }, method, `/pesonet/v1/${path}`, body);
  const fault = (mode: string, more: object = {}) =>
    bench.ask(sandbox, "POST", "/faults", { target: "pesonet", mode, ...more });
  const press = (path: string, body: object) =>
    bench.ask(sandbox, "POST", `/sandbox/pesonet/${path}`, body);

  const send = (
    transfers: TestTransfer[],
    name = NAME,
    messageId = MESSAGE,
    settlesOn = "2026-11-23",
  ) => ask("PUT", `files/${name}`, creditTransfers("PESONET", transfers, { messageId, settlesOn }));

  /** What is new in the list, read whole: the kind, and what it says. */
  let seen = 0;
  async function news(): Promise<{ kind: string; text: string; name: string }[]> {
    const { text, isSigned } = await ask("GET", `files?after=${seen}`);
    expect(isSigned).toBe(true);
    const listed = JSON.parse(text) as Listed[];
    seen = listed.at(-1)?.cursor ?? seen;
    return Promise.all(
      listed.map(async ({ name, kind, sha256 }) => {
        const file = await ask("GET", `files/${name}`);
        expect(createHash("sha256").update(file.text).digest("hex")).toBe(sha256);
        expect(readMessage(Buffer.from(file.text)), name).toBeDefined();
        return { kind, text: file.text, name };
      }),
    );
  }
  const kinds = async () =>
    (await news()).map(({ kind, text }) => [kind, groupIn(text)].join(" ").trim());
  return { sandbox, ask, fault, press, send, news, kinds };
}

const groupIn = (xml: string) => /<GrpSts>(\w+)</.exec(xml)?.[1] ?? "";
const manila = (text: string) => Date.parse(`${text}+08:00`) - bench.now();

test("a cycle from intake to the settlement report, one effect for each transfer", async () => {
  const { send, kinds, news, ask } = await start();
  bench.pass(manila("2026-11-23T09:05:00"));
  const transfers = [
    { reference: "PN-1" },
    { reference: "PN-2", accountNo: "1234567803", amount: "1000.00" },
    { reference: "PN-3", accountNo: "1234567806" },
    { reference: "PN-4", accountNo: "101400001643" },
    { reference: "PN-5", bank: "NOBKPHM1XXX" },
  ];
  const first = await send(transfers);
  expect(first.status).toBe(200);
  expect(await send(transfers), "handed in again").toMatchObject({ text: first.text });
  expect(await kinds()).toEqual(["acknowledgement ACTC"]);
  bench.pass(manila("2026-11-23T09:59:59"));
  expect(await kinds()).toEqual([]);
  bench.pass(1_000);
  expect(await kinds()).toEqual(["advice ACSC"]);
  bench.pass(5_000);
  const [status, returned, ...more] = await news();
  expect(more).toEqual([]);
  expect(statusesIn(status?.text ?? "")).toEqual({
    "PN-1": "ACSC DS07",
    "PN-2": "RJCT AC03",
    "PN-3": "PDNG DS06",
    "PN-5": "RJCT AC06",
  });
  expect(returned?.kind).toBe("return");
  expect(returned?.text.match(/<RtrId>[^<]*/g)).toEqual(["<RtrId>RT-PN-2", "<RtrId>RT-PN-5"]);

  bench.pass(manila("2026-11-24T00:00:00"));
  const [settlement] = await news();
  expect(settlement?.kind).toBe("settlement");
  const { text } = await ask("GET", "settlements?day=2026-11-23");
  for (const report of [settlement?.text ?? "", text]) {
    expect(report.match(/<Cd>(TRANSFER|RETURN)</g)).toHaveLength(7);
    expect(report).toMatch(/<TtlDbtNtries><NbOfNtries>5<\/NbOfNtries><Sum>2000.00</);
    expect(report).toMatch(/<TtlCdtNtries><NbOfNtries>2<\/NbOfNtries><Sum>1250.00</);
  }
});

test("other bytes under a name, and a transfer of another file, are refused and change nothing", async () => {
  const { send, kinds } = await start();
  await send([{ reference: "PN-1" }]);
  expect((await send([{ reference: "PN-1", amount: "1.00" }])).status).toBe(409);
  expect((await send([{ reference: "PN-1" }], "other.xml", "OTHER")).status).toBe(409);
  expect((await send([{ reference: "PN-2" }], "other.xml")).status).toBe(409);
  expect(
    (await send([{ reference: "PN-2" }, { reference: "PN-2" }], "twice.xml", "T")).status,
  ).toBe(400);
  expect(await kinds()).toEqual(["acknowledgement ACTC"]);
});

test("a file that comes at the moment of a clearing is in it", async () => {
  const { send, kinds } = await start();
  bench.pass(manila("2026-11-23T10:00:00"));
  await send([{ reference: "PN-1" }]);
  // Taken before it is cleared; the clearing comes at this very moment, by itself or when it is asked for.
  expect(await kinds()).toEqual(["acknowledgement ACTC", "advice ACSC"]);
});

test.each([
  ["2026-11-23T10:00:01", "2026-11-23", "2026-11-23T13:00:00"],
  ["2026-11-23T16:00:01", "2026-11-23", "2026-11-24T10:00:00"],
  ["2026-11-21T12:00:00", "2026-11-23", "2026-11-23T10:00:00"],
  // Monday 30 November is Bonifacio Day.
  ["2026-11-27T17:00:00", "2026-11-27", "2026-12-01T10:00:00"],
])("a file that comes at %s for %s is cleared at %s", async (cameAt, settlesOn, clearedAt) => {
  const { send, kinds } = await start();
  bench.pass(manila(cameAt));
  await send([{ reference: "PN-1" }], NAME, MESSAGE, settlesOn);
  bench.pass(manila(clearedAt) - 1);
  expect(await kinds()).toEqual(["acknowledgement ACTC"]);
  bench.pass(1);
  expect(await kinds()).toEqual(["advice ACSC"]);
});

test("late: the acknowledgement may come after the advice", async () => {
  const { send, kinds, fault } = await start();
  bench.pass(manila("2026-11-23T09:59:00"));
  await fault("late", { delaySeconds: 120 });
  await send([{ reference: "PN-1" }]);
  await fault("ok");
  bench.pass(60_000);
  expect(await kinds()).toEqual(["advice ACSC"]);
  bench.pass(5_000);
  expect(await kinds()).toEqual(["status"]);
  bench.pass(55_000);
  expect(await kinds()).toEqual(["acknowledgement ACTC"]);
});

test("refused at intake, or abolished at the clearing: nothing is settled", async () => {
  const { send, kinds, fault, press, ask } = await start();
  await fault("reject");
  await send([{ reference: "PN-1" }]);
  expect(await kinds()).toEqual(["acknowledgement RJCT"]);
  await fault("ok");
  await send([{ reference: "PN-2" }], "b.xml", "B");
  expect((await press("files", { messageId: "B", does: "abolish" })).status).toBe(200);
  await send([{ reference: "PN-3" }], "c.xml", "C");
  await fault("reject");
  await press("cycles", { does: "both" });
  expect(await kinds()).toEqual([
    "acknowledgement ACTC",
    "advice RJCT",
    "acknowledgement ACTC",
    "advice RJCT",
  ]);
  expect((await press("files", { messageId: "B", does: "clear" })).status).toBe(409);
  expect((await ask("GET", "settlements?day=2026-11-21")).text).toContain("<NbOfNtries>0<");
});

test("by hand: the cycle at once, a held one credited, a credited one returned, each once", async () => {
  const { send, news, press } = await start();
  await send([{ reference: "PN-1" }, { reference: "PN-2", accountNo: "1234567806" }]);
  expect((await press("cycles", { does: "both" })).body).toEqual({ cleared: 1, answered: 1 });
  await news();
  const answer = (reference: string, does: string) => press("answers", { reference, does });
  expect((await answer("PN-2", "credit")).status).toBe(200);
  expect((await answer("PN-2", "credit")).status).toBe(409);
  expect((await answer("PN-1", "return")).status).toBe(200);
  expect((await answer("PN-1", "return")).status).toBe(409);
  const [status, back] = await news();
  expect(statusesIn(status?.text ?? "")).toEqual({ "PN-2": "ACSC DS07" });
  expect(back?.text).toContain("<RtrId>RT-PN-1<");
});

test("a credit comes back later, a held one is credited later, each in a file of its own", async () => {
  const { send, news, press } = await start();
  await send([
    { reference: "PN-1", accountNo: "1234567804" },
    { reference: "PN-2", accountNo: "0013029636" },
  ]);
  await press("cycles", { does: "both" });
  const first = (await news()).find(({ kind }) => kind === "status");
  expect(statusesIn(first?.text ?? "")).toEqual({ "PN-1": "ACSC DS07", "PN-2": "PDNG DS06" });
  bench.pass(10_000);
  expect(statusesIn((await news())[0]?.text ?? "")).toEqual({ "PN-2": "ACSC DS07" });
  bench.pass(20_000);
  const back = await news();
  expect(back.map(({ kind }) => kind)).toEqual(["return"]);
  expect(back[0]?.text).toContain("<Cd>AC03<");
});

test("the faults: twice under two names, the advice behind its status, the acknowledgement late", async () => {
  const { send, news, kinds, press, fault } = await start();
  await fault("duplicate");
  await send([{ reference: "PN-1" }]);
  const [once, twice] = await news();
  expect(twice?.text).toBe(once?.text);
  expect(twice?.name).not.toBe(once?.name);
  await fault("out-of-order");
  await press("cycles", { does: "clear" });
  bench.pass(5_000);
  expect(await kinds()).toEqual(["status"]);
  bench.pass(1);
  expect(await kinds()).toEqual(["advice ACSC"]);
  await fault("late", { delaySeconds: 60 });
  await send([{ reference: "PN-2" }], "b.xml", "B");
  expect(await kinds()).toEqual([]);
  bench.pass(60_000);
  expect(await kinds()).toEqual(["acknowledgement ACTC"]);
});

test("a sandbox that starts again knows what it took, cleared and told", async () => {
  const dataFile = mkdtempSync(path.join(os.tmpdir(), "pesonet-"));
  const first = await start({ dataFile });
  await first.send([{ reference: "PN-1" }]);
  await first.press("cycles", { does: "both" });
  const told = await first.news();
  await first.sandbox.close();
  const second = await start({ dataFile });
  expect((await second.send([{ reference: "PN-1" }])).status).toBe(200);
  expect((await second.press("cycles", { does: "both" })).body).toEqual({
    cleared: 0,
    answered: 0,
  });
  expect(await second.news()).toEqual(told);
});

test("a sandbox that starts again tells what it had still to tell", async () => {
  const dataFile = mkdtempSync(path.join(os.tmpdir(), "pesonet-"));
  const first = await start({ dataFile });
  await first.fault("late", { delaySeconds: 60 });
  await first.send([{ reference: "PN-1" }]);
  expect(await first.kinds()).toEqual([]);
  await first.sandbox.close();
  const second = await start({ dataFile });
  expect(await second.kinds()).toEqual([]);
  bench.pass(60_000);
  expect(await second.kinds()).toEqual(["acknowledgement ACTC"]);
});

test("what is not signed, or is no file, is not taken", async () => {
  const { sandbox, kinds, ask } = await start();
  const body = creditTransfers("PESONET", [{ reference: "PN-1" }]);
  const at = { url: sandbox.url, now: bench.now() };
  const spoil = { "x-pesonet-signature": "0".repeat(64) };
  expect((await callRail(at, "PUT", "/pesonet/v1/files/a.xml", body, spoil)).status).toBe(401);
  expect((await callRail(at, "GET", "/pesonet/v1/files?after=0", "", spoil)).status).toBe(401);
  const instapay = creditTransfers("INSTAPAY", [{ reference: "PN-1" }]);
  expect((await ask("PUT", "files/a.xml", instapay)).status).toBe(400);
  expect((await ask("GET", "files/none.xml")).status).toBe(404);
  expect(await kinds()).toEqual([]);
});
