import { expect, test } from "vitest";
import { manilaDate } from "#common/manila.ts";
import { refusalText } from "#contract/refusals.ts";
import { type SettlementFault, settlementFaults } from "#contract/staff/settlementFaults.ts";
import { CAMT_053 } from "#test/support/iso20022/camt053.ts";
import { spotsIn, withSpots } from "#test/support/iso20022/optionalElements.ts";
import { readStatement } from "./statement.ts";

const ASKED = { day: "2026-11-23", participant: "ABCDPHM1XXX" };

const entryOf = (number: number, amount: string, side: "DBIT" | "CRDT", at: string) =>
  `<Ntry><NtryRef>${number}</NtryRef><Amt Ccy="PHP">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><DtTm>${at}</DtTm></BookgDt><AcctSvcrRef>R${number}</AcctSvcrRef><BkTxCd><Prtry><Cd>${side === "DBIT" ? "TRANSFER" : "RETURN"}</Cd></Prtry></BkTxCd><NtryDtls><TxDtls><Refs><MsgId>M${number}</MsgId><EndToEndId>IP261123-000000000${number}</EndToEndId><TxId>IP261123-000000000${number}</TxId></Refs></TxDtls></NtryDtls></Ntry>`;

const balanceOf = (code: string, amount: string, side: string) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="PHP">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd><Dt><Dt>2026-11-23</Dt></Dt></Bal>`;

const entries = [
  entryOf(1, "1250.50", "DBIT", "2026-11-22T16:00:00.000Z"),
  entryOf(2, "300.00", "DBIT", "2026-11-23T15:59:59.999Z"),
  entryOf(3, "300.00", "CRDT", "2026-11-23T04:00:00.000Z"),
];

/** Two transfers and a return: 1,250.50 went out; it opened with 10.00. */
const right = `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>S1</MsgId><CreDtTm>2026-11-23T16:00:00.000Z</CreDtTm></GrpHdr><Stmt><Id>S1</Id><CreDtTm>2026-11-23T16:00:00.000Z</CreDtTm><FrToDt><FrDtTm>2026-11-22T16:00:00.000Z</FrDtTm><ToDtTm>2026-11-24T00:00:00+08:00</ToDtTm></FrToDt><Acct><Id><Othr><Id>ABCDPHM1XXX</Id></Othr></Id><Ccy>PHP</Ccy></Acct>${balanceOf("OPBD", "10.00", "CRDT")}${balanceOf("CLBD", "1240.50", "DBIT")}<TxsSummry><TtlNtries><NbOfNtries>3</NbOfNtries><Sum>1850.50</Sum><TtlNetNtry><Amt>1250.50</Amt><CdtDbtInd>DBIT</CdtDbtInd></TtlNetNtry></TtlNtries><TtlCdtNtries><NbOfNtries>1</NbOfNtries><Sum>300.00</Sum></TtlCdtNtries><TtlDbtNtries><NbOfNtries>2</NbOfNtries><Sum>1550.50</Sum></TtlDbtNtries></TxsSummry>${entries.join("")}</Stmt></BkToCstmrStmt></Document>`;

const read = (text: string, asked = ASKED) => readStatement(Buffer.from(text), 100_000, asked);

test("S099 a statement of the day asked for, of our account, that adds up is read", () => {
  expect(read(right)).toMatchObject({
    messageId: "S1",
    entries: [
      { refNo: "IP261123-0000000001", kind: "transfer", amount: 1250_50n },
      { refNo: "IP261123-0000000002", kind: "transfer", amount: 300_00n },
      { refNo: "IP261123-0000000003", kind: "return", amount: 300_00n },
    ],
  });
});

test("S099 a statement that is not the one asked for is not taken", () => {
  const other = (asked: object) => read(right, { ...ASKED, ...asked });
  expect(other({ day: "2026-11-22" })).toEqual({ kind: "wrong", fault: "other_day" });
  expect(other({ participant: "WXYZPHM1XXX" })).toEqual({ kind: "wrong", fault: "other_account" });
});

const [, second = "", third = ""] = entries;
const ofFirst = "</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>";
const net = "<TtlNetNtry><Amt>1250.50</Amt><CdtDbtInd>";
const booked = "<BookgDt><DtTm>2026-11-22T16:00:00.000Z</DtTm></BookgDt>";
const details =
  "<NtryDtls><TxDtls><Refs><MsgId>M1</MsgId><EndToEndId>IP261123-0000000001</EndToEndId><TxId>IP261123-0000000001</TxId></Refs></TxDtls></NtryDtls>";
const parts = (...amounts: string[]) =>
  `<NtryDtls>${amounts.map((amount, place) => `<TxDtls><Refs><EndToEndId>PN261123-${place}</EndToEndId></Refs>${amount}</TxDtls>`).join("")}</NtryDtls>`;

/** What it then is, and what is changed in it. */
const SPOILT: [fault: SettlementFault, from: string, to: string][] = [
  ["other_day", "<ToDtTm>2026-11-24T00", "<ToDtTm>2026-11-25T00"],
  ["no_time_zone", "2026-11-22T16:00:00.000Z</FrDtTm>", "2026-11-22T16:00:00</FrDtTm>"],
  ["entry_other_day", "2026-11-23T15:59:59.999Z", "2026-11-23T16:00:00.000Z"],
  ["no_time_zone", "2026-11-23T04:00:00.000Z<", "2026-11-23T04:00:00<"],
  ["entry_other_day", booked, "<BookgDt><Dt>2026-11-24</Dt></BookgDt>"],
  ["no_time_zone", booked, "<BookgDt><Dt>2026-11-23Z</Dt></BookgDt>"],
  ["entry_without_day", booked, ""],
  // Cut off, and with a line too many.
  ["totals", third, ""],
  ["totals", second, second + second],
  ["totals", `1250.50${ofFirst}`, `1250.51${ofFirst}`],
  ["totals", "<NbOfNtries>3<", "<NbOfNtries>4<"],
  ["totals", "<Sum>300.00<", "<Sum>300.01<"],
  ["totals", `${net}DBIT`, `${net}CRDT`],
  ["balances", ">1240.50<", ">1240.51<"],
  ["balance_missing", "<Cd>OPBD<", "<Cd>CLBD<"],
  ["balance_missing", "<Cd>OPBD<", "<Cd>OPAV<"],
  ["entry_on_other_side", "<Cd>TRANSFER<", "<Cd>RETURN<"],
  ["entry_of_no_kind", "<Cd>TRANSFER<", "<Cd>FEES<"],
  ["entry_of_no_kind", "<Prtry><Cd>TRANSFER</Cd></Prtry>", "<Domn/>"],
  ["entry_not_booked", "<Sts><Cd>BOOK<", "<Sts><Cd>PDNG<"],
  ["entry_reversed", ofFirst, "</Amt><CdtDbtInd>DBIT</CdtDbtInd><RvslInd>true</RvslInd><Sts>"],
  ["entry_without_transfer", details, ""],
  ["entry_without_transfer", details, "<NtryDtls/>"],
  ["entry_without_transfer", "<TxId>IP261123-0000000001<", "<TxId>IP261123-0000000002<"],
  ["entry_of_parts", details, parts("", "")],
  ["entry_of_parts", details, parts('<Amt Ccy="PHP">1250.00</Amt>', '<Amt Ccy="PHP">0.51</Amt>')],
  ["other_currency", `<Amt Ccy="PHP">1250.50${ofFirst}`, `<Amt Ccy="USD">1250.50${ofFirst}`],
  ["other_currency", `1250.50${ofFirst}`, `1250.505${ofFirst}`],
  ["other_currency", '<Amt Ccy="PHP">10.00<', '<Amt Ccy="USD">10.00<'],
  ["other_currency", "<Ccy>PHP</Ccy>", "<Ccy>USD</Ccy>"],
  ["other_account", "<Othr><Id>ABCDPHM1XXX</Id></Othr>", "<IBAN>PH12ABCD0123</IBAN>"],
  [
    "one_page_of_several",
    "<Id>S1</Id>",
    "<Id>S1</Id><StmtPgntn><PgNb>2</PgNb><LastPgInd>true</LastPgInd></StmtPgntn>",
  ],
  [
    "one_page_of_several",
    "</CreDtTm></GrpHdr>",
    "</CreDtTm><MsgPgntn><PgNb>1</PgNb><LastPgInd>false</LastPgInd></MsgPgntn></GrpHdr>",
  ],
  ["several_statements", "</Stmt>", `</Stmt>${/<Stmt>.*<\/Stmt>/s.exec(right)?.[0] ?? ""}`],
  ["no_statement", "<Stmt>", "<Odd/><Stmt>"],
  ["no_statement", "camt.053.001.08", "camt.053.001.02"],
];

test.each(SPOILT)("S099 S148 a statement is refused in words: %s (%#)", (fault, from, to) => {
  expect(right).toContain(from);
  expect(read(right.replace(from, to))).toEqual({ kind: "wrong", fault });
  for (const language of ["en", "fil"] as const) {
    expect(
      refusalText("settlement_wrong", language, { reason: settlementFaults[fault] }),
    ).toContain(settlementFaults[fault][language]);
  }
});

test("S148 each fault of a statement is one that some statement here has", () => {
  const shown = new Set(SPOILT.map(([fault]) => fault));
  const ofOthers = ["too_long", "other_file", "no_header", "odd_line"];
  expect(new Set([...shown, ...ofOthers])).toEqual(new Set(Object.keys(settlementFaults)));
  expect(readStatement(Buffer.from(right), 1_000, ASKED)).toEqual({
    kind: "wrong",
    fault: "too_long",
  });
});

/** Each of these is in some statement of the standard, and says the same. */
const ALIKE: [what: string, from: string, to: string][] = [
  ["a booking date without a time", booked, "<BookgDt><Dt>2026-11-23</Dt></BookgDt>"],
  ["a booking date of Manila", booked, "<BookgDt><Dt>2026-11-23+08:00</Dt></BookgDt>"],
  ["a time of Manila", "2026-11-23T04:00:00.000Z", "2026-11-23T12:00:00+08:00"],
  ["no summary", /<TxsSummry>.*<\/TxsSummry>/s.exec(right)?.[0] ?? "", ""],
  ["no sum in it", "<Sum>1850.50</Sum>", ""],
  ["no count in it", "<NbOfNtries>3</NbOfNtries>", ""],
  ["no period", /<FrToDt>.*<\/FrToDt>/s.exec(right)?.[0] ?? "", ""],
  ["no currency of the account", "<Ccy>PHP</Ccy>", ""],
  [
    "no time of its making",
    "<Id>S1</Id><CreDtTm>2026-11-23T16:00:00.000Z</CreDtTm>",
    "<Id>S1</Id>",
  ],
  ["no number of an entry", "<NtryRef>1</NtryRef>", ""],
  ["no reference of the rail", "<AcctSvcrRef>R1</AcctSvcrRef>", ""],
  ["one reference", "<TxId>IP261123-0000000001</TxId>", ""],
  ["the other reference", "<EndToEndId>IP261123-0000000001</EndToEndId>", ""],
  [
    "a balance at a time",
    "<Dt><Dt>2026-11-23</Dt></Dt>",
    "<Dt><DtTm>2026-11-23T00:00:00+08:00</DtTm></Dt>",
  ],
  ["a third balance", "<TxsSummry>", `${balanceOf("CLAV", "0.00", "CRDT")}<TxsSummry>`],
  [
    "a balance of its own",
    "<TxsSummry>",
    `${balanceOf("CLAV", "0.00", "CRDT").replace(/<Cd>CLAV<\/Cd>/, "<Prtry>LIMIT</Prtry>")}<TxsSummry>`,
  ],
  ["amounts with more zeros", ">1250.50<", ">+01250.50000<"],
];

test.each(ALIKE)("S148 a statement with %s is read", (_, from, to) => {
  expect(right).toContain(from);
  expect(from).not.toBe("");
  expect(withoutTimes(read(right.replace(from, to)))).toEqual(withoutTimes(read(right)));
});

test("S148 an entry of several transfers is as many lines", () => {
  const two = parts('<Amt Ccy="PHP">1250.00</Amt>', '<Amt Ccy="PHP">0.50</Amt>');
  const found = read(right.replace(details, two));
  if ("kind" in found) throw new Error(found.fault);
  expect(found.entries.map(({ refNo, amount }) => [refNo, amount]).slice(0, 2)).toEqual([
    ["PN261123-0", 1250_00n],
    ["PN261123-1", 50n],
  ]);
});

test("S148 whatever else the standard has in a statement is passed over, alone and all at once", () => {
  const spots = spotsIn(right, CAMT_053);
  expect(spots.length).toBeGreaterThan(60);
  const expected = withoutTimes(read(right));
  for (const spot of spots) {
    expect([spot.name, withoutTimes(read(withSpots(right, [spot], CAMT_053)))]).toEqual([
      spot.name,
      expected,
    ]);
  }
  expect(withoutTimes(read(withSpots(right, spots, CAMT_053)))).toEqual(expected);
});

/** What decides of what was read. */
function withoutTimes(found: ReturnType<typeof read>) {
  if ("kind" in found) return found;
  const lines = found.entries.map(({ refNo, kind, amount, at }) => ({
    refNo,
    kind,
    amount,
    day: manilaDate(at),
  }));
  return { messageId: found.messageId, lines };
}
