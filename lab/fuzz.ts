import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as rest } from "node:timers/promises";
import pg from "pg";
import { api } from "#contract/api.ts";
import { getConfig } from "#contract/config.ts";
import { DEMO_STAFF } from "#demo/seedStaff.ts";
import { openDb, openPool } from "#server/db/db.ts";
import { checkInvariants } from "#server/ledger/checkInvariants.ts";
import { goodCall } from "#test/support/goodCalls.ts";
import { thaw } from "#lab/freezeStorm/books.ts";
import { type Actor, memberActor, staffActor } from "./fuzz/actors.ts";
import { callBank, newClient } from "#test/client/bankClient.ts";
import { sandboxClient } from "#test/client/sandboxClient.ts";
import { makeForeignCheck, readKnownTo, readMarks } from "./fuzz/foreign.ts";
import { type Bench, fuzzCalls } from "./fuzz/fuzzCalls.ts";
import { fuzzRaw } from "./fuzz/fuzzRaw.ts";
import { findMember, findOthersGuids } from "./fuzz/findMember.ts";
import { makeKnown, poolsOf } from "./fuzz/known.ts";
import { readOptions } from "./fuzz/options.ts";
import type { ServerKey } from "./fuzz/send.ts";
import { makeTally } from "./fuzz/tally.ts";
import { memoryOf, memoryText } from "#scripts/start/memory.ts";
import { endOnSignals } from "#scripts/start/endOnSignals.ts";
import { type OwnBank, startOwnBank } from "#test/support/ownBank.ts";
import { readArguments } from "#scripts/start/readArguments.ts";

/*
 * npm run fuzz [-- --seed N --calls N --raw N]: calls made from the very schemas that the server reads them
 * with, over all routes, as nobody, as a member and as each of the staff; then right requests whose bytes were
 * changed. No answer may be the server's fault, no process may end, no book may break, nobody may see another
 * (docs/drills.md, R19). 100,000 and 20,000 unless said; the same seed plans the same calls.
 */

/** A key is good for longer; a page asks again as often. */
const KEY_KEPT_MS = 30_000;
/** Of the API, between a tenth of the calls and the end. */
const MOST_GROWTH = 1.5;
const SETTLES_WITHIN_MS = 60_000;

/** Who comes back a hundred times an hour has no code left; of the calls as this member most would be nobody's. */
const CODES_OF_YESTERDAY = `update otp_challenge set sent_at = sent_at - interval '25 hours',
    resend_after = resend_after - interval '25 hours', expires_at = expires_at - interval '25 hours'
  where member_id = (select id from member where guid = $1) and sent_at > now() - interval '24 hours'`;

const USAGE =
  "npm run fuzz [-- --seed N --calls N --raw N]; 100,000 calls and 20,000 changed requests unless said";

const options = readArguments(USAGE, () => readOptions(process.argv.slice(2)));
console.log(`seed ${options.seed}: ${options.calls} calls, ${options.raw} changed requests`);
const ended: string[] = [];
const starting = startOwnBank(
  "fuzz",
  // Each call of a stranger comes from an address of its own, as the proxy in front would say it.
  { LOG_LEVEL: "error", NODE_ENV: "test", TRUSTED_PROXIES: "127.0.0.1" },
  (text) => {
    console.error(text);
    if (/ended|is back/.test(text)) ended.push(text);
  },
);
endOnSignals(async () => (await starting).end());
const bank = await starting;
try {
  process.exitCode = (await run(bank)) ? 0 : 1;
} finally {
  await bank.end();
}

async function run({ stack }: OwnBank): Promise<boolean> {
  const owner = new pg.Client({ connectionString: stack.database.urls().ownerUrl });
  await owner.connect();
  const member = await findMember(owner);
  const sandbox = sandboxClient(stack.sandboxUrl);
  const at = { portalUrl: stack.portalUrl, sandbox };
  const actors = {
    member: memberActor(at, member, async () => {
      await thaw(stack);
      await owner.query(CODES_OF_YESTERDAY, [member.guid]);
    }),
    staff: DEMO_STAFF.map(({ username }) => staffActor(at, username)),
  };
  await enterAll([actors.member, ...actors.staff]);
  const before = stack.pids();
  const memory: string[] = [];
  let early = 0;
  const bench: Bench = {
    portalUrl: stack.portalUrl,
    key: keyReader(stack.portalUrl),
    ...actors,
    ownGuid: member.guid,
    watchCodes: () => sandbox.watchCodes(member.mobileNumber),
    othersGuids: await findOthersGuids(owner, member.guid),
    denied: new Set(),
    known: makeKnown(poolsOf(api, (endpoint) => goodCall(endpoint, member))),
    foreign: makeForeignCheck(await readMarks(owner), {
      guid: member.guid,
      known: await readKnownTo(owner, member.guid),
    }),
    tally: makeTally(),
    onProgress: (done) => {
      const now = memoryOf(stack.pids());
      memory.push(`${String(done).padStart(8)} calls: ${memoryText(now)}`);
      if (early === 0 && done >= options.calls / 10) early = now.each["api"] ?? 0;
    },
  };
  await fuzzCalls(bench, options);
  await fuzzRaw(bench, options);
  const late = memoryOf(stack.pids()).each["api"] ?? 0;
  const hasGrown = early > 0 && late > early * MOST_GROWTH;
  await untilQuiet(owner);
  const breaches = await findBreaches(stack.database.urls().appUrl);
  await owner.end();

  const faults = readFileSync(path.join(stack.places.logs, "api.log"), "utf8")
    .split("\n")
    .filter((line) => line.includes('"a call failed"'));
  const isSame = JSON.stringify(before) === JSON.stringify(stack.pids());
  const rows: [string, number, string[]][] = [
    ["answers that must not be", bench.tally.failures.length, bench.tally.failureLines()],
    ["processes that ended", isSame ? ended.length : Math.max(1, ended.length), ended],
    ["faults in the API's log", faults.length, faults],
    ["invariants broken", breaches.length, breaches],
    ["processes that grew beyond bounds", hasGrown ? 1 : 0, hasGrown ? memory : []],
  ];
  console.log(bench.tally.lines().join("\n"));
  console.log(memory.filter((_, place) => place % 10 === 0).join("\n"));
  for (const [what, count, which] of rows) {
    console.log(`${String(count).padStart(8)}  ${what}`);
    for (const line of which.slice(0, 5)) console.log(`    ${line}`);
  }
  return rows.every(([, count]) => count === 0);
}

async function enterAll(all: readonly Actor[]): Promise<void> {
  for (const actor of all) {
    if (!(await actor.renew())) throw new Error(`${actor.name} could not sign in`);
  }
}

/** The bank's key and clock, asked for as often as a page does. */
function keyReader(portalUrl: string): () => Promise<ServerKey> {
  const client = newClient(portalUrl);
  let kept: { at: number; key: Promise<ServerKey> } | undefined;
  const read = async (): Promise<ServerKey> => {
    const { body } = await callBank(client, getConfig);
    // The contract's own answer.
    const result = body.result as { enc: { kid: string; pub: string }; serverTime: number };
    const askedAt = Date.now();
    return { ...result.enc, serverTime: () => result.serverTime + Date.now() - askedAt };
  };
  return () => {
    if (kept === undefined || Date.now() - kept.at > KEY_KEPT_MS)
      kept = { at: Date.now(), key: read() };
    return kept.key;
  };
}

/** Until the worker has done what was promised; what waits for a later time stays. */
async function untilQuiet(owner: pg.Client): Promise<void> {
  const until = Date.now() + SETTLES_WITHIN_MS;
  for (;;) {
    const { rows } = await owner.query<{ left: string }>(
      `select (select count(*) from outbox)
         + (select count(*) from graphile_worker._private_jobs where run_at <= now() and attempts = 0) as left`,
    );
    if (rows[0]?.left === "0" || Date.now() > until) return;
    await rest(250);
  }
}

async function findBreaches(url: string): Promise<string[]> {
  const db = openDb(openPool(url, 1));
  try {
    return (await checkInvariants(db)).map((breach) => Object.values(breach).join(" | "));
  } finally {
    await db.destroy();
  }
}
