import { asAdmin } from "./testDb.ts";

/** Every row of every table as text, the job library's included, by the table's name. */
export async function dumpDatabase(adminUrl: string): Promise<Map<string, string>> {
  return asAdmin(adminUrl, async (admin) => {
    const { rows: tables } = await admin.query<{ name: string; quoted: string }>(`
      select tablename as name, format('%I.%I', schemaname, tablename) as quoted from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema') order by 1, 2`);
    const texts = new Map<string, string>();
    for (const { name, quoted } of tables) {
      const { rows } = await admin.query<{ row: string }>(
        `select coalesce(string_agg(t::text, chr(10) order by t::text), '') as row from ${quoted} t`,
      );
      texts.set(name, rows[0]?.row ?? "");
    }
    return texts;
  });
}

/** The names of the tables that are not the same in both. */
export function changedTables(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] {
  return [...after].flatMap(([name, text]) => (before.get(name) === text ? [] : [name]));
}
