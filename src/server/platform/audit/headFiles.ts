import { mkdir, open, readdir, readFile, rename } from "node:fs/promises";
import path from "node:path";
import type { Head } from "./heads.ts";
import { STREAMS, type Stream } from "./streams.ts";

/** One line for each signed head, never changed. */
const LINES = "heads.jsonl";
/** Before the name of a newest head that could not be read. */
const ASIDE = "unreadable-";

/** Where heads are kept: beside the data, and where the configuration says. */
export function headDirs(config: {
  DATA_DIR: string;
  AUDIT_HEAD_DIR?: string | undefined;
}): string[] {
  const own = path.join(config.DATA_DIR, "audit-heads");
  return config.AUDIT_HEAD_DIR === undefined ? [own] : [own, config.AUDIT_HEAD_DIR];
}

/** Adds a line; it is on the disk when this resolves. */
export async function appendHead(folder: string, head: Head): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = await open(path.join(folder, LINES), "a", 0o600);
  try {
    await file.appendFile(`${JSON.stringify(head)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Replaces the newest head of a stream; it is on the disk when this resolves. */
export async function replaceLatest(folder: string, head: Head): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const place = latestFile(folder, head.stream);
  const file = await open(`${place}.next`, "w", 0o600);
  try {
    await file.writeFile(`${JSON.stringify(head)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${place}.next`, place);
}

/** The text of the newest head of a stream; undefined when there is none yet. */
export async function readLatest(
  folder: string,
  stream: Stream["name"],
): Promise<string | undefined> {
  try {
    return (await readFile(latestFile(folder, stream), "utf8")).trim();
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

/** Keeps a newest head that cannot be read under another name, which is answered. */
export async function putAside(folder: string, stream: Stream["name"], at: Date): Promise<string> {
  const moment = at.toISOString().replaceAll(":", "");
  const aside = path.join(folder, `${ASIDE}${moment}-latest-${stream}.json`);
  await rename(latestFile(folder, stream), aside);
  return aside;
}

/** Every stored head as its text, with the place it is at. A folder that is not there has none. */
export async function* storedHeads(folder: string): AsyncGenerator<{ text: string; from: string }> {
  const file = path.join(folder, LINES);
  const handle = await open(file).catch((error: unknown) => {
    if (!isAbsent(error)) throw error;
    return undefined;
  });
  let line = 0;
  for await (const text of handle?.readLines() ?? []) {
    line += 1;
    yield { text, from: `${file}, line ${line}` };
  }
  for (const { name } of STREAMS) {
    const text = await readLatest(folder, name);
    if (text !== undefined) yield { text, from: latestFile(folder, name) };
  }
  const names = await readdir(folder).catch((error: unknown) => {
    if (!isAbsent(error)) throw error;
    return [];
  });
  for (const name of names.filter((each) => each.startsWith(ASIDE)).toSorted()) {
    const from = path.join(folder, name);
    yield { text: await readFile(from, "utf8"), from };
  }
}

function latestFile(folder: string, stream: Stream["name"]): string {
  return path.join(folder, `latest-${stream}.json`);
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
