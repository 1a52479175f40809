import type { Pool } from "pg";

/**
 * Refuses a database that demo members were put into: everyone knows their password. Throws too where
 * the mark cannot be read, or its row is gone. For production.
 */
export async function assertNoDemoData(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ holds_demo_data: boolean }>(
    "select holds_demo_data from installation",
  );
  if (rows[0]?.holds_demo_data === false) return;
  throw new Error(
    "This database holds demo data, and production refuses it: take an empty database",
  );
}
