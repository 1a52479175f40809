import { expect, test } from "vitest";
import { pdfMistakes } from "#test/support/checkPdf.ts";
import { pdfText } from "#test/support/pdfText.ts";
import { drawReceipt } from "./drawReceipt.ts";

const page = {
  language: "fil",
  title: "Resibo ng transfer",
  state: "Naipadala na ang transfer",
  amount: "₱2,500.00",
  rows: [
    { name: "Pangalan sa account", text: "Niño José (Peñaflorida) \\ /JS <</URI>>" },
    { name: "Kabuuan", text: "₱2,510.00", isTotal: true },
  ],
  notes: ["Lagay noong 11/22/2026 08:00 AM"],
  at: new Date("2026-11-22T00:00:00Z"),
} as const;

test("S117 a receipt says what it was given to the letter, pesos included, and is a tagged document", async () => {
  const bytes = await drawReceipt(page);
  const said = pdfText(bytes);
  expect(said).toContain("₱2,500.00");
  expect(said).toContain("Niño José (Peñaflorida) \\ /JS <</URI>>");
  expect(said).toContain("Kabuuan");
  const file = Buffer.from(bytes).toString("latin1");
  expect(file).toMatch(/^%PDF-1\.7/);
  expect(file).toContain("/StructTreeRoot");
  expect(file).toContain("/Lang (fil-PH)");
  for (const tag of ["/S /H1", "/S /Table", "/S /TH", "/S /TD"]) expect(file).toContain(tag);
});

test("S117 nothing in a receipt can act: no script, no action, no link, whatever a name says", async () => {
  const bytes = await drawReceipt(page);
  expect(pdfMistakes(bytes)).toEqual([]);
  const file = Buffer.from(bytes).toString("latin1");
  expect(file).not.toMatch(/\/(JS|JavaScript|OpenAction|AA|Launch|URI|SubmitForm|EmbeddedFile)\b/);
});

test("S117 a very long name takes as many lines as it needs and leaves nothing out", async () => {
  const name = "Dimaculangan ".repeat(10).trim();
  const said = pdfText(await drawReceipt({ ...page, rows: [{ name: "Pangalan", text: name }] }));
  expect(said.match(/Dimaculangan/g)).toHaveLength(10);
});
