import { checkBooks, settle } from "./checkBooks.ts";
import { startDrillBank } from "./drillBank.ts";
import { atLeast, type Goal, none } from "./goal.ts";
import { newPromises } from "./orders.ts";
import { type Crowd, gatherCrowd, LONG_SESSIONS, sendAll } from "./underLoad.ts";

const WRITERS = 10;
const ORDERS_EACH = 30;
const SHARE_LOST = 0.15;
/** An order that is sent again comes to another process than before. */
const APIS = 4;
/** The database has a hundred for all. */
const CONNECTIONS = { DATABASE_POOL: "8" };

export const lostAnswers: Goal = {
  name: "R4",
  title: "the answer to a commit is lost",
  figure:
    "300 transfers over 4 API processes, 15 % of the answers to a commit cut: 0 doubles, everybody gets a reference",
  how: "a proxy before PostgreSQL reads along and breaks the connection once the commit stands; each call goes to the next process",
  run: async (options) => {
    const bank = await startDrillBank({
      name: "R4",
      environment: { ...LONG_SESSIONS, ...CONNECTIONS },
      apis: APIS,
      say: options.say,
    });
    try {
      const crowd = await gatherCrowd(bank, WRITERS);
      const used = takeTurns(crowd, bank.apiUrls);
      const promises = newPromises();
      bank.proxy.faults.losesCommits = SHARE_LOST;
      await sendAll(bank, crowd, promises, ORDERS_EACH);
      bank.proxy.faults.losesCommits = 0;
      const asked = crowd.writers.length * ORDERS_EACH;
      await settle(bank);
      const wrong = [...promises.statuses].filter(([status]) => ![200, 503].includes(status));
      return [
        atLeast("answers to a commit lost on the way", bank.proxy.lost(), asked * SHARE_LOST * 0.5),
        atLeast("orders sent again under their key", promises.repeats, 1),
        atLeast("API processes that were called", used.size, APIS),
        {
          what: "orders with a reference",
          seen: `${promises.refNos.size} of ${asked}`,
          held: promises.refNos.size === asked,
        },
        none(
          "answers that were neither 200 nor 503",
          wrong.map(([status, times]) => `${times} times ${status}`),
        ),
        ...(await checkBooks(bank, promises)),
      ];
    } finally {
      await bank.end();
    }
  },
};

/** From now on each call of a member goes to the next process; answers which were called. */
function takeTurns({ writers }: Crowd, urls: readonly string[]): Set<string> {
  const used = new Set<string>();
  for (const [place, { client }] of writers.entries()) {
    // A member's calls come one after the other, so a repeat goes elsewhere than the call before.
    let calls = place;
    Object.defineProperty(client, "portalUrl", {
      get: () => {
        const url = urls[calls++ % urls.length] ?? "";
        used.add(url);
        return url;
      },
    });
  }
  return used;
}
