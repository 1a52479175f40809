import type { Stream } from "./streams.ts";

/** Something in a chain, or in what is kept outside, that must not be; each names its row or place. */
export type Finding = {
  stream: Stream["name"];
  kind: FindingKind;
  /** The event's or the journal entry's id. */
  rowId: bigint | undefined;
  /** The place in the chain. */
  position: bigint | undefined;
  /** What was found, for the person who looks into it. */
  detail: string;
};

export type FindingKind =
  | "edited"
  | "deleted"
  | "inserted"
  | "swapped"
  | "seal_changed"
  | "seal_missing"
  | "cut_tail"
  | "head_differs"
  | "head_unreadable"
  | "no_heads"
  | "no_seals"
  | "clock_moved";

/** Takes findings as they are made, so that any number of them fits in memory. */
export type Report = (finding: Finding) => void;

/** One finding as a line: 'audit | edited | event 12 | seal 9 | …'. */
export function lineOf({ stream, kind, rowId, position, detail }: Finding): string {
  const row = stream === "audit" ? "event" : "entry";
  return [
    stream,
    kind.replaceAll("_", " "),
    ...(rowId === undefined ? [] : [`${row} ${rowId}`]),
    ...(position === undefined ? [] : [`seal ${position}`]),
    detail,
  ].join(" | ");
}
