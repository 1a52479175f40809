/** One record: the line of the file it begins on (the first is 1), and its fields as they were meant. */
export type CsvRecord = { line: number; fields: string[] };

/** Why the text is no CSV any more from a line on: nothing after it can be trusted. */
export type CsvStop = {
  problem:
    | "not_utf8"
    | "stray_quote"
    | "text_after_quote"
    | "open_quote"
    | "record_too_long"
    | "control_character";
  line: number;
};

export type CsvReader = {
  /** The records that are whole with these bytes. Nothing after a stop. */
  push: (bytes: Uint8Array) => CsvRecord[];
  /** The last record, where the file does not end with a line's end. */
  end: () => CsvRecord[];
  stop: () => CsvStop | undefined;
};

/** Far more than any row of ours; a file without line ends must not fill the memory. */
const MAX_RECORD_LETTERS = 20_000;
const SEPARATORS = [",", ";", "\t"];
const FIRST_PRINTABLE = 0x20;
const DELETE = 0x7f;

/** Where the reading of a text is. Changed letter by letter. */
type Reading = {
  state: "start" | "plain" | "quoted" | "quote_in_quoted" | "after_return";
  /** Of the file: the first of these that is met outside quotes. */
  separator: string | undefined;
  line: number;
  recordLine: number;
  fields: string[];
  field: string;
  /** Of the record so far. */
  letters: number;
  done: CsvRecord[];
  stop: CsvStop | undefined;
};

/**
 * Reads RFC 4180 strictly, piece by piece, in UTF-8 with or without a byte order mark: fields between
 * commas, in quotes where they hold a comma, a quote (doubled) or a line's end; lines end with CRLF or
 * LF. Spreadsheets of other countries write semicolons or tabs instead: whichever the first line has
 * separates the fields of all. A record without content, as spreadsheets leave below a table, is none. What
 * is neither is not guessed at. Holds one record at a time.
 */
export function makeCsvReader(): CsvReader {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const reading: Reading = {
    state: "start",
    separator: undefined,
    line: 1,
    recordLine: 1,
    fields: [],
    field: "",
    letters: 0,
    done: [],
    stop: undefined,
  };
  const read = (bytes?: Uint8Array): CsvRecord[] => {
    if (reading.stop) return [];
    let text = "";
    try {
      text = bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
    } catch {
      fail(reading, "not_utf8");
    }
    takeAll(reading, text);
    if (bytes === undefined) endText(reading);
    const records = reading.done;
    reading.done = [];
    return records;
  };
  return { push: (bytes) => read(bytes), end: () => read(), stop: () => reading.stop };
}

function takeAll(reading: Reading, text: string): void {
  for (const letter of text) {
    if (reading.stop) return;
    take(reading, letter);
  }
}

function take(reading: Reading, letter: string): void {
  reading.letters += 1;
  if (reading.letters > MAX_RECORD_LETTERS) return fail(reading, "record_too_long");
  const code = letter.charCodeAt(0);
  if ((code < FIRST_PRINTABLE && !"\n\r\t".includes(letter)) || code === DELETE) {
    return fail(reading, "control_character");
  }
  if (reading.state === "quoted") return takeQuoted(reading, letter);
  if (reading.state === "after_return" && letter !== "\n") {
    return fail(reading, "control_character");
  }
  if (reading.separator === undefined && SEPARATORS.includes(letter)) reading.separator = letter;
  if (letter === reading.separator) return endField(reading);
  switch (letter) {
    case "\n":
      return endRecord(reading);
    case "\r":
      reading.state = "after_return";
      return;
    case '"':
      return takeQuote(reading);
    default:
      if (reading.state === "quote_in_quoted") return fail(reading, "text_after_quote");
      reading.field += letter;
      reading.state = "plain";
  }
}

function takeQuoted(reading: Reading, letter: string): void {
  if (letter === '"') {
    reading.state = "quote_in_quoted";
    return;
  }
  if (letter === "\n") reading.line += 1;
  reading.field += letter;
}

function takeQuote(reading: Reading): void {
  if (reading.state === "plain") return fail(reading, "stray_quote");
  // The second of two: one quote of the text.
  if (reading.state === "quote_in_quoted") reading.field += '"';
  reading.state = "quoted";
}

function endField(reading: Reading): void {
  reading.fields.push(reading.field);
  reading.field = "";
  reading.state = "start";
}

function endRecord(reading: Reading): void {
  endField(reading);
  const { fields, recordLine } = reading;
  if (fields.some((field) => field.trim() !== "")) reading.done.push({ line: recordLine, fields });
  reading.fields = [];
  reading.letters = 0;
  reading.line += 1;
  reading.recordLine = reading.line;
}

/** The last record may end with the text instead of a line's end. */
function endText(reading: Reading): void {
  if (reading.stop) return;
  if (reading.state === "quoted") return fail(reading, "open_quote");
  const isBegun = reading.fields.length > 0 || reading.field !== "" || reading.state !== "start";
  if (isBegun) endRecord(reading);
}

function fail(reading: Reading, problem: CsvStop["problem"]): void {
  reading.stop = { problem, line: reading.line };
}
