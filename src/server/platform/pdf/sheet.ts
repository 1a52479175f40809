import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import PDFDocument from "pdfkit";
import { brand } from "#brand";

export type Sheet = PDFKit.PDFDocument;
export type Language = "en" | "fil";

/** Points from each edge of the paper. */
export const MARGIN = 36;
export const INK = "#0f2a33";
export const SOFT = "#4c626b";
export const LINE = "#c7d3d8";

export type Look = { font: "plain" | "strong"; size: number; colour: string };

const readFont = (address: string) => readFileSync(fileURLToPath(address));
/** With the sign of the peso and every letter of a name; read once. */
let fonts: { plain: Buffer; strong: Buffer } | undefined;
const readFonts = () =>
  (fonts ??= {
    plain: readFont(
      import.meta.resolve("@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf"),
    ),
    strong: readFont(
      import.meta.resolve("@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf"),
    ),
  });

/**
 * A new tagged PDF with our fonts, and the bytes it will be once it is ended. No script, no action and no
 * link comes into it by itself.
 */
export function openSheet(paper: {
  size: "A4" | "A5";
  /** All pages can be gone back to until it is ended: for what is known only then, as how many there are. */
  keepsPages?: boolean;
  language: Language;
  title: string;
  /** When it is drawn. */
  at: Date;
}): { sheet: Sheet; bytes: Promise<Uint8Array> } {
  const { size, language, title, at } = paper;
  const sheet = new PDFDocument({
    size,
    margin: MARGIN,
    bufferPages: paper.keepsPages ?? false,
    pdfVersion: "1.7",
    tagged: true,
    lang: language === "fil" ? "fil-PH" : "en-PH",
    displayTitle: true,
    info: { Title: title, Author: brand.provider, CreationDate: at, ModDate: at },
  });
  const { plain, strong } = readFonts();
  for (const [name, font] of [
    ["plain", plain],
    ["strong", strong],
  ] as const) {
    sheet.registerFont(name, font);
    setPlainly(sheet.font(name));
  }
  return { sheet, bytes: collect(sheet) };
}

/** What pdfkit keeps of a font, in thousandths of its size; not in its types. */
type Glyph = { advanceWidth: number };
type Position = { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number } & Glyph;
type Run = { glyphs: Glyph[]; positions: Position[]; advanceWidth: number };
type KeptFont = {
  scale: number;
  font: { glyphsForString: (text: string) => Glyph[] };
  layoutRun: (text: string) => Run;
};

/**
 * Sets letters side by side as wide as they are. The rules of scripts that join letters, which pdfkit
 * would go through for each word, have nothing to say about figures and Philippine names, and take more
 * time than all the rest of a long table.
 */
function setPlainly(sheet: Sheet): void {
  // Private to pdfkit, whose version is fixed.
  const { _font: kept } = sheet as unknown as { _font: KeptFont };
  kept.layoutRun = (text) => {
    // What keeps a number together at the end of a line is no letter that is copied with it.
    const glyphs = kept.font.glyphsForString(text.normalize("NFC").replaceAll("\u2060", ""));
    const positions = glyphs.map((glyph): Position => {
      const width = glyph.advanceWidth * kept.scale;
      return { xAdvance: width, yAdvance: 0, xOffset: 0, yOffset: 0, advanceWidth: width };
    });
    const advanceWidth = positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
    return { glyphs, positions, advanceWidth };
  };
}

function collect(sheet: Sheet): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  return new Promise((resolve, reject) => {
    sheet.on("data", (part: Buffer) => parts.push(part));
    sheet.on("end", () => resolve(Buffer.concat(parts)));
    sheet.on("error", reject);
  });
}

/** A paragraph where the sheet stands, and the room after it. */
export function write(sheet: Sheet, text: string, look: Look & { gap: number }): void {
  take(sheet, look).text(text);
  sheet.y += look.gap;
}

/** The colour that each page was left with: it need not be said again for each word. */
const colours = new WeakMap<object, string>();

/** Sets font, size and colour of what is written next. */
export function take(sheet: Sheet, { font, size, colour }: Look): Sheet {
  if (colours.get(sheet.page) !== colour) sheet.fillColor(colour);
  colours.set(sheet.page, colour);
  return sheet.font(font, size);
}

/** A thin line across. It is no content: readers of screens pass it over. */
export function rule(sheet: Sheet, y: number): void {
  asArtifact(sheet, "Layout", () =>
    sheet
      .moveTo(MARGIN, y)
      .lineTo(sheet.page.width - MARGIN, y)
      .lineWidth(0.7)
      .strokeColor(LINE)
      .stroke(),
  );
}

/** What is drawn for the eye only. */
export function asArtifact(
  sheet: Sheet,
  type: "Layout" | "Pagination",
  drawing: () => unknown,
): void {
  sheet.markContent("Artifact", { type });
  drawing();
  sheet.endMarkedContent();
}
