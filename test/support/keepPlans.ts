import type pg from "pg";

/** What PostgreSQL can keep a plan of. */
const WITH_A_PLAN = /^\s*(?:select|insert|update|delete|with)\b/i;

/** A short name for each text, the same for all connections. */
const names = new Map<string, string>();

type Query = (statement: unknown, values?: unknown, callback?: unknown) => unknown;

/**
 * Lets the connections of a pool keep their plans. Tests ask the same of tables that are as good as empty, some
 * thousand times: reading and planning a statement each time anew is nearly half of what it costs the database.
 */
export function keepPlans(pool: pg.Pool): void {
  pool.on("connect", (client) => {
    // Of the ways to call it, those with a text and a list of values; the others are left as they are.
    const send = client.query.bind(client) as Query;
    const query: Query = (statement, values, callback) =>
      typeof statement === "string" && Array.isArray(values) && WITH_A_PLAN.test(statement)
        ? send({ name: nameOf(statement), text: statement, values }, callback)
        : send(statement, values, callback);
    Object.assign(client, { query });
  });
}

function nameOf(text: string): string {
  const name = names.get(text) ?? `s${names.size}`;
  names.set(text, name);
  return name;
}
