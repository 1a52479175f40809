import { randomInt } from "node:crypto";
import { checkBooks, settle } from "./checkBooks.ts";
import { type DrillBank, pause, startDrillBank } from "./drillBank.ts";
import { atMost, type Goal, none } from "./goal.ts";
import { newPromises } from "./orders.ts";
import { gatherCrowd, LONG_SESSIONS, sendWhile } from "./underLoad.ts";

const WRITERS = 16;
/** More than are sent in the time. */
const ORDERS_EACH = 200;
const ROUNDS = { short: 8, full: 200 };
/** Between two kills, from the moment it serves: one that dies again at once is no steady program. */
const SERVES_MS = [1_200, 3_000] as const;

export const apiKilled: Goal = {
  name: "R1",
  title: "kill -9 of the API under load",
  figure: "200 rounds, 16 writers: 0 lost, 0 double, one answer a key; ready again within 3 s",
  how: "the API is killed every few seconds; members send again under the same key",
  run: async (options) => {
    const bank = await startDrillBank({ name: "R1", environment: LONG_SESSIONS, say: options.say });
    try {
      const crowd = await gatherCrowd(bank, WRITERS);
      const promises = newPromises();
      const rounds = options.isShort ? ROUNDS.short : ROUNDS.full;
      let slowest = 0;
      const idle: string[] = [];
      for (let round = 1; round <= rounds; round += 1) {
        const before = promises.refNos.size;
        await sendWhile(bank, crowd, promises, {
          ordersEach: ORDERS_EACH,
          happen: async () => {
            await pause(randomInt(...SERVES_MS));
            const seconds = await killApi(bank);
            slowest = Math.max(slowest, seconds);
            options.say(`round ${round}: ready again after ${Math.round(seconds * 1000)} ms`);
          },
        });
        if (promises.refNos.size === before) idle.push(`round ${round}`);
      }
      await settle(bank);
      return [
        atMost("ready again after", slowest, 3, " s"),
        none("rounds in which nothing was acknowledged", idle),
        ...(await checkBooks(bank, promises)),
      ];
    } finally {
      await bank.end();
    }
  },
};

/** Seconds until another API is ready. */
async function killApi({ stack }: DrillBank): Promise<number> {
  const pid = stack.pids()["api"];
  if (pid === undefined) throw new Error("no API runs");
  const killedAt = performance.now();
  process.kill(pid, "SIGKILL");
  while (!(await isReady(stack.portalUrl))) await pause(50);
  return (performance.now() - killedAt) / 1000;
}

async function isReady(portalUrl: string): Promise<boolean> {
  try {
    return (await fetch(`${portalUrl}/health/ready`)).ok;
  } catch {
    return false;
  }
}
