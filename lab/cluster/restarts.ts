import { asOwner } from "#lab/killLoop/prepare.ts";
import type { Cluster } from "./startCluster.ts";
import { waitUntil } from "./waitUntil.ts";

/** How long one process was away, in milliseconds. */
export type Absence = { name: string; endedAfter: number; backAfter: number };

/** Lets a process finish and come back, as a deployment does, and waits until it serves again. */
export async function restartOne(cluster: Cluster, name: string): Promise<Absence> {
  return awayAndBack(cluster, name, () => cluster.stack.restart(name));
}

/** Ends a process in the middle of whatever it does, and waits until it serves again. */
export async function killOne(cluster: Cluster, name: string): Promise<Absence> {
  return awayAndBack(cluster, name, (pid) => process.kill(pid, "SIGKILL"));
}

async function awayAndBack(
  cluster: Cluster,
  name: string,
  end: (pid: number) => void,
): Promise<Absence> {
  const pidOf = () => cluster.stack.pids()[name];
  await waitUntil(`${name} runs`, () => pidOf() !== undefined);
  const before = pidOf() as number;
  end(before);
  const endedAfter = await waitUntil(`${name} ends`, () => pidOf() !== before);
  await waitUntil(`${name} is started again`, () => pidOf() !== undefined);
  const port = cluster.apis[name];
  const isBack = async () =>
    port === undefined ? signs(cluster, pidOf() ?? 0) : cluster.balancer.ready().includes(port);
  // The balancer may not have seen yet that a killed one is gone.
  if (port !== undefined) await waitUntil(`${name} is missed`, async () => !(await isBack()));
  const backAfter = endedAfter + (await waitUntil(`${name} is back`, isBack));
  return { name, endedAfter, backAfter };
}

/** Whether the process has said that it runs. */
async function signs(cluster: Cluster, pid: number): Promise<boolean> {
  return asOwner(cluster.stack, async (client) => {
    const { rowCount } = await client.query("select from process_sign where pid = $1", [pid]);
    return rowCount !== 0;
  });
}
