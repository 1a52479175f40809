import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { readMessage, textAt } from "#sandbox/rails/isoXml.ts";
import { callRail } from "#test/support/railBench.ts";
import { makeSandboxBench } from "#test/support/sandboxBench.ts";

const bench = makeSandboxBench();
/** A Saturday, and the Monday after it. */
const SATURDAY = "2026-11-21";
const MONDAY = "2026-11-23";

type Listed = { cursor: number; name: string; kind: string; sha256: string };

async function start() {
  const sandbox = await bench.start();
  const call = (method: "GET" | "PUT", path: string, body = "") =>
    callRail({ url: sandbox.url, now: bench.now() }, method, path, body);
  const send = (more: object = {}) =>
    bench.ask(sandbox, "POST", "/sandbox/pesonet/incoming", {
      account: "1234-5678",
      amount: "75.50",
      reference: "TX-1",
      ...more,
    });
  const clear = () => bench.ask(sandbox, "POST", "/sandbox/pesonet/cycles", { does: "clear" });
  const fault = (mode: string, more: object = {}) =>
    bench.ask(sandbox, "POST", "/faults", { target: "pesonet", mode, ...more });
  /** The files of what other banks sent. */
  async function files(): Promise<string[]> {
    const { text } = await call("GET", "/pesonet/v1/files?after=0");
    // What the sandbox lists (docs/rails.md).
    const listed = (JSON.parse(text) as Listed[]).filter(({ kind }) => kind === "inward");
    return Promise.all(
      listed.map(async ({ name, sha256 }) => {
        const file = await call("GET", `/pesonet/v1/files/${name}`);
        expect(createHash("sha256").update(file.text).digest("hex")).toBe(sha256);
        expect(readMessage(Buffer.from(file.text))?.name).toBe("pacs.008.001.08");
        return file.text;
      }),
    );
  }
  /** 'CRDT TRANSFER 75.50' of each entry of a day's statement. */
  async function statement(day: string): Promise<string[]> {
    const { text } = await call("GET", `/pesonet/v1/settlements?day=${day}`);
    return [
      ...text.matchAll(/<Ntry>.*?<Amt[^>]*>([^<]*)<.*?<CdtDbtInd>(\w+)<.*?<Prtry><Cd>(\w+)</gs),
    ].map(([, amount, side, kind]) => `${side} ${kind} ${amount}`);
  }
  const giveBack = (name: string, parts: Back[]) =>
    call("PUT", `/pesonet/v1/files/${name}.xml`, returnsOf(name, parts));
  return { send, clear, fault, files, statement, giveBack };
}

type Back = { file: string; reference: string; amount?: string };

/** The participant's file of what goes back. */
function returnsOf(id: string, parts: Back[]): string {
  const items = parts.map(
    ({ file, reference, amount = "75.50" }) =>
      `<TxInf><RtrId>R-${reference}</RtrId><OrgnlGrpInf><OrgnlMsgId>${file}</OrgnlMsgId><OrgnlMsgNmId>pacs.008.001.08</OrgnlMsgNmId></OrgnlGrpInf><OrgnlTxId>${reference}</OrgnlTxId><RtrdIntrBkSttlmAmt Ccy="PHP">${amount}</RtrdIntrBkSttlmAmt><RtrRsnInf><Rsn><Cd>AC03</Cd></Rsn></RtrRsnInf></TxInf>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pacs.004.001.09"><PmtRtr><GrpHdr><MsgId>${id}</MsgId><CreDtTm>2026-11-21T02:00:31.000Z</CreDtTm><NbOfTxs>${parts.length}</NbOfTxs><SttlmInf><SttlmMtd>CLRG</SttlmMtd></SttlmInf></GrpHdr>${items.join("")}</PmtRtr></Document>`;
}

const idIn = (file = "") => /<MsgId>([^<]*)</.exec(file)?.[1] ?? "none";
const referencesIn = (file = "") => [...file.matchAll(/<TxId>([^<]*)</g)].map(([, id]) => id);

test("what other banks send is in one file of the next clearing, and settled then", async () => {
  const { send, files, statement } = await start();
  await send();
  await send({ reference: "TX-2", amount: "4.50", senderBank: "BOPIPHMMXXX" });
  expect(await files()).toEqual([]);
  // On Monday at 10:00 in Manila.
  bench.pass(Date.parse("2026-11-23T02:00:00Z") - bench.now());
  const [file, another] = await files();
  expect(another).toBeUndefined();
  expect(referencesIn(file)).toEqual(["TX-1", "TX-2"]);
  const message = readMessage(Buffer.from(file ?? ""));
  if (message === undefined) throw new Error("it is no message");
  const header = "FIToFICstmrCdtTrf/GrpHdr";
  expect(textAt(message.root, `${header}/NbOfTxs`)).toBe("2");
  expect(textAt(message.root, `${header}/TtlIntrBkSttlmAmt`)).toBe("80.00");
  expect(await statement(SATURDAY)).toEqual([]);
  expect((await statement(MONDAY)).toSorted()).toEqual([
    "CRDT TRANSFER 4.50",
    "CRDT TRANSFER 75.50",
  ]);
});

test("a cycle can be run at once; a reference that was used is carried again and settles nothing", async () => {
  const { send, clear, files, statement } = await start();
  await send();
  await clear();
  await send({ amount: "76.00" });
  await clear();
  expect((await files()).map(referencesIn)).toEqual([["TX-1"], ["TX-1"]]);
  expect(await statement(SATURDAY)).toEqual(["CRDT TRANSFER 75.50"]);
});

test.each([
  ["duplicate", 2, 2],
  ["late", 0, 1],
])("the fault %s shows %i files, and %i in the end", async (mode, first, last) => {
  const { send, clear, fault, files, statement } = await start();
  await fault(mode, mode === "late" ? { delaySeconds: 60 } : {});
  await send();
  await clear();
  await fault("ok");
  expect(await files()).toHaveLength(first);
  bench.pass(60_000);
  expect(await files()).toHaveLength(last);
  expect(await statement(SATURDAY)).toEqual(["CRDT TRANSFER 75.50"]);
});

test("what goes back is taken all or nothing, once, and only what was settled", async () => {
  const { send, clear, files, statement, giveBack } = await start();
  await send();
  await send({ reference: "TX-2" });
  await clear();
  const file = idIn((await files())[0]);
  const both = [
    { file, reference: "TX-1" },
    { file, reference: "TX-2" },
  ];
  const refused: [string, Back[]][] = [
    ["PR-0", []],
    ["PR-1", [...both, { file, reference: "TX-3" }]],
    ["PR-2", [{ file: "OTHER", reference: "TX-1" }]],
    ["PR-3", [{ file, reference: "TX-1", amount: "75.49" }]],
  ];
  for (const [name, parts] of refused) {
    expect([name, (await giveBack(name, parts)).status]).toEqual([name, 409]);
  }
  expect(await statement(SATURDAY)).toHaveLength(2);
  for (const _ of [1, 2]) expect((await giveBack("PR-4", both)).status).toBe(200);
  expect((await giveBack("PR-5", both)).status).toBe(409);
  expect((await statement(SATURDAY)).filter((one) => one.startsWith("DBIT"))).toEqual([
    "DBIT GIVEN_BACK 75.50",
    "DBIT GIVEN_BACK 75.50",
  ]);
});

test("what no bank could send is refused where it is asked for", async () => {
  const { send, clear, files } = await start();
  for (const wrong of [{ senderBank: "XXXXPHMMXXX" }, { account: "none" }, { amount: "0.001" }]) {
    expect([wrong, (await send(wrong)).status]).toEqual([wrong, 400]);
  }
  await clear();
  expect(await files()).toEqual([]);
});
