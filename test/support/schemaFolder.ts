import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { SchemaSources } from "#server/db/migrate.ts";

/** A schema of a test's own, in files as the bank's is. */
export type SchemaFolder = SchemaSources & {
  /** Writes a file: 'baseline/010_post.sql', 'migrations/0001_letter.sql' or 'post/sql/send.sql'. */
  put: (name: string, text: string) => Promise<void>;
  take: (name: string) => Promise<void>;
  remove: () => Promise<void>;
};

/** The one function that is named where roles get their rights (grantAccess.ts). */
const GRANTED = `create or replace function ledger_account_id(p_book text, p_code text, p_subledger text)
returns bigint language sql stable as $$ select 1 $$;
`;

/** One with nothing but a function that every schema has. */
export async function openSchemaFolder(): Promise<SchemaFolder> {
  const root = await mkdtemp(path.join(os.tmpdir(), "schema-"));
  const folder = (name: string) => pathToFileURL(path.join(root, name) + path.sep);
  for (const name of ["baseline", "migrations"]) await mkdir(path.join(root, name));
  const put = async (name: string, text: string) => {
    const file = path.join(root, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  };
  await put("ledger/sql/accounts.sql", GRANTED);
  return {
    baseline: folder("baseline"),
    migrations: folder("migrations"),
    functions: folder(""),
    put,
    take: (name) => rm(path.join(root, name)),
    remove: () => rm(root, { recursive: true }),
  };
}
