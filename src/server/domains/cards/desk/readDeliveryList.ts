import * as z from "zod/mini";
import {
  DELIVERY_COLUMNS,
  MAX_DELIVERY_BYTES,
  MAX_DELIVERY_LINES,
  serialNumber,
} from "#contract/staff/cardStock.ts";
import { Refusal } from "#server/refusal.ts";
import { withoutInvisible } from "#common/invisible.ts";
import { makeCsvReader } from "#server/platform/csv/readCsv.ts";
import { bareCell, columnName, isShortened } from "#server/platform/csv/spreadsheetCells.ts";

type ColumnName = (typeof DELIVERY_COLUMNS)[number];

/**
 * A line of a list of a delivery; `wrong` names the columns that do not have their form, `shortened` those of a
 * number that a spreadsheet has shortened.
 */
export type DeliveryLine = {
  line: number;
  serial: string;
  token: string;
  lastFour: string;
  /** yyyy-MM-dd */
  expiresOn: string;
  reference: string;
  wrong: string[];
  shortened: string[];
};

const FORMS: Record<ColumnName, z.ZodMiniType<string>> = {
  serial: serialNumber,
  token: z.string().check(z.regex(/^[\w.:-]{1,64}$/)),
  last_four: z.string().check(z.regex(/^\d{4}$/)),
  expires_on: z.iso.date(),
  reference: z.string().check(z.regex(/^[A-Z0-9-]{0,20}$/)),
};

/**
 * The lines of a list, whose first names the columns in any order; columns of other names are passed
 * over. Refuses one that is empty, too large, no CSV, or lacks a column.
 */
export async function readDeliveryList(upload: AsyncIterable<Uint8Array>): Promise<DeliveryLine[]> {
  const reader = makeCsvReader();
  const records = [];
  let bytes = 0;
  for await (const piece of upload) {
    bytes += piece.length;
    if (bytes > MAX_DELIVERY_BYTES) throw new Refusal("delivery_too_large");
    records.push(...reader.push(piece));
  }
  records.push(...reader.end());
  const stop = reader.stop();
  if (stop) throw new Refusal("delivery_unreadable", { values: { line: String(stop.line) } });
  const [head, ...rest] = records;
  if (head === undefined || rest.length === 0) throw new Refusal("delivery_empty");
  if (rest.length > MAX_DELIVERY_LINES) throw new Refusal("delivery_too_large");
  const names = head.fields.map(columnName);
  const places = DELIVERY_COLUMNS.map((name) => [name, names.indexOf(name)] as const);
  if (places.some(([, place]) => place < 0)) {
    throw new Refusal("delivery_header", { values: { columns: DELIVERY_COLUMNS.join(", ") } });
  }
  return rest.map(({ line, fields }) => readLine(line, fields, places));
}

/** Codes and numbers: without what cannot be seen, and with the zeros that a spreadsheet took. */
function written(name: ColumnName, field: string): string {
  const text = bareCell(withoutInvisible(field));
  return name === "last_four" && /^\d+$/.test(text) ? text.padStart(4, "0") : text;
}

function readLine(
  line: number,
  fields: readonly string[],
  places: readonly (readonly [ColumnName, number])[],
): DeliveryLine {
  const wrong: string[] = [];
  const shortened: string[] = [];
  const values = Object.fromEntries(
    places.map(([name, place]) => {
      const text = written(name, fields[place] ?? "");
      // A code may be 1E10; what a spreadsheet writes has a sign or a fraction.
      if (isShortened(text) && /[+.,]/.test(text)) shortened.push(name);
      const read = FORMS[name].safeParse(text);
      if (!read.success) wrong.push(name);
      return [name, read.success ? read.data : text];
    }),
  );
  return {
    line,
    // Every column has its place.
    serial: (values["serial"] ?? "").slice(0, 40),
    token: values["token"] ?? "",
    lastFour: values["last_four"] ?? "",
    expiresOn: values["expires_on"] ?? "",
    reference: values["reference"] ?? "",
    wrong,
    shortened,
  };
}
