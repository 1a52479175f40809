import { brand } from "#brand";
import {
  INK,
  type Language,
  type Look,
  MARGIN,
  openSheet,
  rule,
  type Sheet,
  SOFT,
  take,
  write,
} from "#server/platform/pdf/sheet.ts";

/** What a receipt shows, top to bottom. */
export type ReceiptPage = {
  language: Language;
  title: string;
  state: string;
  amount: string;
  rows: readonly { name: string; text: string; isTotal?: boolean }[];
  notes: readonly string[];
  /** When it is drawn. */
  at: Date;
};

/**
 * Draws a receipt on one A5 page, as a tagged PDF: a screen reader finds title, amount and a table of names
 * and values. It contains no script, action or link.
 */
export async function drawReceipt(page: ReceiptPage): Promise<Uint8Array> {
  const { language, title, at } = page;
  const { sheet: document, bytes } = openSheet({ size: "A5", language, title, at });
  const body = document.struct("Document");
  document.addStructure(body);
  const say = (tag: string, text: string, look: Look & { gap: number }) =>
    body.add(document.struct(tag, {}, () => write(document, text, look)));
  say("P", brand.provider, { font: "plain", size: 10, colour: SOFT, gap: 14 });
  say("H1", page.title, { font: "strong", size: 18, colour: INK, gap: 4 });
  say("P", page.state, { font: "plain", size: 11, colour: SOFT, gap: 8 });
  say("P", page.amount, { font: "strong", size: 26, colour: INK, gap: 14 });
  const table = document.struct("Table");
  body.add(table);
  for (const row of page.rows) drawRow(document, table, row);
  table.end();
  document.y += 16;
  document.x = MARGIN;
  for (const note of page.notes) say("P", note, { font: "plain", size: 9.5, colour: SOFT, gap: 4 });
  body.end();
  document.end();
  return bytes;
}

/** Name on the left, value on the right, each in as many lines as it takes. */
function drawRow(
  document: Sheet,
  table: PDFKit.PDFStructureElement,
  { name, text, isTotal = false }: ReceiptPage["rows"][number],
): void {
  const width = document.page.width - 2 * MARGIN;
  const nameWidth = Math.round(width * 0.38);
  const size = isTotal ? 13 : 10.5;
  const { y } = document;
  const row = document.struct("TR");
  table.add(row);
  let end = y;
  const cell = (tag: string, value: string, place: { x: number; width: number; right: boolean }) =>
    row.add(
      document.struct(tag, {}, () => {
        const isStrong = place.right || isTotal;
        take(document, {
          font: isStrong ? "strong" : "plain",
          size: place.right ? size : 10.5,
          colour: isStrong ? INK : SOFT,
        }).text(value, place.x, y + 6, {
          width: place.width,
          align: place.right ? "right" : "left",
        });
        end = Math.max(end, document.y);
      }),
    );
  cell("TH", name, { x: MARGIN, width: nameWidth, right: false });
  cell("TD", text, { x: MARGIN + nameWidth, width: width - nameWidth, right: true });
  row.end();
  rule(document, end + 6);
  document.y = end + 6;
}
