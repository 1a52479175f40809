import { readdir } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import pg from "pg";

type Value = string | number | boolean | null | readonly string[];

/**
 * All rows of a table that the program's own text says, each with every column that the text decides; centavos as
 * texts. Other columns have their defaults, and keep what was set.
 */
export type Rows = {
  table: string;
  key: readonly string[];
  /** What a new table begins with: applied to a new database alone, whose people change it from then on. */
  isBeginning?: true;
  rows: readonly Readonly<Record<string, Value>>[];
};

/** Those of the files '<table>.rows.ts' under a folder, in the order of their paths. */
export async function readRows(root: URL): Promise<Rows[]> {
  const folder = fileURLToPath(root);
  const found = await readdir(folder, { recursive: true });
  const files = found.filter((file) => file.endsWith(".rows.ts")).toSorted();
  return Promise.all(
    files.map(async (file) => {
      const module: unknown = await import(pathToFileURL(path.join(folder, file)).href);
      return (module as { rows: Rows }).rows; // our own files, whose types say so
    }),
  );
}

/**
 * Brings tables to what the program's text says, in the caller's transaction: what changed is changed, what left is
 * removed. Answers the names of the tables in which something was done.
 */
export async function applyRows(client: pg.Client, all: readonly Rows[]): Promise<string[]> {
  const changed: string[] = [];
  for (const { table, key, rows } of all) {
    const quoted = (names: readonly string[]) => names.map((name) => pg.escapeIdentifier(name));
    const columns = quoted(Object.keys(rows[0] ?? {}));
    const keys = quoted(key);
    const of = (alias: string, names: readonly string[]) =>
      names.map((name) => `${alias}.${name}`).join(", ");
    const { rows: done } = await client.query<{ count: string }>(
      `with given as (select * from jsonb_populate_recordset(null::public.${pg.escapeIdentifier(table)}, $1)),
        gone as (
          delete from public.${pg.escapeIdentifier(table)} t
            where not exists (select from given g where (${of("g", keys)}) = (${of("t", keys)})) returning 1),
        put as (
          insert into public.${pg.escapeIdentifier(table)} as t (${columns.join(", ")}) select ${of("g", columns)} from given g
            on conflict (${keys.join(", ")}) do update set (${columns.join(", ")}) = row (${of("excluded", columns)})
              where (${of("t", columns)}) is distinct from (${of("excluded", columns)}) returning 1)
        select (select count(*) from gone) + (select count(*) from put) as count`,
      [JSON.stringify(rows)],
    );
    if (done[0]?.count !== "0") changed.push(table);
  }
  return changed;
}
