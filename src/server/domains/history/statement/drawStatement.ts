import { referenceText } from "#common/reference.ts";
import { brand } from "#brand";
import { manilaDate } from "#common/manila.ts";
import { type Centavos, formatPesos } from "#common/money.ts";
import { kindText } from "#contract/transactionKinds.ts";
import {
  asArtifact,
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
import { keepSignaturePlace } from "#server/platform/pdf/signaturePlace.ts";
import { wrap } from "#server/platform/pdf/wrap.ts";
import type { Statement, StatementRow } from "./readStatement.ts";
import { writtenDate, writtenDay } from "#server/platform/pdf/writtenDay.ts";
import { statementTexts } from "./statementTexts.ts";

/** A statement, the language it is read in and when it is drawn. */
export type StatementPage = Statement & { language: Language; at: Date; signed?: Signed };

/** Of one that is signed: when, and by which code whoever holds the paper has it checked where. */
type Signed = { at: Date; code: string; checkedAt: string };

const PLAIN: Look = { font: "plain", size: 8.5, colour: INK };
const STRONG: Look = { font: "strong", size: 8.5, colour: INK };
const SMALL: Look = { font: "plain", size: 7.5, colour: SOFT };
const HEAD: Look = { font: "strong", size: 7.5, colour: SOFT };
const LINE_HEIGHT = 11.5;
const ROW_GAP = 4;
const HEADING_HEIGHT = LINE_HEIGHT + 2 * ROW_GAP;
/** Kept free at the foot of each page for its number. */
const FOOT = 24;
const NOTES_GAP = 10;
/** One line of them, with what is between two. */
const NOTE_HEIGHT = 14;

type Column = { x: number; width: number; isRight: boolean };
/** Together as wide as A4 between its margins. */
const DATE: Column = { x: MARGIN, width: 62, isRight: false };
const WHAT: Column = { x: MARGIN + 62, width: 221, isRight: false };
const FEE: Column = { x: MARGIN + 289, width: 60, isRight: true };
const AMOUNT: Column = { x: MARGIN + 349, width: 84, isRight: true };
const BALANCE: Column = { x: MARGIN + 433, width: 90, isRight: true };

/** Lines of text in a column. `scope` makes it a heading, of its column or its row. */
type Cell = { column: Column; lines: { text: string; look: Look }[]; scope?: "Column" | "Row" };

/**
 * A statement on A4 pages, as the bytes of a tagged PDF: title, sums, and one table with a heading for
 * each column, which is repeated on every page for the eye. No script, no action, no link is in it.
 */
export async function drawStatement(page: StatementPage): Promise<Uint8Array> {
  const { language, at } = page;
  const { sheet, bytes } = openSheet({ size: "A4", language, title: titleOf(page), at });
  if (page.signed !== undefined) {
    keepSignaturePlace(sheet, { name: brand.provider, at: page.signed.at });
  }
  const body = sheet.struct("Document");
  sheet.addStructure(body);
  drawHead(sheet, body, page);
  drawSums(sheet, body, page);
  const table = sheet.struct("Table");
  body.add(table);
  drawRow(sheet, table, fitted(sheet, headings(page)));
  const notes = notesOf(page);
  const { pages, hasNotesApart } = plan(sheet, rowsOf(page), notes.length);
  const count = pages.length + (hasNotesApart ? 1 : 0);
  const number = (of: number) => numberPage(sheet, statementTexts[language].page(of, count));
  for (const [index, rows] of pages.entries()) {
    if (index > 0) continueTable(sheet, page);
    for (const row of rows) drawRow(sheet, table, row);
    number(index + 1);
  }
  table.end();
  if (hasNotesApart) {
    sheet.addPage();
    number(count);
  }
  drawNotes(sheet, body, notes);
  body.end();
  sheet.end();
  return bytes;
}

type Struct = PDFKit.PDFStructureElement;

const titleOf = ({ of, language }: StatementPage): string => {
  const texts = statementTexts[language];
  return of === null ? texts.title : texts.titleOfAccount;
};

function drawHead(sheet: Sheet, body: Struct, page: StatementPage) {
  const { language, holder, accountNo, from, to, of } = page;
  const texts = statementTexts[language];
  const say = (tag: string, text: string, look: Look & { gap: number }) =>
    body.add(sheet.struct(tag, {}, () => write(sheet, text, look)));
  say("P", brand.provider, { font: "plain", size: 10, colour: SOFT, gap: 10 });
  say("H1", titleOf(page), { font: "strong", size: 18, colour: INK, gap: 2 });
  const days = `${writtenDay(from, language)} – ${writtenDay(to, language)}`;
  say("P", days, { font: "plain", size: 11, colour: SOFT, gap: 8 });
  say("P", holder, { font: "strong", size: 10, colour: INK, gap: 0 });
  const account = `${of ?? texts.account} ${accountNo.replaceAll(/(\d{4})(?=\d)/g, "$1 ")}`;
  say("P", account, { font: "plain", size: 10, colour: INK, gap: 10 });
}

/** What the days add up to, as a small table of names and amounts. */
function drawSums(sheet: Sheet, body: Struct, page: StatementPage) {
  const { of, language, opening, closing, rows } = page;
  const texts = statementTexts[language];
  const sum = (of: (row: StatementRow) => Centavos) => rows.reduce((all, row) => all + of(row), 0n);
  const feesBack = sum(({ fee }) => (fee > 0n ? fee : 0n));
  const table = sheet.struct("Table");
  body.add(table);
  for (const [name, amount] of [
    [texts.opening, opening],
    [texts.moneyIn, sum(({ amount: moved }) => (moved > 0n ? moved : 0n))],
    [texts.moneyOut, sum(({ amount: moved }) => (moved < 0n ? moved : 0n))],
    // The accounts of the association cost nothing, and have no column for it.
    ...(of === null ? ([[texts.fees, sum(({ fee }) => (fee < 0n ? fee : 0n))]] as const) : []),
    // A fee that came back is in the money in, and takes nothing off what went out.
    ...(feesBack > 0n ? ([[texts.feesBack, feesBack]] as const) : []),
    [texts.closing, closing],
  ] as const) {
    const look = name === texts.closing ? STRONG : PLAIN;
    const row: Cell[] = [
      { column: { ...DATE, width: 160 }, lines: [{ text: name, look }], scope: "Row" },
      {
        column: { x: MARGIN + 160, width: 110, isRight: true },
        lines: [{ text: formatPesos(amount), look: STRONG }],
      },
    ];
    drawRow(sheet, table, fitted(sheet, row));
  }
  table.end();
  Object.assign(sheet, { x: MARGIN, y: sheet.y + 14 });
}

function headings({ of, language }: StatementPage): Cell[] {
  const texts = statementTexts[language];
  const head = (column: Column, text: string): Cell => ({
    column,
    lines: [{ text, look: HEAD }],
    scope: "Column",
  });
  return [
    head(DATE, texts.date),
    head(WHAT, texts.transaction),
    ...(of === null ? [head(FEE, texts.fee)] : []),
    head(AMOUNT, texts.amount),
    head(BALANCE, texts.balance),
  ];
}

/** The cell of a fee that there is none of. */
const noFee = (of: StatementPage["of"]): Cell[] =>
  of === null ? [{ column: FEE, lines: [] }] : [];

/** The first and the last row: what was on the account before and after the days. */
const namedRow = (
  of: StatementPage["of"],
  day: string,
  text: string,
  balance: Centavos,
): Cell[] => [
  { column: DATE, lines: [{ text: day, look: PLAIN }] },
  { column: WHAT, lines: [{ text, look: STRONG }] },
  ...noFee(of),
  { column: AMOUNT, lines: [] },
  { column: BALANCE, lines: [{ text: formatPesos(balance), look: STRONG }] },
];

function entryRow(row: StatementRow, { of, language }: StatementPage): Cell[] {
  const texts = statementTexts[language];
  const kind = row.description === "" ? texts.other : kindText(row.description, language);
  const more = [
    row.subDescription,
    `${texts.reference}: ${referenceText(row.refNo)}`,
    row.madeOn === null ? "" : `${texts.madeOn}: ${writtenDay(row.madeOn, language)}`,
  ].filter((text) => text !== "");
  const money = (column: Column, amount: Centavos, look: Look): Cell => ({
    column,
    lines: [{ text: formatPesos(amount), look }],
  });
  return [
    {
      column: DATE,
      lines: [{ text: writtenDay(manilaDate(row.bookedAt), language), look: PLAIN }],
    },
    {
      column: WHAT,
      lines: [
        { text: row.isPending ? `${kind} (${texts.pending})` : kind, look: STRONG },
        ...more.map((text) => ({ text, look: SMALL })),
      ],
    },
    ...(row.fee === 0n ? noFee(of) : [money(FEE, row.fee, PLAIN)]),
    money(AMOUNT, row.amount, PLAIN),
    money(BALANCE, row.balance, PLAIN),
  ];
}

/** What was there before the days, each entry, and what was left after them. */
function rowsOf(page: StatementPage): Cell[][] {
  const { of, language, from, to, opening, closing, rows } = page;
  const texts = statementTexts[language];
  return [
    namedRow(of, writtenDay(from, language), texts.opening, opening),
    ...rows.map((row) => entryRow(row, page)),
    namedRow(of, writtenDay(to, language), texts.closing, closing),
  ];
}

/**
 * Which rows go on which page, the first below what the sheet has already, and whether the notes need one
 * of their own: known before they are drawn, so that each page can say how many there are and be done.
 */
function plan(sheet: Sheet, rows: Cell[][], notes: number) {
  const bottom = sheet.page.height - MARGIN - FOOT;
  const pages: Cell[][][] = [[]];
  let y = sheet.y;
  for (const cells of rows) {
    const row = fitted(sheet, cells);
    if (y + heightOf(row) > bottom) {
      pages.push([]);
      y = MARGIN + HEADING_HEIGHT;
    }
    pages.at(-1)?.push(row);
    y += heightOf(row);
  }
  return { pages, hasNotesApart: y + NOTES_GAP + notes * NOTE_HEIGHT > bottom };
}

/** A new page with the headings, for the eye: the table of a reader of screens goes on and has its own. */
function continueTable(sheet: Sheet, page: StatementPage): void {
  sheet.addPage();
  asArtifact(sheet, "Pagination", () => {
    for (const cell of fitted(sheet, headings(page))) drawCell(sheet, cell, MARGIN + ROW_GAP);
  });
  ruleAt(sheet, MARGIN + HEADING_HEIGHT);
}

function drawRow(sheet: Sheet, table: Struct, cells: Cell[]): void {
  const { y } = sheet;
  const row = sheet.struct("TR");
  table.add(row);
  for (const cell of cells) {
    // pdfkit takes a scope; its types do not name it.
    const options = cell.scope === undefined ? {} : ({ scope: cell.scope } as object);
    const tag = cell.scope === undefined ? "TD" : "TH";
    row.add(sheet.struct(tag, options, () => drawCell(sheet, cell, y + ROW_GAP)));
  }
  row.end();
  ruleAt(sheet, y + heightOf(cells));
}

function ruleAt(sheet: Sheet, y: number): void {
  rule(sheet, y);
  Object.assign(sheet, { x: MARGIN, y });
}

/** Long texts take as many lines as they need. */
function fitted(sheet: Sheet, cells: Cell[]): Cell[] {
  return cells.map((cell) => ({
    ...cell,
    lines: cell.lines.flatMap(({ text, look }) => {
      take(sheet, look);
      const parts = wrap(text, cell.column.width, (part) => sheet.widthOfString(part));
      return parts.map((part) => ({ text: part, look }));
    }),
  }));
}

const heightOf = (cells: Cell[]): number =>
  Math.max(1, ...cells.map(({ lines }) => lines.length)) * LINE_HEIGHT + 2 * ROW_GAP;

function drawCell(sheet: Sheet, { column, lines }: Cell, y: number): void {
  for (const [index, { text, look }] of lines.entries()) {
    take(sheet, look);
    const free = column.isRight ? column.width - sheet.widthOfString(text) : 0;
    sheet.text(text, column.x + free, y + index * LINE_HEIGHT, { lineBreak: false });
  }
}

function notesOf({ language, rows, at, signed }: StatementPage): string[] {
  const texts = statementTexts[language];
  return [
    ...(rows.length === 0 ? [texts.none] : []),
    ...(rows.some(({ isPending }) => isPending) ? [texts.pendingMeans] : []),
    texts.madeAt(writtenDate(at, language, true)),
    // The code in a line of its own: in a longer one the end of the line could part it.
    ...(signed === undefined
      ? []
      : [texts.signed, texts.check(signed.checkedAt), texts.code(signed.code)]),
    texts.help,
  ];
}

function drawNotes(sheet: Sheet, body: Struct, notes: string[]): void {
  Object.assign(sheet, { x: MARGIN, y: sheet.y + NOTES_GAP });
  for (const note of notes) {
    body.add(sheet.struct("P", {}, () => write(sheet, note, { ...SMALL, gap: 2 })));
  }
}

/** At the foot, below the room of the text. */
function numberPage(sheet: Sheet, text: string): void {
  const { x, y } = sheet;
  asArtifact(sheet, "Pagination", () => {
    take(sheet, SMALL);
    const from = sheet.page.width - MARGIN - sheet.widthOfString(text);
    sheet.text(text, from, sheet.page.height - MARGIN - LINE_HEIGHT, { lineBreak: false });
  });
  Object.assign(sheet, { x, y });
}
