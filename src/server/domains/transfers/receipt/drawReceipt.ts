import { brand } from "#brand";
import { drawFacts, type Fact } from "#server/platform/pdf/facts.ts";
import {
  INK,
  type Language,
  type Look,
  openSheet,
  SOFT,
  write,
} from "#server/platform/pdf/sheet.ts";

/** What a receipt shows, top to bottom. */
export type ReceiptPage = {
  language: Language;
  title: string;
  state: string;
  amount: string;
  rows: readonly Fact[];
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
  drawFacts(document, body, page.rows);
  for (const note of page.notes) say("P", note, { font: "plain", size: 9.5, colour: SOFT, gap: 4 });
  body.end();
  document.end();
  return bytes;
}
