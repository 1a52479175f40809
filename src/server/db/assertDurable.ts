import type { Pool } from "pg";

const PROMISES: Record<string, string> = {
  fsync: "a power cut could lose or tear what was booked",
  synchronous_commit: "a crash could lose transfers that members were told were accepted",
  full_page_writes: "a crash could leave half-written pages",
  data_checksums: "a damaged page would be read as if it were right",
};

/**
 * Refuses a database that may lose what it has confirmed, with one clear sentence for each setting.
 * In production checksums are asked for too. `synchronous_commit` is what this pool's own connections
 * get, so a setting of the role or the database counts.
 */
export async function assertDurable(
  pool: Pool,
  { checksums = false }: { checksums?: boolean } = {},
): Promise<void> {
  const names = Object.keys(PROMISES).filter((name) => checksums || name !== "data_checksums");
  const { rows } = await pool.query<{ name: string }>(
    "select name from pg_settings where name = any($1) and setting = 'off'",
    [names],
  );
  const broken = rows.map(({ name }) => name);
  if (broken.length === 0) return;
  const sentences = broken.toSorted().map((name) => `- ${name} is off: ${PROMISES[name] ?? ""}`);
  throw new Error(`The database does not keep its promises:\n${sentences.join("\n")}`);
}
