import { INK, MARGIN, rule, type Sheet, SOFT, take } from "./sheet.ts";

/** A name and what it is, as a document shows it. */
export type Fact = { name: string; text: string; isTotal?: boolean };

/** Facts as a table of names and values; what follows begins below it. */
export function drawFacts(
  document: Sheet,
  body: PDFKit.PDFStructureElement,
  facts: readonly Fact[],
): void {
  const table = document.struct("Table");
  body.add(table);
  for (const fact of facts) drawRow(document, table, fact);
  table.end();
  document.y += 16;
  document.x = MARGIN;
}

/** Name on the left, value on the right, each in as many lines as it takes. */
function drawRow(
  document: Sheet,
  table: PDFKit.PDFStructureElement,
  { name, text, isTotal = false }: Fact,
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
