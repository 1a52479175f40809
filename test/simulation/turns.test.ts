import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDb, type TestDb } from "#test/support/testDb.ts";
import { backendsOf } from "./stage.ts";
import { makeTurns, type Turns } from "./turns.ts";

let database: TestDb;
let admin: pg.Client;
let turns: Turns;
const processes = new Map<string, pg.Client>();

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.adminUrl });
  await client.connect();
  await client.query("set deadlock_timeout = '1h'");
  return client;
}

beforeAll(async () => {
  database = await openTestDb({ max: 1 });
  admin = await connect();
  turns = makeTurns(backendsOf(admin));
  for (const name of ["A", "B"]) processes.set(name, await connect());
  await admin.query("create table pot (id integer primary key, holder text not null default '')");
  await admin.query("insert into pot (id) values (1), (2)");
});

afterAll(async () => {
  await Promise.all([admin, ...processes.values()].map((client) => client.end()));
  await database.close();
});

/** A process that writes its name on the pots in this order, in one transaction; says how it ended. */
function holder(name: string, pots: readonly number[], ends: string[]) {
  const client = processes.get(name);
  if (client === undefined) throw new Error("there are two");
  const { processID } = client as unknown as { processID: number };
  const say = async (text: string, values: unknown[] = []) => {
    await turns.pass(name);
    await turns.watch(name, processID, client.query(text, values));
  };
  const work = async () => {
    try {
      await say("begin");
      for (const pot of pots) await say("update pot set holder = $1 where id = $2", [name, pot]);
      await say("commit");
      ends.push(name);
    } catch (error) {
      ends.push(`${name} ${(error as pg.DatabaseError).code}`);
      await say("rollback");
    }
  };
  return { process: name, work };
}

/** Of two that wait, one after the other. */
function inTurn(): (limit: number) => number {
  let turn = -1;
  return (limit) => (turn += 1) % limit;
}

test("one that waits for the other's lock keeps it from nothing, and goes on when it is free", async () => {
  const ends: string[] = [];
  const order = [holder("A", [1, 2], ends), holder("B", [1, 2], ends)];
  expect(await turns.interleave(order, inTurn())).toBe("ABABAABBB");
  expect(ends).toEqual(["A", "B"]);
  const { rows } = await admin.query("select holder from pot order by id");
  expect(rows).toEqual([{ holder: "B" }, { holder: "B" }]);
});

test("of two that wait for each other one is given up, and the other goes on", async () => {
  for (const again of ["once", "and once more"]) {
    const ends: string[] = [];
    const order = [holder("A", [1, 2], ends), holder("B", [2, 1], ends)];
    expect(await turns.interleave(order, inTurn()), again).toBe("ABABAB!BABA");
    expect(ends, again).toEqual(["A 40P01", "B"]);
  }
});
