import { Refusal } from "#server/refusal.ts";
import { isValueOf, type SortColumn } from "./sortColumn.ts";

/** A row's place in one order of one list. */
export type Place = { value: string | null; id: string };

/** The place as a text of letters, digits, '-' and '_'. It says nothing that its row does not show. */
export function writeCursor(order: string, place: Place): string {
  return Buffer.from(JSON.stringify([order, place.value, place.id])).toString("base64url");
}

/**
 * The place that a client sent back. Refuses with invalid_parameters, on the parameter's name, what is
 * no place in this order of this list: the answer of another list, another order, or a made-up one.
 */
export function readCursor(
  param: "after" | "before",
  text: string,
  order: string,
  columns: { sort: SortColumn; id: SortColumn },
): Place {
  const [writtenOrder, value, id] = parts(text);
  const isOurs =
    writtenOrder === order &&
    (value === null || typeof value === "string") &&
    typeof id === "string" &&
    isValueOf(columns.sort, value) &&
    isValueOf(columns.id, id);
  if (!isOurs) throw new Refusal("invalid_parameters", { param });
  return { value, id };
}

function parts(text: string): unknown[] {
  try {
    const read: unknown = JSON.parse(Buffer.from(text, "base64url").toString());
    return Array.isArray(read) && read.length === 3 ? read : [];
  } catch {
    return [];
  }
}
