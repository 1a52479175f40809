import pg from "pg";

/**
 * Every row of every table as text, the job library's included, by the table's name. `words` leaves
 * out what is a number, a time or a yes: for whoever looks for few digits that must be nowhere.
 */
export async function dumpDatabase(
  adminUrl: string,
  part: "everything" | "words" = "everything",
): Promise<Map<string, string>> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    const { rows: tables } = await admin.query<{ name: string; quoted: string; words: string }>(`
      select tablename as name, format('%I.%I', schemaname, tablename) as quoted,
        (select coalesce(string_agg(format('t.%I', column_name), ', ' order by ordinal_position), '')
          from information_schema.columns
          where table_schema = schemaname and table_name = tablename
            and data_type in ('text', 'character varying', 'bytea', 'json', 'jsonb', 'ARRAY')) as words
      from pg_tables where schemaname not in ('pg_catalog', 'information_schema') order by 1, 2`);
    const texts = new Map<string, string>();
    for (const { name, quoted, words } of tables) {
      const row = part === "everything" ? "t" : `row(${words})`;
      const { rows } = await admin.query<{ text: string }>(
        `select coalesce(string_agg(${row}::text, chr(10) order by ${row}::text), '') as text from ${quoted} t`,
      );
      texts.set(name, rows[0]?.text ?? "");
    }
    return texts;
  } finally {
    await admin.end();
  }
}

/** The names of the tables that are not the same in both. */
export function changedTables(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] {
  return [...after].flatMap(([name, text]) => (before.get(name) === text ? [] : [name]));
}
