import { referenceText } from "#common/reference.ts";
import { expect, test } from "vitest";
import { formatPesos } from "#common/money.ts";
import { pdfMistakes } from "#test/support/checkPdf.ts";
import { pdfText } from "#test/support/pdfText.ts";
import { drawStatement, type StatementPage } from "./drawStatement.ts";
import type { StatementRow } from "./readStatement.ts";

function rowsOf(count: number, more: Partial<StatementRow> = {}): StatementRow[] {
  return Array.from({ length: count }, (_, index) => ({
    bookedAt: new Date("2026-11-15T02:00:00Z"),
    madeOn: null,
    description: "POS Purchase",
    subDescription: `Store ${index}`,
    refNo: `PO0001${String(index).padStart(7, "0")}`,
    isPending: false,
    fee: 0n,
    amount: -100n,
    balance: BigInt(1_000_000 - (index + 1) * 100),
    ...more,
  }));
}

const pageOf = (rows: StatementRow[], more: Partial<StatementPage> = {}): StatementPage => ({
  of: null,
  language: "en",
  from: "2026-11-01",
  to: "2026-11-30",
  accountNo: "990112350512",
  holder: "Niño José Peñaflorida",
  opening: 1_000_000n,
  closing: 1_000_000n + rows.reduce((sum, { amount }) => sum + amount, 0n),
  rows,
  at: new Date("2026-11-30T02:00:00Z"),
  ...more,
});

const latin = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");

test("S117 every row, fee and balance is on the document to the centavo, in the order given", async () => {
  const rows = rowsOf(120, { fee: -1_000n, amount: -101_050n, isPending: true });
  const said = pdfText(await drawStatement(pageOf(rows))).split("\n");
  let at = 0;
  for (const { refNo, subDescription, amount, balance } of rows) {
    const place = said.indexOf(`REF: ${referenceText(refNo)}`, at);
    expect(place).toBeGreaterThan(at);
    expect(said.slice(place - 3, place + 4)).toEqual([
      "Nov 15, 2026",
      "POS Purchase (Pending)",
      subDescription,
      `REF: ${referenceText(refNo)}`,
      "−₱10.00",
      formatPesos(amount),
      formatPesos(balance),
    ]);
    at = place;
  }
  expect(said).toContain("Opening balance");
  expect(said).toContain("−₱121,260.00");
});

test("S117 a fee that came back is told apart, and not taken off the fees in what went out", async () => {
  const out = rowsOf(7, { fee: -1_000n, amount: -101_000n });
  const back = rowsOf(1, { fee: 1_000n, amount: 101_000n, description: "InstaPay Returned" });
  const told = async (rows: StatementRow[]) => pdfText(await drawStatement(pageOf(rows)));
  expect(await told([...out, ...back])).toContain(
    [
      "Money in\n₱1,010.00\nMoney out\n−₱7,070.00\nFees, in the money out\n−₱70.00",
      "Fees given back, in the money in\n₱10.00\nClosing balance",
    ].join("\n"),
  );
  expect(await told(out)).not.toContain("given back");
});

test("S117 each page has the headings for the eye and its number; the table has them once, as headings of columns", async () => {
  const bytes = await drawStatement(pageOf(rowsOf(120)));
  const said = pdfText(bytes).split("\n");
  const pages = latin(bytes).match(/\/Type \/Page\b/g)?.length ?? 0;
  expect(pages).toBeGreaterThan(3);
  for (let page = 1; page <= pages; page++) expect(said).toContain(`Page ${page} of ${pages}`);
  expect(said.filter((line) => line === "Fee in amount")).toHaveLength(pages);
  const file = latin(bytes);
  expect(file.match(/\/Scope \/Column/g)).toHaveLength(5);
  for (const tag of ["/S /H1", "/S /Table", "/S /TR", "/S /TH", "/S /TD"]) {
    expect(file).toContain(tag);
  }
  expect(pdfMistakes(bytes)).toEqual([]);
  const broken = latin(bytes).replace("\nstartxref\n", "\n \nstartxref\n1");
  expect(pdfMistakes(Buffer.from(broken, "latin1"))).not.toEqual([]);
});

test("S117 nothing in a statement can act, whatever a merchant is called", async () => {
  const subDescription = "(x) /JS <</URI (http://x)>> endobj /OpenAction /Launch \\";
  const bytes = await drawStatement(pageOf(rowsOf(1, { subDescription })));
  expect(latin(bytes)).not.toMatch(
    /\/(JS|JavaScript|OpenAction|AA|Launch|URI|SubmitForm|EmbeddedFile)\b/,
  );
  expect(pdfText(bytes).replaceAll("\n", " ")).toContain("/JS <</URI");
  expect(pdfMistakes(bytes)).toEqual([]);
});

test("S117 a name as long as they come takes its lines, and no days at all say so in Filipino", async () => {
  const long = "Dimaculangan ".repeat(8).trim();
  const said = pdfText(await drawStatement(pageOf(rowsOf(2, { subDescription: long }))));
  expect(said.match(/Dimaculangan/g)).toHaveLength(16);
  const none = pdfText(await drawStatement(pageOf([], { language: "fil" })));
  expect(none).toContain("Walang transaksyon sa mga araw na ito.");
  expect(none).toContain("Pahina 1 ng 1");
  expect(none).toContain("₱10,000.00");
});
