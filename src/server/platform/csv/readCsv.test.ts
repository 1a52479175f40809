import fc from "fast-check";
import { expect, test } from "vitest";
import { type CsvRecord, makeCsvReader } from "./readCsv.ts";

/** Reads a text in pieces of so many bytes, as a network would deliver it. */
function read(bytes: Uint8Array, piece = 7) {
  const reader = makeCsvReader();
  const records: CsvRecord[] = [];
  for (let from = 0; from < bytes.length; from += piece) {
    records.push(...reader.push(bytes.subarray(from, from + piece)));
  }
  records.push(...reader.end());
  return { records, stop: reader.stop() };
}

const readText = (text: string, piece?: number) => read(new TextEncoder().encode(text), piece);
const fieldsOf = (text: string) => readText(text).records.map(({ fields }) => fields);

test("fields keep commas, quotes, line ends and letters outside ASCII", () => {
  expect(fieldsOf('name,place\r\n"Peña, ""Ñing""","line 1\nline 2"\r\n')).toEqual([
    ["name", "place"],
    ['Peña, "Ñing"', "line 1\nline 2"],
  ]);
});

test("a record says the line of the file it begins on, also after a field of two lines", () => {
  expect(readText('a\n"b\nb"\n\nc').records.map(({ line }) => line)).toEqual([1, 2, 5]);
});

test("an empty field is there, a last comma makes one more, a byte order mark is no letter", () => {
  expect(fieldsOf("\ufeffa,,b\nc,\n")).toEqual([
    ["a", "", "b"],
    ["c", ""],
  ]);
});

test("S161 rows without content are none, and keep the lines of those after them", () => {
  expect(readText("a,b\r\n,\r\n , \r\nc,d\r\n,\r\n").records).toEqual([
    { line: 1, fields: ["a", "b"] },
    { line: 4, fields: ["c", "d"] },
  ]);
});

test.each([";", "\t"])(
  "S161 a file whose first line has %j between its fields is read by it",
  (by) => {
    expect(fieldsOf(`a${by}b\n"1${by}2"${by}3,4\n`)).toEqual([
      ["a", "b"],
      [`1${by}2`, "3,4"],
    ]);
  },
);

test.each([
  ['a\nb"c', "stray_quote", 2],
  ['"a"b', "text_after_quote", 1],
  ['a\n"b\nc', "open_quote", 3],
  ["a\rb", "control_character", 1],
  ["a\n\u0000", "control_character", 2],
  [`a\n${"x".repeat(30_000)}`, "record_too_long", 2],
])("%j is no CSV", (text, problem, line) => {
  expect(readText(text, 4096).stop).toEqual({ problem, line });
});

test("bytes that are not UTF-8 stop the reading, and what came before stays read", () => {
  const bytes = new Uint8Array([0x61, 0x0a, 0xff, 0x0a]);
  expect(read(bytes, 2)).toMatchObject({
    records: [{ line: 1, fields: ["a"] }],
    stop: { problem: "not_utf8" },
  });
});

test("whatever is written by the rules reads back the same, however the bytes are cut", () => {
  const text = fc.string({ unit: "grapheme", maxLength: 12 }).filter(
    // oxlint-disable-next-line no-control-regex -- what the reader refuses on purpose
    (value) => !/[\u0000-\u0008\u000b-\u001f\u007f]|\r|\ufeff/u.test(value),
  );
  const table = fc.array(fc.array(text, { minLength: 2, maxLength: 5 }), { maxLength: 8 });
  fc.assert(
    fc.property(table, fc.integer({ min: 1, max: 40 }), (rows, piece) => {
      const written = rows
        .map((row) => row.map((field) => `"${field.replaceAll('"', '""')}"`).join(","))
        .join("\r\n");
      const full = rows.filter((row) => row.some((field) => field.trim() !== ""));
      expect(readText(written, piece).records.map(({ fields }) => fields)).toEqual(full);
    }),
  );
});
