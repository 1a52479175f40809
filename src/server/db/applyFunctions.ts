import pg from "pg";
import type { FunctionFile } from "./functionFiles.ts";
import { named } from "./transactions.ts";

/** Its result or the names of its parameters are other ones: PostgreSQL does not replace such a function. */
const OTHER_SIGNATURE = "42P13";
/** Something that stays depends on what is to be dropped. */
const STILL_NEEDED = "2BP01";

/** What a file made: functions as 'name(types)', triggers as 'name on table'. */
type Made = { functions: string[]; triggers: string[] };
type Applied = Made & { name: string; checksum: string };

/**
 * Brings the functions and their triggers to what the files say, in the caller's transaction, and answers the names
 * of the files that were applied: those whose text changed. A function that left the files is dropped. Where
 * PostgreSQL cannot replace one (other result, other names of parameters), all are dropped and made anew; else each
 * is replaced where it is, and whoever calls it meanwhile notices nothing. Refuses, by an error that rolls back:
 * a function in two files, one that the baseline or a migration made, and one by which a constraint, an index or a
 * column judges rows: replacing that would judge no row that is there already.
 */
export async function applyFunctions(
  client: pg.Client,
  files: readonly FunctionFile[],
): Promise<string[]> {
  await client.query(`create table if not exists schema_function_file (
    name text primary key,
    checksum text not null,
    functions text[] not null,
    triggers text[] not null,
    applied_at timestamptz not null default now()
  )`);
  const { rows: applied } = await client.query<Applied>(
    "select name, checksum, functions, triggers from schema_function_file order by name",
  );
  const isApplied = (file: FunctionFile) =>
    applied.some(({ name, checksum }) => name === file.name && checksum === file.checksum);
  const changed = files.filter((file) => !isApplied(file));
  const isLeft = applied.some(({ name }) => files.every((file) => file.name !== name));
  if (changed.length > 0 || isLeft) await bringUp(client, files, changed, applied);
  await assertJudgesNoRows(client);
  return changed.map(({ name }) => name);
}

async function bringUp(
  client: pg.Client,
  files: readonly FunctionFile[],
  changed: readonly FunctionFile[],
  applied: readonly Applied[],
): Promise<void> {
  await client.query("set local check_function_bodies = on");
  await client.query("savepoint functions");
  try {
    await replaceFunctions(client, files, changed, applied);
  } catch (error) {
    if (!needsNewOnes(error)) throw error;
    await client.query("rollback to savepoint functions");
    await drop(client, applied);
    await client.query("delete from schema_function_file");
    await replaceFunctions(client, files, files, []);
  }
}

const needsNewOnes = (error: unknown): boolean => {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return (
    cause instanceof pg.DatabaseError &&
    (cause.code === OTHER_SIGNATURE || cause.code === STILL_NEEDED)
  );
};

async function replaceFunctions(
  client: pg.Client,
  files: readonly FunctionFile[],
  changed: readonly FunctionFile[],
  applied: readonly Applied[],
): Promise<void> {
  const ours = new Set(applied.flatMap(({ functions, triggers }) => [...functions, ...triggers]));
  const now = new Map<string, Made>(
    applied
      .filter(({ name }) => files.some((file) => file.name === name))
      .map(({ name, functions, triggers }) => [name, { functions, triggers }]),
  );
  for (const file of changed) {
    const made = await run(client, file, ours);
    now.set(file.name, made);
    for (const name of [...made.functions, ...made.triggers]) ours.add(name);
    await client.query(
      `insert into schema_function_file (name, checksum, functions, triggers) values ($1, $2, $3, $4)
        on conflict (name) do update set checksum = excluded.checksum, functions = excluded.functions,
          triggers = excluded.triggers, applied_at = now()`,
      [file.name, file.checksum, made.functions, made.triggers],
    );
  }
  assertOneFileEach(now);
  const kept = new Set([...now.values()].flatMap((made) => [...made.functions, ...made.triggers]));
  const left = (names: readonly string[]) => names.filter((name) => !kept.has(name));
  await drop(
    client,
    applied.map((made) => ({ functions: left(made.functions), triggers: left(made.triggers) })),
  );
  await client.query("delete from schema_function_file where name <> all ($1)", [[...now.keys()]]);
}

/** Runs a file, and answers what it made. */
async function run(
  client: pg.Client,
  file: FunctionFile,
  ours: ReadonlySet<string>,
): Promise<Made> {
  const before = await thereAre(client);
  try {
    await client.query(file.text);
  } catch (error) {
    throw named(file.name, file.text, error);
  }
  const after = await thereAre(client);
  const made = (kind: "functions" | "triggers") =>
    [...after[kind]].filter(([name, row]) => before[kind].get(name) !== row).map(([name]) => name);
  const { functions, triggers } = { functions: made("functions"), triggers: made("triggers") };
  const foreign = functions.find((name) => before.functions.has(name) && !ours.has(name));
  if (foreign !== undefined) {
    throw new Error(`${file.name}: the baseline or a migration made ${foreign}; it stays there`);
  }
  return { functions, triggers };
}

/** The functions and triggers of the schema, each with where its row lies: another place is another version. */
async function thereAre(
  client: pg.Client,
): Promise<{ functions: Map<string, string>; triggers: Map<string, string> }> {
  const rowsOf = async (query: string) => {
    const { rows } = await client.query<{ name: string; row: string }>(query);
    return new Map(rows.map(({ name, row }) => [name, row]));
  };
  return {
    functions: await rowsOf(
      `select oid::regprocedure::text as name, concat_ws(' ', oid, ctid) as row from pg_proc
        where pronamespace = 'public'::regnamespace order by 1`,
    ),
    triggers: await rowsOf(
      `select format('%I on %I', t.tgname, c.relname) as name, concat_ws(' ', t.oid, t.ctid) as row
        from pg_trigger t join pg_class c on c.oid = t.tgrelid
        where c.relnamespace = 'public'::regnamespace and not t.tgisinternal order by 1`,
    ),
  };
}

function assertOneFileEach(made: ReadonlyMap<string, Made>): void {
  const fileOf = new Map<string, string>();
  for (const [file, { functions, triggers }] of made) {
    for (const name of [...functions, ...triggers]) {
      const other = fileOf.get(name);
      if (other !== undefined) throw new Error(`${name} is in two files: ${other} and ${file}`);
      fileOf.set(name, file);
    }
  }
}

async function drop(client: pg.Client, all: readonly Made[]): Promise<void> {
  for (const trigger of all.flatMap(({ triggers }) => triggers)) {
    await client.query(`drop trigger if exists ${trigger}`);
  }
  const functions = all.flatMap((made) => made.functions);
  // At once: those that call each other go together.
  if (functions.length > 0) await client.query(`drop function if exists ${functions.join(", ")}`);
}

/** What constraints, indexes and columns call, also by way of another function. */
async function assertJudgesNoRows(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; file: string }>(
    `with recursive judging as (
       select refobjid as id from pg_depend
         where refclassid = 'pg_proc'::regclass
           and (classid in ('pg_constraint'::regclass, 'pg_attrdef'::regclass)
             or classid = 'pg_class'::regclass and objid in (select indexrelid from pg_index))
       union
       select d.refobjid from judging j join pg_depend d
         on d.classid = 'pg_proc'::regclass and d.objid = j.id and d.refclassid = 'pg_proc'::regclass
     )
     select j.id::regprocedure::text as name, f.name as file
       from judging j join schema_function_file f on j.id::regprocedure::text = any (f.functions)
       order by 1 limit 1`,
  );
  if (rows[0] !== undefined) {
    throw new Error(
      `${rows[0].file}: ${rows[0].name} judges rows for a constraint, an index or a column. It stays in the baseline ` +
        "or a migration, and is changed by a new function and a new constraint: a replaced one would judge no row that is there already",
    );
  }
}
