import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { resolveException, getExceptions } from "#contract/staff/jobs.ts";
import { drainJobs } from "#test/support/drainJobs.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import type { World } from "#test/support/makeWorld.ts";
import * as rails from "#test/support/railWorld.ts";
import { ACCOUNTS, returnXml, statusXml, tellUs } from "#test/support/railWorld.ts";
import { asked, decide } from "#test/support/requestActs.ts";
import { assertBooksHold } from "#test/support/transferActs.ts";
import { receiveStatusReport } from "./receiveStatusReport.ts";
import { takeLeftMessages } from "./receiveRailMessage.ts";

const AMOUNT = 12_34n;
/** Asked for the last time. */
const LAST_SECONDS = 3_540;

let world: World;
let member: TestMember;

beforeAll(async () => {
  world = await rails.makeRailWorld({ RAIL_TIMEOUT_MS: "1500" });
  member = await world.makeMember({ officeId: 1n, card: { balance: 40_000_00n } });
});

afterEach(() => assertBooksHold(world));

afterAll(() => world.close());

type Sent = { refNo: string; amount: bigint; account: string };

/** Sent, and nobody knows how it ended. */
async function sentOne(): Promise<Sent> {
  const told = { amount: AMOUNT, account: ACCOUNTS.neverKnown };
  const refNo = await rails.orderByRows(world, member, { kind: "instapay", ...told });
  await drainJobs(world.app);
  return { ...told, refNo };
}

async function untilTheLast(): Promise<void> {
  world.passSeconds(LAST_SECONDS);
  await rails.sweepRails(world);
}

const rowOf = ({ refNo }: Sent) => rails.transferRow(world, refNo);
const ofGroup = (xml: string, status: string) =>
  xml.replace("</OrgnlMsgNmId>", `</OrgnlMsgNmId><GrpSts>${status}</GrpSts>`);

/** The part about the transfer, before itself with another text in it. */
function withPart(xml: string, name: "TxInfAndSts" | "TxInf", change: (part: string) => string) {
  const one = new RegExp(`<${name}>.*</${name}>`, "s").exec(xml)?.[0] ?? "";
  return xml.replace(one, change(one) + one);
}

const CONTRADICTIONS: [what: string, message: (told: Sent) => string][] = [
  ["a credit of the whole and a refusal in it", (told) => ofGroup(statusXml("RJCT", told), "ACSC")],
  [
    "a status of the whole that nobody knows, and a refusal in it",
    (told) => ofGroup(statusXml("RJCT", told), "ACCC"),
  ],
  [
    "a refusal of the whole and one under way in it",
    (told) => ofGroup(statusXml("PDNG", told), "RJCT"),
  ],
  [
    "a status that nobody knows, and a refusal of the same",
    (told) =>
      withPart(statusXml("RJCT", told), "TxInfAndSts", (one) => one.replace("RJCT", "ACWC")),
  ],
  [
    "a part of it coming back, and all of it",
    (told) =>
      withPart(returnXml(told), "TxInf", (one) =>
        one.replace(/(<RtrdIntrBkSttlmAmt Ccy="PHP">)[^<]*/, "$14.00"),
      )
        .replace("<NbOfTxs>1<", "<NbOfTxs>2<")
        .replace(/<TtlRtrdIntrBkSttlmAmt.*?<\/TtlRtrdIntrBkSttlmAmt>/, ""),
  ],
  [
    "a refusal of our question about it",
    (told) =>
      statusXml("RJCT", told)
        .replace("pacs.008.001.08<", "pacs.028.001.03<")
        .replace(/(<OrgnlMsgId>)/, "$1Q1-"),
  ],
  [
    "a refusal of a recall of it, as its part says",
    (told) =>
      statusXml("RJCT", told).replace(
        "<TxInfAndSts>",
        `<TxInfAndSts><OrgnlGrpInf><OrgnlMsgId>RECALL-1</OrgnlMsgId><OrgnlMsgNmId>camt.056.001.08</OrgnlMsgNmId></OrgnlGrpInf>`,
      ),
  ],
  [
    "the return of another message than a transfer",
    (told) => returnXml(told).replace("pacs.008.001.08<", "pacs.003.001.08<"),
  ],
  ["a refusal because it is held", (told) => statusXml("RJCT", { ...told, reason: "DS06" })],
  ["a credit because of a wrong account", (told) => statusXml("ACSC", { ...told, reason: "AC03" })],
];

test("S147 what contradicts itself is no refusal and no return: the transfer waits for people", async () => {
  for (const [what, message] of CONTRADICTIONS) {
    const told = await sentOne();
    expect([what, await tellUs(world, message(told))]).toEqual([what, 200]);
    await untilTheLast();
    const { going_back: back, clock_stopped_at: stopped, state } = await rowOf(told);
    expect([what, back, stopped !== null, state]).toEqual([what, null, true, "unknown"]);
    expect([what, await rails.exceptionsOf(world, told.refNo)]).toEqual([
      what,
      ["unreadable", "unanswered"],
    ]);
  }
});

test("S147 an unclear part that names another transfer than its message stops both", async () => {
  const [told, other] = [await sentOne(), await sentOne()];
  const xml = statusXml("ACWC", told)
    .replace(/(<OrgnlEndToEndId>)[^<]*/, `$1${other.refNo}`)
    .replace(/(<OrgnlTxId>)[^<]*/, `$1${other.refNo}`);
  expect(await tellUs(world, xml)).toBe(200);
  await untilTheLast();
  for (const one of [told, other]) {
    expect(await rowOf(one)).toMatchObject({
      going_back: null,
      clock_stopped_at: expect.any(Date),
    });
  }
});

const called = (told: Sent, name: string) =>
  statusXml("PDNG", told).replace("</TxSts>", `</TxSts><ClrSysRef>${name}</ClrSysRef>`);

async function resolveAll(): Promise<void> {
  const supervisor = await world.makeStaff({ role: "supervisor" });
  const open = await supervisor.call(getExceptions, { query: { state: "open" } });
  const rows = open.status ? open.result.rows : [];
  for (const { id, reference } of rows) {
    if (!reference.startsWith("unreadable-")) continue;
    const body = { id, resolution: "A test of the switch's operator." };
    expect(await supervisor.call(resolveException, { body })).toMatchObject({ status: true });
  }
}

test("S147 what the switch calls every transfer names none of them", async () => {
  const [first, second, third] = [await sentOne(), await sentOne(), await sentOne()];
  for (const told of [first, second]) {
    expect(await tellUs(world, called(told, "NOTPROVIDED"))).toBe(200);
  }
  await tellUs(world, statusXml("ACSC", first));
  expect(await tellUs(world, "<Odd><ClrSysRef>NOTPROVIDED</ClrSysRef></Odd>")).toBe(200);
  await untilTheLast();
  // Any of them may be meant, so none goes back by the clock.
  for (const told of [second, third]) expect((await rowOf(told)).going_back).toBeNull();
  await resolveAll();
  world.passSeconds(3_600);
  await rails.sweepRails(world);
  for (const told of [second, third]) expect((await rowOf(told)).state).toBe("returned");
});

test("S147 the same that nobody can read, said again later, is about what was sent since", async () => {
  await tellUs(world, "<Odd>again</Odd>");
  await resolveAll();
  const told = await sentOne();
  world.passSeconds(60);
  await tellUs(world, "<Odd>again</Odd>");
  await untilTheLast();
  expect((await rowOf(told)).going_back).toBeNull();
  await resolveAll();
  world.passSeconds(3_600);
  await rails.sweepRails(world);
  expect((await rowOf(told)).state).toBe("returned");
});

test("S147 what two people refunded after the clock had stopped goes on, whatever cannot be read then", async () => {
  const told = await sentOne();
  const odd = (status: string) => statusXml(status, told).replace("<TxSts>", "<Odd/><TxSts>");
  world.passSeconds(LAST_SECONDS);
  const { refNo } = told;
  const refund = { rail: "instapay", refNo, status: "refund", source: "test" } as const;
  await receiveStatusReport(world.app, { ...refund, via: "timer", correlationId: "test" });
  await tellUs(world, odd("ACSC"));
  const teller = await world.makeStaff({ role: "teller" });
  const supervisor = await world.makeStaff({ role: "supervisor" });
  await world.app.db
    .updateTable("rail_transfer")
    .set({ asked_at: world.app.now() })
    .where("ref_no", "=", refNo)
    .execute();
  const back = await asked(teller, { kind: "refund_transfer", payload: { refNo } });
  expect(await decide(supervisor, back)).toMatchObject({ status: true });
  await tellUs(world, odd("ACSP"));
  await rails.sweepRails(world);
  expect((await rowOf(told)).state).toBe("returned");
});

test("S147 what was no UTF-8 stays unreadable when a process dies over it", async () => {
  const told = await sentOne();
  // As it is kept: what was not to be read became a sign that can be.
  await left("died", { body: statusXml("RJCT", { ...told, reason: "AC03" }) });
  world.passSeconds(60);
  await takeLeftMessages(world.app);
  expect(await rowOf(told)).toMatchObject({ going_back: null, clock_stopped_at: expect.any(Date) });
});

/** A message that could not be read as it came, and that a process died over. */
async function left(id: string, of: { body: string; ref_no?: string }): Promise<void> {
  await world.app.db
    .insertInto("rail_message")
    .values({
      ...of,
      rail: "instapay",
      direction: "in",
      type: "unreadable",
      message_id: `unreadable-${id}`,
      at: world.app.now(),
      correlation_id: "test",
      outcome: "received",
    })
    .execute();
}

test("S147 while what could not be read waits to be taken, no transfer that it may name goes back", async () => {
  const [told, asked] = [await sentOne(), await sentOne()];
  // It came in answer to a question about another.
  await left("waits", { body: `<Odd>${told.refNo}</Odd>`, ref_no: asked.refNo });
  await untilTheLast();
  expect((await rowOf(told)).going_back).toBeNull();
  await takeLeftMessages(world.app);
  expect((await rowOf(told)).clock_stopped_at).not.toBeNull();
});
