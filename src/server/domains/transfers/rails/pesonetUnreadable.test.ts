import { createHash } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { toDecimal } from "#common/money.ts";
import type { App } from "#server/platform/app.ts";
import { drainJobs } from "#test/support/drainJobs.ts";
import { PACS_002 } from "#test/support/iso20022/pacs002.ts";
import { spotsIn, withSpots } from "#test/support/iso20022/optionalElements.ts";
import type { World } from "#test/support/makeWorld.ts";
import * as rails from "#test/support/railWorld.ts";
import { ACCOUNTS, manila, statusXml } from "#test/support/railWorld.ts";
import { ask, asked, decide } from "#test/support/requestActs.ts";
import { assertBooksHold } from "#test/support/transferActs.ts";
import { cutPesonetBatches } from "./cutPesonetBatch.ts";
import { sendPesonetBatches } from "./sendPesonetBatch.ts";
import { takePesonetFiles } from "./takePesonetFiles.ts";
import { freeWithdrawnFiles } from "./withdrawnFiles.ts";

const AMOUNT = 2_000_50n;

let world: World;
let cursor = 5_000;

beforeAll(async () => {
  world = await rails.makeRailWorld();
});

afterEach(() => assertBooksHold(world));

afterAll(() => world.close());

const told = (refNo: string) => ({ refNo, amount: AMOUNT, account: ACCOUNTS.neverKnown });

/** Two transfers in a file that the house has acknowledged; its MsgId. */
async function handedIn(
  day: string,
  { isTaken = true } = {},
): Promise<{ refNos: string[]; file: string }> {
  world.setTime(manila(`${day}T10:00:00`));
  const member = await world.makeMember({ officeId: 1n, card: { balance: 50_000_00n } });
  const refNos: string[] = [];
  for (let number = 0; number < 2; number += 1) {
    const { amount, account } = told("");
    const cycle = await rails.cycleNow(world);
    refNos.push(
      await rails.orderByRows(world, member, { kind: "pesonet", amount, account, cycle }),
    );
  }
  await drainJobs(world.app);
  world.setTime(manila(`${day}T15:00:00`));
  await cutPesonetBatches(world.app);
  if (isTaken) await sendPesonetBatches(world.app);
  const [batch] = await rails.batchesOf(world, [day]);
  return { refNos, file: batch?.message_id ?? "" };
}

/** What the clearing house has for us, besides what lies there already. */
function clearingHouseWith(...files: string[]): App {
  const { list, fetch } = world.app.pesonet;
  const listed = files.map((text) => {
    cursor += 1;
    const bytes = Buffer.from(text);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    return { cursor, name: `STATUS-${cursor}.xml`, kind: "status" as const, sha256, bytes };
  });
  return {
    ...world.app,
    pesonet: {
      ...world.app.pesonet,
      list: async (after) => {
        const real = await list(after);
        const more = listed.filter((file) => file.cursor > after);
        return real.kind === "list" ? { kind: "list", files: [...real.files, ...more] } : real;
      },
      fetch: async (name) => {
        const [own] = listed.filter((file) => file.name === name);
        return own === undefined ? fetch(name) : { kind: "file", bytes: own.bytes };
      },
    },
  };
}

let lastAdvice = 0;

/** The clearing advice of a file of two. */
function advice(file: string, status = "ACSC"): string {
  lastAdvice += 1;
  return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pacs.002.001.10"><FIToFIPmtStsRpt><GrpHdr><MsgId>ADVICE-${lastAdvice}</MsgId><CreDtTm>2026-11-23T08:00:00Z</CreDtTm></GrpHdr><OrgnlGrpInfAndSts><OrgnlMsgId>${file}</OrgnlMsgId><OrgnlMsgNmId>pacs.008.001.08</OrgnlMsgNmId><OrgnlNbOfTxs>2</OrgnlNbOfTxs><OrgnlCtrlSum>${toDecimal(2n * AMOUNT)}</OrgnlCtrlSum><GrpSts>${status}</GrpSts></OrgnlGrpInfAndSts></FIToFIPmtStsRpt></Document>`;
}

/** The hours go by in which what nobody ended goes back; the house is listened to. */
async function untilItGoesBack(day: string): Promise<void> {
  for (const time of ["17:57:00", "17:59:00", "18:10:00", "21:00:00"]) {
    world.setTime(manila(`${day}T${time}`));
    await takePesonetFiles(world.app);
    await rails.sweepRails(world);
  }
}

const rowsOf = (refNos: string[]) =>
  Promise.all(refNos.map((one) => rails.transferRow(world, one)));

test.each([
  ["2026-11-23", "an advice", (file: string) => advice(file).replace("<GrpSts>", "<Odd/><GrpSts>")],
  ["2026-11-24", "another message", (file: string) => `<Odd><Of>${file}</Of></Odd>`],
  ["2026-11-25", "half a message", (file: string) => advice(file).slice(0, -60)],
  ["2026-11-26", "a status that nobody knows", (file: string) => advice(file, "ACWC")],
  ["2026-11-27", "another count", (file: string) => advice(file).replace("Txs>2<", "Txs>3<")],
  ["2026-12-01", "the name of its file", (file: string) => `<Odd><File>${file}.xml</File></Odd>`],
  [
    "2026-12-02",
    "a return that names no transfer",
    (file: string) =>
      `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pacs.004.001.09"><PmtRtr><GrpHdr><MsgId>RTR-1</MsgId><CreDtTm>2026-11-23T08:00:00Z</CreDtTm><NbOfTxs>2</NbOfTxs><GrpRtr>true</GrpRtr><SttlmInf><SttlmMtd>CLRG</SttlmMtd></SttlmInf></GrpHdr><OrgnlGrpInf><OrgnlMsgId>${file}</OrgnlMsgId><OrgnlMsgNmId>pacs.008.001.08</OrgnlMsgNmId></OrgnlGrpInf></PmtRtr></Document>`,
  ],
])(
  "S147 what cannot be read of a whole file stops the clocks of all its transfers (%s: %s)",
  async (day, _, odd) => {
    const { refNos, file } = await handedIn(day);
    world.setTime(manila(`${day}T16:00:10`));
    await takePesonetFiles(clearingHouseWith(advice(file), odd(file)));
    await untilItGoesBack(day);
    for (const row of await rowsOf(refNos)) {
      expect(row).toMatchObject({ has_settled: true, going_back: null, issuer_leg: "taken" });
      expect(row.clock_stopped_at).not.toBeNull();
      expect(await rails.exceptionsOf(world, row.ref_no)).toContain("unreadable");
    }
  },
);

test("S147 of a file of which one part cannot be read, that transfer waits and the other goes back", async () => {
  const day = "2026-12-03";
  const { refNos, file } = await handedIn(day);
  const [odd = "", other = ""] = refNos;
  world.setTime(manila(`${day}T16:00:10`));
  const status = statusXml("ACWC", told(odd)).replace(
    `<OrgnlMsgId>${odd}<`,
    `<OrgnlMsgId>${file}<`,
  );
  await takePesonetFiles(clearingHouseWith(advice(file), status));
  await untilItGoesBack(day);
  expect(await rails.transferRow(world, odd)).toMatchObject({ going_back: null });
  expect((await rails.transferRow(world, other)).state).toBe("returned");
  // What the house then says so that it can be read, ends it.
  await takePesonetFiles(clearingHouseWith(statusXml("ACSC", { ...told(odd), reason: "DS07" })));
  expect((await rails.transferRow(world, odd)).state).toBe("credited");
});

test("S147 an advice says the same with each optional element of ISO 20022, alone and with all of them", async () => {
  const day = "2026-12-04";
  const { refNos, file } = await handedIn(day);
  const withParts = { ...PACS_002 };
  for (const part of Object.keys(withParts)) if (part.startsWith("TxInf")) delete withParts[part];
  const spots = spotsIn(advice(file), withParts);
  expect(spots.map(({ name }) => name)).toContain("OrgnlGrpInfAndSts/NbOfTxsPerSts");
  world.setTime(manila(`${day}T16:00:10`));
  const kinds = [...spots.map((spot) => [spot]), spots];
  await takePesonetFiles(
    clearingHouseWith(...kinds.map((some) => withSpots(advice(file), some, withParts))),
  );
  for (const row of await rowsOf(refNos)) {
    expect(row).toMatchObject({ has_settled: true, clock_stopped_at: null });
    expect(await rails.exceptionsOf(world, row.ref_no)).toEqual([]);
  }
});

const ofGroup = (xml: string, file: string, status: string) =>
  xml
    .replace(/(<OrgnlMsgId>)[^<]*/, `$1${file}`)
    .replace("</OrgnlMsgNmId>", `</OrgnlMsgNmId><GrpSts>${status}</GrpSts>`);

test.each([
  [
    "2026-12-07",
    "two ends of the file",
    (file: string) => {
      const xml = advice(file, "RJCT");
      const one = /<OrgnlGrpInfAndSts>.*<\/OrgnlGrpInfAndSts>/s.exec(xml)?.[0] ?? "";
      return xml.replace(one, one + one.replace("RJCT", "ACSC"));
    },
  ],
  [
    "2026-12-09",
    "a refusal of the file and of a part of it",
    (file: string) => {
      const xml = advice(file, "RJCT");
      const one = /<OrgnlGrpInfAndSts>.*<\/OrgnlGrpInfAndSts>/s.exec(xml)?.[0] ?? "";
      return xml.replace(one, one + one.replace("RJCT", "PART"));
    },
  ],
  [
    "2026-12-10",
    "a refusal of the file and one of it held",
    (file: string, one: string) =>
      ofGroup(statusXml("PDNG", { ...told(one), reason: "DS06" }), file, "RJCT"),
  ],
  [
    "2026-12-11",
    "a status of the file that nobody knows and a refusal in it",
    (file: string, one: string) =>
      ofGroup(statusXml("RJCT", { ...told(one), reason: "AC03" }), file, "ACCC"),
  ],
  [
    "2026-12-14",
    "a refusal of the file for the reason that all was credited",
    (file: string) =>
      advice(file, "RJCT").replace(
        "</GrpSts>",
        "</GrpSts><StsRsnInf><Rsn><Cd>DS07</Cd></Rsn></StsRsnInf>",
      ),
  ],
  [
    "2026-12-15",
    "a refusal of the file and a count of those that were credited",
    (file: string) =>
      advice(file, "RJCT").replace(
        "</GrpSts>",
        "</GrpSts><NbOfTxsPerSts><DtldNbOfTxs>1</DtldNbOfTxs><DtldSts>ACSC</DtldSts></NbOfTxsPerSts>",
      ),
  ],
])("S147 what contradicts itself about a file gives nothing back (%s: %s)", async (day, _, odd) => {
  const { refNos, file } = await handedIn(day);
  world.setTime(manila(`${day}T15:30:00`));
  await takePesonetFiles(clearingHouseWith(odd(file, refNos[0] ?? "")));
  await untilItGoesBack(day);
  for (const row of await rowsOf(refNos)) {
    expect(row).toMatchObject({ going_back: null, clock_stopped_at: expect.any(Date) });
  }
});

test("S147 of a file of which the house has said nothing that can be read, two people give a transfer back a day later", async () => {
  const day = "2026-12-16";
  const { refNos, file } = await handedIn(day);
  const [refNo = "", other = ""] = refNos;
  // All that we have heard of it.
  await takePesonetFiles(clearingHouseWith(`<Odd>${file}</Odd>`));
  expect(await rails.transferRow(world, refNo)).toMatchObject({
    has_acknowledged: false,
    clock_stopped_at: expect.any(Date),
  });
  const refund = { kind: "refund_transfer", payload: { refNo } } as const;
  world.setTime(manila("2026-12-17T10:00:00"));
  expect(await ask(await world.makeStaff({ role: "teller" }), refund)).toMatchObject({
    code: "request_does_not_apply",
  });
  world.setTime(manila("2026-12-21T10:00:00"));
  const requestId = await asked(await world.makeStaff({ role: "teller" }), refund);
  const supervisor = await world.makeStaff({ role: "supervisor" });
  expect(await decide(supervisor, requestId)).toMatchObject({ status: true });
  await rails.sweepRails(world);
  expect((await rails.transferRow(world, refNo)).state).toBe("returned");
  // Nor does the other go out a second time, should people withdraw the file.
  await world.app.db
    .updateTable("pesonet_batch")
    .set({ state: "withdrawn", next_try_at: null })
    .where("message_id", "=", file)
    .execute();
  await freeWithdrawnFiles(world.app);
  expect((await rails.transferRow(world, other)).batch_id).not.toBeNull();
});

test("S147 of a file that the house has never taken no transfer is refunded: it is still handed in", async () => {
  const day = "2027-01-11";
  const { refNos, file } = await handedIn(day, { isTaken: false });
  await takePesonetFiles(clearingHouseWith(`<Odd>${file}</Odd>`));
  world.setTime(manila("2027-01-18T10:00:00"));
  const refund = { kind: "refund_transfer", payload: { refNo: refNos[0] ?? "" } } as const;
  expect(await ask(await world.makeStaff({ role: "teller" }), refund)).toMatchObject({
    code: "request_does_not_apply",
  });
});
