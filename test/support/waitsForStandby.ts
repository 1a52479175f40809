import type { App } from "#server/platform/app.ts";
import type { World } from "./makeWorld.ts";

/**
 * What `work` answers, and whether its transaction left something in the log: only then does its commit wait
 * until the standby has it, and all that was committed before.
 */
export async function waitsForStandby<T>(
  world: World,
  work: (app: App) => Promise<T>,
): Promise<{ answer: T; waits: boolean }> {
  const client = await world.app.pool.connect();
  try {
    await client.query("begin");
    // One connection stands for the pool: it is asked the same way.
    const answer = await work({ ...world.app, pool: client as unknown as App["pool"] });
    const { rows } = await client.query<{ waits: boolean }>(
      "select pg_current_xact_id_if_assigned() is not null as waits",
    );
    return { answer, waits: rows[0]?.waits === true };
  } finally {
    await client.query("rollback");
    client.release();
  }
}
