import { brand } from "#brand";
import {
  asArtifact,
  INK,
  MARGIN,
  openSheet,
  rule,
  type Sheet,
  SOFT,
  take,
  write,
} from "#server/platform/pdf/sheet.ts";
import { writtenDay } from "#server/platform/pdf/writtenDay.ts";
import { disclosureTexts } from "./disclosureTexts.ts";

type Line = { name: string; text: string; isTotal?: boolean };

/** What a disclosure statement says. Days are 'yyyy-MM-dd', written out where they are drawn. */
export type DisclosurePage = {
  language: "en" | "fil";
  /** When it was made: the same statement is the same bytes. */
  at: Date;
  facts: readonly Line[];
  /** Parts with a title, each a table of names and figures. */
  parts: readonly { title: string; lines: readonly Line[] }[];
  /** Day of the release, first due day, first payment, total interest, total of all payments. */
  releases: readonly (readonly string[])[];
  /** Number, due day, payment, interest, principal, balance. */
  schedule: readonly (readonly string[])[];
  /** Sums under the columns of the schedule. */
  sums: readonly string[];
  notes: readonly { title: string; text: string }[];
};

type Struct = PDFKit.PDFStructureElement;

const SCHEDULE_WIDTHS = [0.08, 0.18, 0.19, 0.17, 0.19, 0.19];
const RELEASE_WIDTHS = [0.16, 0.2, 0.2, 0.2, 0.24];
const FOOT = 48;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * A disclosure statement (R.A. 3765) as the bytes of a tagged PDF on A4: headings, tables of names and
 * figures, the whole schedule. No script, no action, no link is in it.
 */
export async function drawDisclosure(page: DisclosurePage): Promise<Uint8Array> {
  const { language, at } = page;
  const texts = disclosureTexts[language];
  const { sheet, bytes } = openSheet({
    size: "A4",
    keepsPages: true,
    language,
    title: texts.title,
    at,
  });
  const body = sheet.struct("Document");
  sheet.addStructure(body);
  const say = (tag: string, text: string, look: Parameters<typeof write>[2]) =>
    body.add(sheet.struct(tag, {}, () => write(sheet, text, look)));
  say("P", brand.provider, { font: "plain", size: 10, colour: SOFT, gap: 8 });
  say("H1", texts.title, { font: "strong", size: 17, colour: INK, gap: 2 });
  say("P", texts.law, { font: "plain", size: 9.5, colour: SOFT, gap: 8 });
  const written = (text: string) => (DAY.test(text) ? writtenDay(text, language) : text);
  const linesOf = (lines: readonly Line[]) =>
    lines.map((line) => ({ ...line, text: written(line.text) }));
  const rowsOf = (rows: readonly (readonly string[])[]) => rows.map((row) => row.map(written));
  drawLines(sheet, body, linesOf(page.facts));
  for (const { title, lines } of page.parts) {
    heading(sheet, say, title, 60);
    drawLines(sheet, body, linesOf(lines));
  }
  for (const { title, text } of page.notes) {
    heading(sheet, say, title, 40);
    say("P", text, { font: "plain", size: 9.5, colour: INK, gap: 2 });
  }
  heading(sheet, say, texts.releases, 80);
  say("P", texts.releasesText, { font: "plain", size: 9.5, colour: INK, gap: 4 });
  drawRows(sheet, body, {
    heads: texts.releaseColumns,
    rows: rowsOf(page.releases),
    widths: RELEASE_WIDTHS,
  });
  heading(sheet, say, texts.schedule, 80);
  drawRows(sheet, body, {
    heads: texts.columns,
    rows: rowsOf(page.schedule),
    sums: page.sums,
    widths: SCHEDULE_WIDTHS,
  });
  sheet.x = MARGIN;
  sheet.y += 8;
  for (const note of [texts.scheduleNote, texts.copy, texts.accept, texts.help]) {
    makeRoom(sheet, 30);
    say("P", note, { font: "plain", size: 9, colour: SOFT, gap: 3 });
  }
  body.end();
  numberPages(sheet, texts.page);
  sheet.end();
  return bytes;
}

function heading(
  sheet: Sheet,
  say: (tag: string, text: string, look: Parameters<typeof write>[2]) => unknown,
  title: string,
  room: number,
): void {
  sheet.x = MARGIN;
  sheet.y += 10;
  makeRoom(sheet, room);
  say("H2", title, { font: "strong", size: 11.5, colour: INK, gap: 2 });
}

/** Begins a page where less than this is left of one. */
function makeRoom(sheet: Sheet, points: number): void {
  if (sheet.y + points <= sheet.page.height - FOOT) return;
  sheet.addPage();
  sheet.x = MARGIN;
}

/** Names at the left, figures at the right, each in as many lines as it takes. */
function drawLines(sheet: Sheet, body: Struct, lines: readonly Line[]): void {
  const table = sheet.struct("Table");
  body.add(table);
  const width = sheet.page.width - 2 * MARGIN;
  const nameWidth = Math.round(width * 0.55);
  for (const { name, text, isTotal = false } of lines) {
    makeRoom(sheet, 22);
    const { y } = sheet;
    const row = sheet.struct("TR");
    table.add(row);
    const font = isTotal ? "strong" : "plain";
    let end = y;
    const cell = (tag: string, value: string, x: number, of: number, align: "left" | "right") =>
      row.add(
        sheet.struct(tag, {}, () => {
          take(sheet, { font, size: 10, colour: tag === "TH" && !isTotal ? SOFT : INK }).text(
            value,
            x,
            y + 3,
            { width: of, align },
          );
          end = Math.max(end, sheet.y);
        }),
      );
    cell("TH", name, MARGIN, nameWidth, "left");
    cell("TD", text, MARGIN + nameWidth, width - nameWidth, "right");
    row.end();
    rule(sheet, end + 2);
    sheet.y = end + 3;
  }
  table.end();
  sheet.x = MARGIN;
}

type Rows = {
  heads: readonly string[];
  rows: readonly (readonly string[])[];
  /** A last row, of sums. */
  sums?: readonly string[];
  /** Shares of the page. */
  widths: readonly number[];
};

function drawRows(sheet: Sheet, body: Struct, { heads, rows, sums, widths }: Rows): void {
  const table = sheet.struct("Table");
  body.add(table);
  drawCells(sheet, table, heads, { tag: "TH", isStrong: true, widths });
  for (const cells of rows) {
    makeRoom(sheet, 18);
    drawCells(sheet, table, cells, { tag: "TD", isStrong: false, widths });
  }
  if (sums !== undefined) {
    makeRoom(sheet, 18);
    drawCells(sheet, table, sums, { tag: "TD", isStrong: true, widths });
  }
  table.end();
  sheet.x = MARGIN;
}

function drawCells(
  sheet: Sheet,
  table: Struct,
  cells: readonly string[],
  { tag, isStrong, widths }: { tag: "TH" | "TD"; isStrong: boolean } & Pick<Rows, "widths">,
): void {
  const width = sheet.page.width - 2 * MARGIN;
  const row = sheet.struct("TR");
  table.add(row);
  const { y } = sheet;
  let x = MARGIN;
  let end = y;
  for (const [index, text] of cells.entries()) {
    const cellWidth = width * (widths[index] ?? 0);
    const at = x;
    row.add(
      sheet.struct(tag, {}, () => {
        take(sheet, { font: isStrong ? "strong" : "plain", size: 8.5, colour: INK }).text(
          text,
          at,
          y + 2,
          { width: cellWidth, align: index < 2 ? "left" : "right" },
        );
        end = Math.max(end, sheet.y);
      }),
    );
    x += cellWidth;
  }
  row.end();
  rule(sheet, end + 1);
  sheet.y = end + 1;
}

/** At the foot of each page, once all are there. */
function numberPages(sheet: Sheet, text: (page: number, of: number) => string): void {
  const { count } = sheet.bufferedPageRange();
  for (let page = 1; page <= count; page += 1) {
    sheet.switchToPage(page - 1);
    // Below the margin text would begin a page by itself.
    sheet.page.margins.bottom = 0;
    asArtifact(sheet, "Pagination", () =>
      take(sheet, { font: "plain", size: 8.5, colour: SOFT }).text(
        text(page, count),
        MARGIN,
        sheet.page.height - 30,
        { width: sheet.page.width - 2 * MARGIN, align: "right", lineBreak: false },
      ),
    );
  }
}
