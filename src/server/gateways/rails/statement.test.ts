import { expect, test } from "vitest";
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
  expect(read(right, { ...ASKED, day: "2026-11-22" })).toEqual({
    kind: "unreadable",
    reason: "it is of another day",
  });
  expect(read(right, { ...ASKED, participant: "WXYZPHM1XXX" })).toEqual({
    kind: "unreadable",
    reason: "it is of another account",
  });
});

const DAY = "it is of another day";
const ENTRY = "an entry is of another day";
const TOTALS = "its totals are not those of its entries";
const SIDE = "an entry is not on the side of what it is";
const BALANCES = "its balances are not those of its entries";
const [, second = "", third = ""] = entries;
const ofFirst = "</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>";
const net = "<TtlNetNtry><Amt>1250.50</Amt><CdtDbtInd>";

/** What it then is, and what is changed in it. */
const SPOILT: [reason: string, from: string, to: string][] = [
  [DAY, "<ToDtTm>2026-11-24T00", "<ToDtTm>2026-11-25T00"],
  [DAY, "2026-11-22T16:00:00.000Z</FrDtTm>", "2026-11-22T16:00:00</FrDtTm>"],
  [ENTRY, "2026-11-23T15:59:59.999Z", "2026-11-23T16:00:00.000Z"],
  [ENTRY, "2026-11-23T04:00:00.000Z<", "2026-11-23T04:00:00<"],
  // Cut off, and with a line too many.
  [TOTALS, third, ""],
  [TOTALS, second, second + second],
  [TOTALS, `1250.50${ofFirst}`, `1250.51${ofFirst}`],
  [TOTALS, "<NbOfNtries>3<", "<NbOfNtries>4<"],
  [TOTALS, "<Sum>300.00<", "<Sum>300.01<"],
  [TOTALS, `${net}DBIT`, `${net}CRDT`],
  [BALANCES, ">1240.50<", ">1240.51<"],
  [BALANCES, "<Cd>OPBD<", "<Cd>CLBD<"],
  [SIDE, "<Cd>RETURN<", "<Cd>TRANSFER<"],
  [SIDE, "<Cd>TRANSFER<", "<Cd>RETURN<"],
];

test.each(SPOILT)("S099 a statement is not taken when %s (%#)", (reason, from, to) => {
  expect(right).toContain(from);
  expect(read(right.replace(from, to))).toEqual({ kind: "unreadable", reason });
});
