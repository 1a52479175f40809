import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { toDecimal } from "#common/money.ts";
import * as acts from "#test/support/inwardActs.ts";
import { spotsIn, withSpots } from "#test/support/iso20022/optionalElements.ts";
import { pacs008 } from "#test/support/iso20022/pacs008.ts";
import { PACS_028 } from "#test/support/iso20022/pacs028.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import type { World } from "#test/support/makeWorld.ts";
import { exceptionsOf, makeRailWorld } from "#test/support/railWorld.ts";
import { assertBooksHold } from "#test/support/transferActs.ts";

let world: World;
let member: TestMember;

beforeAll(async () => {
  world = await makeRailWorld();
  member = await world.makeMember({ savings: 0n });
});
afterEach(() => assertBooksHold(world));
afterAll(() => world.close());

const said = async (xml: string, txId: string) => {
  const { status, said: what } = await acts.askUs(world, xml, txId);
  return what ?? String(status);
};

test("S243 a transfer to us is credited with each optional element of ISO 20022, alone and with all of them", async () => {
  const structure = pacs008({
    amount: toDecimal(acts.INWARD_AMOUNT),
    to: world.app.config.RAIL_PARTICIPANT,
  });
  const plain = (txId: string) => acts.xmlTo(world, { txId, account: acts.savingsOf(member) });
  const spots = spotsIn(plain("TX"), structure);
  expect(spots.length).toBeGreaterThan(80);
  const kinds = [...spots.map((spot) => [spot]), spots];
  const answers: string[] = [];
  for (const [place, some] of kinds.entries()) {
    const txId = `TX-${place}`;
    answers.push(`${some[0]?.name} ${await said(withSpots(plain(txId), some, structure), txId)}`);
  }
  expect(answers).toEqual(kinds.map(([first]) => `${first?.name} ACSC`));
  expect(await exceptionsOf(world)).toEqual([]);
});

test("S243 a question about one is answered with each optional element, alone and with all of them", async () => {
  const txId = "TX-Q";
  await acts.sendInward(world, { txId, account: acts.savingsOf(member) });
  const plain = acts.inwardInquiry({ txId });
  const spots = spotsIn(plain, PACS_028);
  expect(spots.length).toBeGreaterThan(15);
  const answers: string[] = [];
  for (const some of [...spots.map((spot) => [spot]), spots]) {
    answers.push(`${some[0]?.name} ${await said(withSpots(plain, some, PACS_028), txId)}`);
  }
  expect(answers.filter((answer) => !answer.endsWith(" ACSC"))).toEqual([]);
});

const OBJECTIONS: [what: string, from: string | RegExp, to: string, answer: string][] = [
  ["dollars ordered", "<ChrgBr>", '<InstdAmt Ccy="USD">5.00</InstdAmt><ChrgBr>', "RJCT AM03"],
  ["more ordered", "<ChrgBr>", '<InstdAmt Ccy="PHP">260.00</InstdAmt><ChrgBr>', "RJCT AM09"],
  ["the receiver pays", ">DEBT<", ">CRED<", "RJCT AG01"],
  ["both pay", ">DEBT<", ">SHAR<", "RJCT AG01"],
  ["as agreed", ">DEBT<", ">SLEV<", "ACSC"],
  ["an account in dollars", "</Id></CdtrAcct>", "</Id><Ccy>USD</Ccy></CdtrAcct>", "RJCT AM03"],
  [
    "another bank instructed",
    "</InstgAgt>",
    "</InstgAgt><InstdAgt><FinInstnId><BICFI>BOPIPHMMXXX</BICFI></FinInstnId></InstdAgt>",
    "RJCT RC01",
  ],
  [
    "an IBAN to pay",
    /(<CdtrAcct><Id>)<Othr><Id>[^<]*<\/Id><\/Othr>/,
    "$1<IBAN>DE89370400440532013000</IBAN>",
    "RJCT AC03",
  ],
  [
    "an IBAN that pays",
    /(<DbtrAcct><Id>)<Othr><Id>[^<]*<\/Id><\/Othr>/,
    "$1<IBAN>DE89370400440532013000</IBAN>",
    "ACSC",
  ],
  ["a name as people write it", "JUAN DELA CRUZ", "Ma. Luz Peña", "ACSC"],
  ["the head office", "BNORPHMMXXX", "BNORPHMM", "ACSC"],
  ["no sum", /<TtlIntrBkSttlmAmt.*?<\/TtlIntrBkSttlmAmt>/, "", "ACSC"],
  ["another sum", "</NbOfTxs>", "</NbOfTxs><CtrlSum>251.00</CtrlSum>", "400"],
  ["no name", "JUAN DELA CRUZ", "  ", "400"],
  ["a name of a thousand letters", "JUAN DELA CRUZ", "A".repeat(1000), "400"],
  ["more than there is", /(<IntrBkSttlmAmt[^>]*>)[^<]*/, "$1999999999999999.00", "400"],
  ["a transfer that is none", "<ChrgBr>", "<Nothing/><ChrgBr>", "400"],
];

test.each(OBJECTIONS)(
  "S244 of a transfer with %s the answer is final",
  async (what, from, to, answer) => {
    const txId = `TX-${what.replaceAll(/[^a-z]/g, "-")}`.slice(0, 35);
    const plain = acts.xmlTo(world, { txId, account: acts.savingsOf(member) });
    const xml = plain.replace(from, to);
    expect(xml).not.toBe(plain);
    expect([await said(xml, txId), await said(xml, txId)]).toEqual([answer, answer]);
    const rows = await world.app.db
      .selectFrom("inward_credit")
      .select(["state", "reason_code"])
      .where("tx_id", "=", txId)
      .execute();
    const [end, reason = null] = answer.split(" ");
    const state = end === "ACSC" ? "credited" : "rejected";
    expect(rows).toEqual(answer === "400" ? [] : [{ state, reason_code: reason }]);
  },
);
