import type pg from "pg";

/** Puts a feature into a state, as staff would: 'on', 'disabled' or 'hidden'. */
export async function setFeature(database: pg.Client, name: string, state: string): Promise<void> {
  await database.query("update feature set state = $2 where name = $1", [name, state]);
}
