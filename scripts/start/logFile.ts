import {
  closeSync,
  copyFileSync,
  fstatSync,
  openSync,
  readSync,
  statSync,
  truncateSync,
} from "node:fs";

const LOOK_EVERY_MS = 1000;
const ROTATE_AT_BYTES = 20 * 1024 * 1024;
const AN_ERROR = 50;

export type LogFile = {
  file: string;
  /** For a child's output. Open for appending: rotation cuts the file while the child writes on. */
  descriptor: number;
  /** The last lines written since this start. */
  lastLines: (count: number) => string[];
  close: () => void;
};

/**
 * A child's log. The child writes to the file itself, so that it goes on when the supervisor dies;
 * errors are told once each, and a file that has grown large is put aside as `.1`.
 */
export function openLogFile(file: string, tellError: (message: string) => void): LogFile {
  const descriptor = openSync(file, "a", 0o600);
  const startedAt = fstatSync(descriptor).size;
  let readTo = startedAt;
  let told = new Set<string>();

  const look = () => {
    const { size } = statSync(file);
    if (size < readTo) readTo = 0;
    const text = readRange(file, readTo, size);
    const whole = text.lastIndexOf("\n") + 1;
    readTo += Buffer.byteLength(text.slice(0, whole));
    for (const line of text.slice(0, whole).split("\n")) {
      const message = errorIn(line);
      if (message === undefined || told.has(message)) continue;
      told = told.size > 100 ? new Set([message]) : told.add(message);
      tellError(message);
    }
    if (size > ROTATE_AT_BYTES) {
      copyFileSync(file, `${file}.1`);
      truncateSync(file);
      readTo = 0;
    }
  };
  const timer = setInterval(() => attempt(look), LOOK_EVERY_MS);
  timer.unref();

  return {
    file,
    descriptor,
    lastLines: (count) => {
      const { size } = statSync(file);
      const from = Math.max(size < startedAt ? 0 : startedAt, size - 16_384);
      return readRange(file, from, size).trimEnd().split("\n").slice(-count);
    },
    close: () => {
      clearInterval(timer);
      closeSync(descriptor);
    },
  };
}

/** A log that cannot be read or rotated just now (a full disk) must not stop the bank. */
function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // Tried again in a second.
  }
}

function readRange(file: string, from: number, to: number): string {
  const buffer = Buffer.alloc(Math.max(0, Math.min(to - from, 1024 * 1024)));
  const descriptor = openSync(file, "r");
  try {
    return buffer
      .subarray(0, readSync(descriptor, buffer, 0, buffer.length, from))
      .toString("utf8");
  } finally {
    closeSync(descriptor);
  }
}

function errorIn(line: string): string | undefined {
  if (!line.startsWith("{")) return undefined;
  try {
    const entry: unknown = JSON.parse(line);
    if (typeof entry !== "object" || entry === null || !("level" in entry)) return undefined;
    if (typeof entry.level !== "number" || entry.level < AN_ERROR) return undefined;
    return "msg" in entry ? String(entry.msg) : "an error without a text";
  } catch {
    return undefined;
  }
}
