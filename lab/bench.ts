import { parseArgs } from "node:util";
import { hashPassword } from "#server/platform/passwords/passwords.ts";
import { brand } from "#brand";
import { readArguments, readWhole } from "#scripts/start/readArguments.ts";
import { benchAccounts } from "./bench/accounts.ts";
import { benchCpu } from "./bench/cpu.ts";
import { benchEarnings } from "./bench/earnings.ts";
import { benchHistory } from "./bench/history.ts";
import { benchImport } from "./bench/import.ts";
import { benchLedger } from "./bench/ledger.ts";
import { benchLoans } from "./bench/loans.ts";
import { load, type LoadResult, type NextRequest, percentile } from "./bench/load.ts";
import { benchPdf } from "./bench/pdf.ts";
import {
  addPasskeys,
  bareRequests,
  bareTransfers,
  type BenchKind,
  type BenchMeans,
  type BenchMember,
  dashboardRequests,
  makeMembers,
  makeTransfers,
} from "./bench/members.ts";
import { runPgbench } from "./bench/pgbench.ts";
import { measureQueue } from "./bench/queue.ts";
import { benchSchedules } from "./bench/schedules.ts";
import { setStage, type Stage } from "./bench/stage.ts";

/*
 * Speed as ratios, both sides in alternating rounds of one run on one machine: single figures of a
 * shared machine say little.
 */
const ROUNDS = 3;
const SECONDS = 4;
const CONNECTIONS = [1, 16, 64];
/**
 * A server that has just started compiles what it runs. Members meet one that has run for a while, so both
 * sides answer for so long before they are measured.
 */
const WARM_UP_SECONDS = 8;
const WARM_UP_CONNECTIONS = 16;
const PAIR_HEADING =
  "what                          at once   ours/s  other/s   ratio   ours p50/p99 ms   other p50/p99 ms";
/** More transfers than any machine of this size makes in a round. */
const TRANSFERS_PER_ROUND = 16_000;

type Pair = { ours: LoadResult[]; other: LoadResult[] };

const USAGE = `npm run bench                        members, ledger, queue and pdf
npm run bench -- members             only what members wait for
npm run bench -- standbys            the same where each commit, of either side, waits for two standbys, as a bank's does
npm run bench -- ledger | queue      only the ledger; only the console's lists
npm run bench -- cpu                 what a request takes of the processor, for a machine that is not quiet
npm run bench -- passkey             orders that a passkey approved beside orders that a code did
npm run bench -- pdf                 statements of a thousand rows; without a database
npm run bench -- import [ROWS]       only the import; 100,000 rows unless said
npm run bench -- loans [LOANS]       only the jobs of loans; 200,000 unless said
npm run bench -- schedules [COUNT]   only scheduled transfers; 200,000 of one morning unless said
npm run bench -- interest [ACCOUNTS] only interest and dividend; 420,000 accounts unless said
npm run bench -- history [ROWS]      a long history; 10,000,000 rows unless said
npm run bench -- accounts [POSTINGS] pages of accounts; 10,000,000 postings unless said`;

/** Those that are measured over so many, and how many unless said. */
const EXTENTS = {
  import: 100_000,
  loans: 200_000,
  interest: 420_000,
  schedules: 200_000,
  history: 10_000_000,
  accounts: 10_000_000,
} as const;
const PARTS = [
  "members",
  "standbys",
  "ledger",
  "queue",
  "cpu",
  "passkey",
  "pdf",
  ...Object.keys(EXTENTS),
];

const { part, extentOf } = readArguments(USAGE, readWords);
const only = part === "standbys" ? "members" : part;
const isWanted = (one: string) => only === undefined || only === one;

if (only === "import") {
  await benchImport(extentOf("import"));
  process.exit(0);
}
if (only === "loans") {
  await benchLoans(extentOf("loans"));
  process.exit(0);
}
if (only === "interest") {
  await benchEarnings(extentOf("interest"));
  process.exit();
}
if (only === "schedules") {
  await benchSchedules(extentOf("schedules"));
  process.exit();
}
if (isWanted("pdf")) await benchPdf();
if (only === "pdf") process.exit();
const stage = await setStage(part === "standbys");
try {
  if (isWanted("members")) await measureMembers();
  if (only === "cpu") await measureCpu();
  if (only === "passkey") await measurePasskeys();
  if (isWanted("ledger")) await benchLedger(stage);
  if (isWanted("queue")) await measureQueue(stage);
  if (only === "accounts") await benchAccounts(stage, extentOf("accounts"));
  if (only === "history") await benchHistory(stage, extentOf("history"));
} finally {
  await stage.close();
}

function readWords() {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [word, figure, ...more] = positionals;
  if (more.length > 0 || (word !== undefined && !PARTS.includes(word))) {
    throw new Error(`There is no ${positionals.join(" ")} to measure.`);
  }
  const extent = figure === undefined ? undefined : readWhole("The extent", figure, 1, 1e9);
  return { part: word, extentOf: (of: keyof typeof EXTENTS) => extent ?? EXTENTS[of] };
}

async function measureMembers(): Promise<void> {
  const members = await makeMembers(stage);
  await warmUp(stage, members);
  console.log(PAIR_HEADING);
  for (const connections of CONNECTIONS) {
    printPair(
      "transfer / minimal function",
      connections,
      await transfers(stage, members, connections, "own"),
    );
  }
  for (const connections of CONNECTIONS) {
    printPair("bare route / minimal function", connections, await bareMoves(stage, connections));
  }
  for (const connections of CONNECTIONS) {
    printPair(
      "InstaPay / minimal function",
      connections,
      await transfers(stage, members, connections, "instapay"),
    );
  }
  for (const connections of CONNECTIONS) {
    printPair("dashboard / bare route", connections, await dashboards(stage, members, connections));
  }
  for (const atOnce of [1, 4, 64]) await hashes(atOnce);
}

async function measureCpu(): Promise<void> {
  const members = await makeMembers(stage);
  await warmUp(stage, members);
  await benchCpu(stage, members);
}

/** Half of the members have a passkey: what it approved is accepted beside what a code did. */
async function measurePasskeys(): Promise<void> {
  const members = await makeMembers(stage);
  const byCode = members.filter((_, place) => place % 2 === 0);
  const byPasskey = members.filter((_, place) => place % 2 === 1);
  await addPasskeys(stage, byPasskey);
  await warmUp(stage, byCode);
  console.log(PAIR_HEADING);
  const send = async (connections: number, kind: BenchKind, means: BenchMeans) => {
    const senders = means === "code" ? byCode : byPasskey;
    const orders = await makeTransfers(stage, senders, TRANSFERS_PER_ROUND, kind, means);
    return load(stage.apiPort, connections, SECONDS, orders);
  };
  for (const kind of ["own", "instapay"] as const) {
    for (const connections of CONNECTIONS) {
      await send(connections, kind, "passkey");
      printPair(
        `${kind}: passkey / code`,
        connections,
        await inTurns(
          () => send(connections, kind, "passkey"),
          () => send(connections, kind, "code"),
        ),
      );
    }
  }
}

async function warmUp(at: Stage, members: BenchMember[]): Promise<void> {
  const answer = (port: number, requests: NextRequest) =>
    load(port, WARM_UP_CONNECTIONS, WARM_UP_SECONDS, requests);
  for (const kind of ["own", "instapay"] as const) {
    await answer(at.apiPort, await makeTransfers(at, members, TRANSFERS_PER_ROUND, kind));
  }
  await answer(at.apiPort, dashboardRequests(members));
  await answer(at.barePort, bareRequests(members));
  await answer(at.barePort, bareTransfers());
  runPgbench(at.adminUrl, WARM_UP_CONNECTIONS, WARM_UP_SECONDS);
}

async function transfers(
  at: Stage,
  members: BenchMember[],
  connections: number,
  kind: BenchKind,
): Promise<Pair> {
  await load(at.apiPort, connections, 1, await makeTransfers(at, members, 3000, kind));
  return inTurns(
    async () => {
      const requests = await makeTransfers(at, members, TRANSFERS_PER_ROUND, kind);
      return load(at.apiPort, connections, SECONDS, requests);
    },
    async () => runPgbench(at.adminUrl, connections, SECONDS),
  );
}

/** What the same function gives through HTTP with nothing around it: the most that a route of single calls can have. */
async function bareMoves(at: Stage, connections: number): Promise<Pair> {
  await load(at.barePort, connections, 1, bareTransfers());
  return inTurns(
    () => load(at.barePort, connections, SECONDS, bareTransfers()),
    async () => runPgbench(at.adminUrl, connections, SECONDS),
  );
}

async function dashboards(at: Stage, members: BenchMember[], connections: number): Promise<Pair> {
  await load(at.apiPort, connections, 1, dashboardRequests(members));
  await load(at.barePort, connections, 1, bareRequests(members));
  return inTurns(
    () => load(at.apiPort, connections, SECONDS, dashboardRequests(members)),
    () => load(at.barePort, connections, SECONDS, bareRequests(members)),
  );
}

/** Rounds of the one and of the other, so that a slow moment of the machine strikes both. */
async function inTurns(
  ours: () => Promise<LoadResult>,
  other: () => Promise<LoadResult>,
): Promise<Pair> {
  const pair: Pair = { ours: [], other: [] };
  for (let round = 0; round < ROUNDS; round++) {
    pair.ours.push(await ours());
    pair.other.push(await other());
  }
  return pair;
}

async function hashes(atOnce: number): Promise<void> {
  const secrets = { passwordPepper: Buffer.alloc(32, 7) };
  const endAt = performance.now() + 3000;
  let done = 0;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: Math.min(atOnce, 4) }, async () => {
      while (performance.now() < endAt) {
        await hashPassword(secrets, brand.demoPassword);
        done += 1;
      }
    }),
  );
  const rate = done / ((performance.now() - startedAt) / 1000);
  console.log(
    `${"login hashes".padEnd(30)}${String(atOnce).padStart(7)}${rate.toFixed(0).padStart(9)}`,
  );
}

function printPair(what: string, connections: number, { ours, other }: Pair): void {
  const rates = (results: LoadResult[]) =>
    results.map(({ requests, seconds }) => requests / seconds);
  const ratios = rates(ours).map((rate, round) => rate / (rates(other)[round] ?? 1));
  const failures = ours.reduce((sum, result) => sum + result.failures, 0);
  console.log(
    what.padEnd(30) +
      String(connections).padStart(7) +
      median(rates(ours)).toFixed(0).padStart(9) +
      median(rates(other)).toFixed(0).padStart(9) +
      median(ratios).toFixed(2).padStart(8) +
      latencyText(ours).padStart(18) +
      latencyText(other).padStart(19) +
      (failures > 0 ? `   ${failures} FAILED` : ""),
  );
}

function latencyText(results: LoadResult[]): string {
  const at = (share: number) =>
    median(results.map(({ latencies }) => percentile(latencies, share))).toFixed(2);
  return `${at(0.5)} / ${at(0.99)}`;
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
