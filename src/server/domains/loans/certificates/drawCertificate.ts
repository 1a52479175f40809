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

/** What a certificate says, top to bottom. */
export type CertificatePage = {
  language: Language;
  title: string;
  text: string;
  facts: readonly Fact[];
  note: string;
  /** When it is drawn. */
  at: Date;
};

/** Draws a certificate on one A4 page, as a tagged PDF without script, action or link. */
export async function drawCertificate(page: CertificatePage): Promise<Uint8Array> {
  const { language, title, at } = page;
  const { sheet, bytes } = openSheet({ size: "A4", language, title, at });
  const body = sheet.struct("Document");
  sheet.addStructure(body);
  const say = (tag: string, text: string, look: Look & { gap: number }) =>
    body.add(sheet.struct(tag, {}, () => write(sheet, text, look)));
  say("P", brand.provider, { font: "plain", size: 11, colour: SOFT, gap: 40 });
  say("H1", title, { font: "strong", size: 24, colour: INK, gap: 16 });
  say("P", page.text, { font: "plain", size: 12, colour: INK, gap: 20 });
  drawFacts(sheet, body, page.facts);
  say("P", page.note, { font: "plain", size: 10, colour: SOFT, gap: 4 });
  body.end();
  sheet.end();
  return bytes;
}
