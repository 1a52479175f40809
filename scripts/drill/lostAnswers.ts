import { checkBooks, settle } from "./checkBooks.ts";
import { startDrillBank } from "./drillBank.ts";
import { atLeast, type Goal, none } from "./goal.ts";
import { newPromises } from "./orders.ts";
import { gatherCrowd, LONG_SESSIONS, sendAll } from "./underLoad.ts";

const WRITERS = 10;
const ORDERS_EACH = 30;
const SHARE_LOST = 0.15;

export const lostAnswers: Goal = {
  name: "R4",
  title: "the answer to a commit is lost",
  figure:
    "300 transfers, 15 % of the answers to a commit cut: 0 doubles, everybody gets a reference",
  how: "a proxy before PostgreSQL reads along and breaks the connection once the commit stands",
  run: async (options) => {
    const bank = await startDrillBank({ name: "R4", environment: LONG_SESSIONS, say: options.say });
    try {
      const crowd = await gatherCrowd(bank, WRITERS);
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
        {
          what: "members with a reference",
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
