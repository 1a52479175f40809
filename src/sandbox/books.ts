import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import type { Tables } from "./records.ts";

type TableName = keyof Tables;

/** One record to put in place of what its key held, or null to take it away. */
export type Change = {
  [Name in TableName]: { table: Name; key: string; record: Tables[Name] | null };
}[TableName];

/** Of these tables, what is looked at all the time is what is still to come: the rest only grows. */
type UnfinishedName = "event" | "funds" | "railTransfer" | "incoming" | "clearingFile";

const isUnfinished: { [Name in UnfinishedName]: (record: Tables[Name]) => boolean } = {
  event: ({ state }) => state === "waiting",
  funds: ({ due, reversal }) => due !== null || (reversal?.dueAt ?? null) !== null,
  railTransfer: ({ next }) => next !== null,
  incoming: ({ next }) => next !== null,
  clearingFile: ({ cursor }) => cursor === null,
};

/** Everything the sandbox remembers, in memory and in a journal on disk. */
export type Books = {
  read: <Name extends TableName>(table: Name) => ReadonlyMap<string, Tables[Name]>;
  /** Of a table, the records that something still has to become of: events that wait, files not yet shown. */
  unfinished: <Name extends UnfinishedName>(table: Name) => Tables[Name][];
  /** Applies the changes all together: they are on the disk before this returns, or it throws. */
  write: (changes: Change[]) => void;
  /** Rewrites the journal without what was replaced. Call only when no other process has it open. */
  compact: () => void;
  close: () => void;
};

type Memory = { [Name in TableName]: Map<string, Tables[Name]> };
type Unfinished = { [Name in UnfinishedName]: Map<string, Tables[Name]> };

/**
 * Opens the books: a journal with one line for each write, so that a killed process loses nothing it
 * had answered for. A path with an extension is the file, any other a folder; without a path the books
 * live in memory only.
 */
export function openBooks(location: string | undefined): Books {
  const file = location === undefined ? undefined : journalFile(location);
  const memory = emptyMemory();
  const unfinished: Unfinished = {
    event: new Map(),
    funds: new Map(),
    railTransfer: new Map(),
    incoming: new Map(),
    clearingFile: new Map(),
  };
  if (file !== undefined && existsSync(file)) load(memory, unfinished, file);
  let journal = file === undefined ? undefined : openSync(file, "a", 0o600);

  return {
    read: (table) => memory[table],
    unfinished: (table) => [...unfinished[table].values()],
    write(changes) {
      if (journal !== undefined) {
        appendLine(journal, serialize(changes));
      }
      apply(memory, unfinished, changes);
    },
    compact() {
      if (file === undefined || journal === undefined) return;
      const fresh = `${file}.new`;
      writeFileSync(fresh, `${serialize(everything(memory))}\n`, { mode: 0o600, flush: true });
      closeSync(journal);
      renameSync(fresh, file);
      syncFolder(path.dirname(file));
      journal = openSync(file, "a");
    },
    close() {
      if (journal !== undefined) closeSync(journal);
      journal = undefined;
    },
  };
}

/** All of the line or none: half a line in the middle could not be read again. */
function appendLine(journal: number, line: string): void {
  const { size } = fstatSync(journal);
  const bytes = Buffer.from(`${line}\n`, "utf8");
  try {
    for (let written = 0; written < bytes.length;) {
      written += writeSync(journal, bytes, written);
    }
    fdatasyncSync(journal);
  } catch (error) {
    ftruncateSync(journal, size);
    throw error;
  }
}

/** The file that the books at a location are in. */
export function journalFile(location: string): string {
  const isFile = path.extname(path.basename(location)) !== "";
  const file = isFile ? location : path.join(location, "sandbox.jsonl");
  mkdirSync(path.dirname(file), { recursive: true });
  return file;
}

function emptyMemory(): Memory {
  return {
    text: new Map(),
    mail: new Map(),
    pushSubscriber: new Map(),
    push: new Map(),
    card: new Map(),
    customer: new Map(),
    plastic: new Map(),
    standing: new Map(),
    order: new Map(),
    activation: new Map(),
    batch: new Map(),
    setting: new Map(),
    hold: new Map(),
    movement: new Map(),
    transfer: new Map(),
    funds: new Map(),
    railTransfer: new Map(),
    incoming: new Map(),
    batchFile: new Map(),
    clearingFile: new Map(),
    decision: new Map(),
    event: new Map(),
    fault: new Map(),
  };
}

function load(memory: Memory, unfinished: Unfinished, file: string): void {
  const content = readFileSync(file, "utf8");
  // What follows the last line end was being written when the process died: nobody was told of it.
  const lines = content.slice(0, content.lastIndexOf("\n") + 1).split("\n");
  for (const line of lines) {
    if (line !== "") apply(memory, unfinished, deserialize(line));
  }
}

function apply(memory: Memory, unfinished: Unfinished, changes: Change[]): void {
  for (const { table, key, record } of changes) {
    // The pair of table and record is right by the type of Change; TypeScript cannot follow it here.
    put(memory[table] as Map<string, unknown>, key, record);
    if (!(table in isUnfinished)) continue;
    // As above.
    const name = table as UnfinishedName;
    const isKept = isUnfinished[name] as (record: unknown) => boolean;
    const isOpen = record !== null && isKept(record);
    put(unfinished[name] as Map<string, unknown>, key, isOpen ? record : null);
  }
}

function put(records: Map<string, unknown>, key: string, record: unknown): void {
  if (record === null) records.delete(key);
  else records.set(key, record);
}

function everything(memory: Memory): Change[] {
  return Object.entries(memory).flatMap(([table, records]) =>
    // Same pair, same reason.
    [...records].map(([key, record]) => ({ table, key, record }) as Change),
  );
}

/** JSON with bigint as {"centavos":"123"}. */
function serialize(changes: Change[]): string {
  return JSON.stringify(changes, (_key, value: unknown) =>
    typeof value === "bigint" ? { centavos: value.toString() } : value,
  );
}

function deserialize(line: string): Change[] {
  // The file is our own and each line was written whole.
  return JSON.parse(line, (_key, value: unknown) =>
    typeof value === "object" &&
    value !== null &&
    "centavos" in value &&
    typeof value.centavos === "string"
      ? BigInt(value.centavos)
      : value,
  ) as Change[];
}

function syncFolder(folder: string): void {
  // Windows cannot open a folder; a rename is durable there without it.
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  fsyncSync(handle);
  closeSync(handle);
}
