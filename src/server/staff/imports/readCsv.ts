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
const FIRST_PRINTABLE = 0x20;
const DELETE = 0x7f;

type State = "start" | "plain" | "quoted" | "quote_in_quoted" | "after_return";

/**
 * Reads RFC 4180 strictly, piece by piece, in UTF-8 with or without a byte order mark: fields between
 * commas, in quotes where they hold a comma, a quote (doubled) or a line's end; lines end with CRLF or
 * LF. What is neither is not guessed at. Holds one record at a time.
 */
export function makeCsvReader(): CsvReader {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let state: State = "start";
  let line = 1;
  let recordLine = 1;
  let fields: string[] = [];
  let field = "";
  let letters = 0;
  let stopped: CsvStop | undefined;
  let done: CsvRecord[] = [];

  function endField(): void {
    fields.push(field);
    field = "";
    state = "start";
  }

  function endRecord(): void {
    endField();
    // A line with nothing on it is no record.
    if (fields.length > 1 || fields[0] !== "") done.push({ line: recordLine, fields });
    fields = [];
    letters = 0;
    line += 1;
    recordLine = line;
  }

  function fail(problem: CsvStop["problem"]): void {
    stopped = { problem, line };
  }

  function take(letter: string): void {
    letters += 1;
    if (letters > MAX_RECORD_LETTERS) return fail("record_too_long");
    const code = letter.charCodeAt(0);
    if ((code < FIRST_PRINTABLE && !"\n\r\t".includes(letter)) || code === DELETE) {
      return fail("control_character");
    }
    if (state === "quoted") return takeQuoted(letter);
    if (state === "after_return" && letter !== "\n") return fail("control_character");
    switch (letter) {
      case ",":
        return endField();
      case "\n":
        return endRecord();
      case "\r":
        state = "after_return";
        return;
      case '"':
        return takeQuote();
      default:
        if (state === "quote_in_quoted") return fail("text_after_quote");
        field += letter;
        state = "plain";
    }
  }

  function takeQuoted(letter: string): void {
    if (letter === '"') {
      state = "quote_in_quoted";
      return;
    }
    if (letter === "\n") line += 1;
    field += letter;
  }

  function takeQuote(): void {
    if (state === "plain") return fail("stray_quote");
    // The second of two: one quote of the text.
    if (state === "quote_in_quoted") field += '"';
    state = "quoted";
  }

  function read(text: string): CsvRecord[] {
    for (const letter of text) {
      take(letter);
      if (stopped) break;
    }
    const records = done;
    done = [];
    return records;
  }

  function decode(bytes?: Uint8Array): string {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
    } catch {
      fail("not_utf8");
      return "";
    }
  }

  return {
    push: (bytes) => (stopped ? [] : read(decode(bytes))),
    end: () => {
      if (stopped) return [];
      const records = read(decode());
      if (stopped) return records;
      if (state === "quoted") fail("open_quote");
      else if (fields.length > 0 || field !== "" || state !== "start") {
        endRecord();
        records.push(...done);
        done = [];
      }
      return records;
    },
    stop: () => stopped,
  };
}
