import { readFileSync } from "node:fs";
import pg from "pg";
import type { Machine } from "./machines.ts";

const EVERY_MS = 200;
/** A statement without an answer for so long has met a machine that is gone. Pauses are shorter. */
const GIVEN_UP_AFTER_MS = 50_000;

/** How the superuser reaches a machine, past every proxy. */
export type Access = { password: string; authority: string };

/** Asks a machine's PostgreSQL as the superuser, over a connection that `work` may keep. */
export async function onMachine<T>(
  { address }: Machine,
  { password, authority }: Access,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    host: address,
    user: "postgres",
    database: "postgres",
    password,
    connectionTimeoutMillis: 2_000,
    query_timeout: GIVEN_UP_AFTER_MS,
    // The name in the certificate is the machine's, not its address: as with sslmode=verify-ca.
    ssl: { ca: readFileSync(authority), checkServerIdentity: () => undefined },
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    client.end().catch(() => undefined);
  }
}

export type Fence = {
  /** How many rows the machines have acknowledged. */
  acknowledged: () => number;
  /** Those acknowledged that a machine's database has not got. */
  missing: (on: Machine) => Promise<number[]>;
  stop: () => void;
};

/**
 * Writes a row a few times a second to every machine itself, over connections that stay open through
 * pauses and cuts: whatever a machine acknowledges that is not the primary any more would be lost.
 */
export async function startFence(
  machines: readonly Machine[],
  access: Access,
  first: Machine,
): Promise<Fence> {
  await onMachine(first, access, (client) =>
    client.query("create table fence (number int primary key, machine text not null)"),
  );
  const told: number[] = [];
  let last = 0;
  let isStopped = false;
  const write = async (machine: Machine, client: pg.Client): Promise<void> => {
    while (!isStopped) {
      const number = (last += 1);
      const refused = await client
        .query("insert into fence values ($1, $2)", [number, machine.name])
        .then(
          () => undefined,
          (error: unknown) => error,
        );
      if (refused === undefined) told.push(number);
      // A standby says no, and is asked again over the same connection.
      else if (!(refused instanceof pg.DatabaseError && refused.code === "25006")) throw refused;
      await pause();
    }
  };
  for (const machine of machines) {
    void (async () => {
      while (!isStopped) {
        await onMachine(machine, access, (client) => write(machine, client)).catch(pause);
      }
    })();
  }
  return {
    acknowledged: () => told.length,
    missing: async (on) => {
      const before = [...told];
      return onMachine(on, access, async (client) => {
        const { rows } = await client.query<{ number: number }>("select number from fence");
        const kept = new Set(rows.map(({ number }) => number));
        return before.filter((number) => !kept.has(number));
      });
    },
    stop: () => {
      isStopped = true;
    },
  };
}

async function pause(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
}
