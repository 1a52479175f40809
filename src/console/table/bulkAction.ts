import type { Failure } from "#contract/endpoint.ts";
import type { ReactNode } from "react";

/** A row that was done as far as this person can do it: what is still to come. */
export type Unfinished = { unfinished: string };

/** Something done to each selected row. The label is verb and noun: 'Rerun jobs'. */
export type BulkAction<Row> = {
  key: string;
  label: string;
  /** Does it to one row: undefined when it is done, else what is still to come, or why it is not. */
  run: (row: Row, note: string) => Promise<Failure | Unfinished | undefined>;
  /** Requested before anything is done: shows what it is done to, and takes a note. */
  ask?: {
    show?: (rows: readonly Row[]) => ReactNode;
    note: string;
    isNoteNeeded: boolean;
  };
};
