import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** Functions, and the triggers that call them, as they are: `text` can be run again and again. */
export type FunctionFile = {
  /** The domain's folder and the file, 'ledger/post.sql': it stays when the domain is moved. */
  name: string;
  text: string;
  checksum: string;
};

const MADE = /^create or replace function (\w+)/gm;

/**
 * All files of functions under a folder: those in folders called `sql`, in the order in which they are applied.
 * That is the order of their names, but that a file comes after those whose functions it calls: PostgreSQL
 * wants what an SQL function calls to be there.
 */
export async function readFunctionFiles(root: URL): Promise<FunctionFile[]> {
  const folder = fileURLToPath(root);
  const found = await readdir(folder, { recursive: true });
  const paths = found.filter((file) => /(^|[/\\])sql[/\\][^/\\]+\.sql$/.test(file));
  const files = await Promise.all(
    paths.map(async (file) => {
      const text = await readFile(path.join(folder, file), "utf8");
      const [domain = "", , name = ""] = file.split(path.sep).slice(-3);
      const checksum = createHash("sha256").update(text).digest("hex");
      return { name: `${domain}/${name}`, text, checksum };
    }),
  );
  const byName = files.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  for (const [index, { name }] of byName.entries()) {
    if (byName[index + 1]?.name === name) throw new Error(`Two files of functions are ${name}`);
  }
  return inOrderOfCalls(byName);
}

/** The names of the functions that a file makes. */
export const functionsIn = ({ text }: FunctionFile): string[] =>
  Array.from(text.matchAll(MADE), ([, name = ""]) => name);

/** The names that stand before a parenthesis, comments aside: what a file may call. */
export const callsIn = (text: string): Set<string> =>
  new Set(
    Array.from(withoutComments(text).matchAll(/\b([a-z_]\w*)\s*\(/g), ([, name = ""]) => name),
  );

export const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\/|--.*/g, "");

function inOrderOfCalls(files: readonly FunctionFile[]): FunctionFile[] {
  const makerOf = new Map(files.flatMap((file) => functionsIn(file).map((name) => [name, file])));
  const ordered = new Set<FunctionFile>();
  const begun = new Set<FunctionFile>();
  const add = (file: FunctionFile): void => {
    // Functions in PL/pgSQL may call each other in a circle: it is cut where it is met again.
    if (begun.has(file)) return;
    begun.add(file);
    const called = new Set(Array.from(callsIn(file.text), (name) => makerOf.get(name)));
    for (const other of files) if (called.has(other)) add(other);
    ordered.add(file);
  };
  for (const file of files) add(file);
  return [...ordered];
}
