import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { lockCard, unlockCard } from "#contract/cardSettings.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { asOwner } from "#lab/killLoop/prepare.ts";
import { callBank, type RawAnswer } from "#test/client/bankClient.ts";
import { checkBooks, settle } from "./checkBooks.ts";
import { undoLater } from "./cleanUp.ts";
import { type DrillBank, pause, startDrillBank } from "./drillBank.ts";
import { atLeast, atMost, type DrillOptions, type Found, type Goal, none } from "./goal.ts";
import { newPromises, type Promises } from "./orders.ts";
import { calmAnswers, type Outage, suffer } from "./outage.ts";
import { mountSmallDisk, type SmallDisk } from "./smallDisk.ts";
import { type Crowd, gatherCrowd, LONG_SESSIONS } from "./underLoad.ts";

const WRITERS = 8;
/** More than are sent in the time. */
const ORDERS_EACH = 1_500;
const DATABASE_MEGABYTES = 420;
const LOG_MEGABYTES = 16;
const FULL_MS = 8_000;
const SERVES_WITHIN = 30;

export const fullDisk: Goal = {
  name: "R10",
  title: "the disk is full: the database's, its journal's, that of the logs",
  figure: "0 lost, writes refused with 503 within 5 s, all well 30 s after there is space again",
  how: "small disks in memory under the database and under the logs, filled under load (needs root)",
  run: async (options) => {
    const folder = mkdtempSync(path.join(tmpdir(), "drill-R10-"));
    const removed = undoLater(() => rmSync(folder, { recursive: true, force: true }));
    const disk = mountSmallDisk(path.join(folder, "server"), DATABASE_MEGABYTES);
    const logDisk = mountSmallDisk(path.join(folder, "logs"), LOG_MEGABYTES);
    try {
      return await fillDisks(folder, { disk, logDisk }, options);
    } finally {
      await disk.unmount();
      await logDisk.unmount();
      await removed();
    }
  },
};

type Disks = { disk: SmallDisk; logDisk: SmallDisk };

async function fillDisks(
  dataDir: string,
  { disk, logDisk }: Disks,
  { say }: DrillOptions,
): Promise<Found[]> {
  // Every request writes a line, so that a full log disk is noticed.
  const environment = { ...LONG_SESSIONS, LOG_LEVEL: "info" };
  const bank = await startDrillBank({ name: "R10", dataDir, environment, say });
  const stopWatching = bank.database.watchOver();
  try {
    const crowd = await gatherCrowd(bank, WRITERS);
    const promises = newPromises();
    say("the database's disk is full");
    const locks: RawAnswer[] = [];
    const full = await fillFor(bank, crowd, promises, disk, async () => {
      locks.push(await tryLock(crowd, lockCard));
    });
    const timesFull = noSpace(bank);
    const [meanwhile] = locks;
    const isKept = meanwhile?.httpStatus !== 200 || (await isLocked(bank, crowd));
    locks.push(await tryLock(crowd, lockCard), await tryLock(crowd, unlockCard));
    say(`looks ${full.outage.statuses}`);
    say("the journal's disk is full: it needs a new file at once");
    const journal = await fillFor(bank, crowd, promises, disk, () => nextJournalFile(bank));
    say(`looks ${journal.outage.statuses}`);
    say("the disk of the logs is full");
    const before = bank.stack.pids();
    const logs = await fillFor(bank, crowd, promises, logDisk, () => Promise.resolve());
    const after = bank.stack.pids();
    await settle(bank);
    const isSame = before["api"] === after["api"] && before["worker"] === after["worker"];
    return [
      none(
        "data full: looks at the accounts that were not answered",
        full.outage.notServed.map(String),
      ),
      lockFound(locks, isKept),
      atLeast("data full: times that the database said so", timesFull, 1),
      atLeast("times that the database said that there is no space", noSpace(bank), 1),
      ...[full, journal, logs].map(({ writesAfter }, place) =>
        atMost(`${PHASES[place]}: orders taken again after`, writesAfter, SERVES_WITHIN, " s"),
      ),
      ...calmAnswers([full.outage, journal.outage, logs.outage], promises, SERVES_WITHIN),
      { what: "API and worker outlive a full log disk", seen: isSame ? "yes" : "no", held: isSame },
      ...(await checkBooks(bank, promises)),
    ];
  } finally {
    disk.free();
    logDisk.free();
    await stopWatching();
    await bank.end();
  }
}

const PHASES = ["data full", "journal full", "logs full"];

/** Fills a disk under load and frees it again; how long it took until an order was taken. */
async function fillFor(
  bank: DrillBank,
  crowd: Crowd,
  promises: Promises,
  disk: SmallDisk,
  then: () => Promise<void>,
): Promise<{ outage: Outage; writesAfter: number }> {
  let freeAt = 0;
  let firstAt = Infinity;
  const outage = await suffer(bank, crowd, promises, {
    ordersEach: ORDERS_EACH,
    strike: async () => {
      await pause(500);
      disk.fill();
      await then();
      await pause(FULL_MS);
      disk.free();
      freeAt = performance.now();
      while (promises.lastAt < freeAt && performance.now() < freeAt + 90_000) await pause(50);
      firstAt = promises.lastAt;
    },
  });
  return { outage, writesAfter: firstAt < freeAt ? Infinity : (firstAt - freeAt) / 1000 };
}

/** Stops, or goes on with, the first member's card. */
function tryLock({ writers: [first], guid }: Crowd, endpoint: Endpoint): Promise<RawAnswer> {
  if (first === undefined) throw new Error("nobody could be signed in");
  return callBank(first.client, endpoint, { params: { guid }, timeoutMs: 20_000 });
}

async function isLocked({ stack }: DrillBank, { writers: [first] }: Crowd): Promise<boolean> {
  return asOwner(stack, async (owner) => {
    const { rows } = await owner.query<{ member_locked: boolean }>(
      "select member_locked from card where member_id = $1",
      [first?.memberId],
    );
    return rows.some(({ member_locked: isMemberLocked }) => isMemberLocked);
  });
}

/** A yes while the disk is full is good if it was kept, and so is a calm no; afterwards it must be done. */
function lockFound(locks: readonly RawAnswer[], isKept: boolean): Found {
  const [meanwhile, ...afterwards] = locks.map(({ httpStatus }) => httpStatus);
  return {
    what: "the card's lock meanwhile, and lock and unlocking afterwards",
    seen: [meanwhile, ...afterwards].join(", "),
    held:
      isKept && [200, 503].includes(meanwhile ?? 0) && afterwards.every((status) => status === 200),
  };
}

/** The server begins a new file of its journal, for which there is no room. */
async function nextJournalFile({ database }: DrillBank): Promise<void> {
  for (let times = 0; times < 20; times += 1) {
    const isGone = await database
      .asAdmin(async (admin) => {
        await admin.query(
          "select pg_logical_emit_message(false, 'drill', 'next'), pg_switch_wal()",
        );
        return false;
      })
      .catch(() => true);
    if (isGone) return;
  }
}

function noSpace({ dataDir }: DrillBank): number {
  const log = readFileSync(path.join(dataDir, "server", "postgres.log"), "utf8");
  return log.match(/No space left on device/g)?.length ?? 0;
}
