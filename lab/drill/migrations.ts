import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { startEmbedded } from "#server/db/embedded.ts";
import { migrate, type SchemaSources, schemaSources } from "#server/db/migrate.ts";
import { prepareDatabase } from "#server/db/prepareDatabase.ts";
import { runCommand, tests } from "./byCommand.ts";
import { undoLater } from "./cleanUp.ts";
import { pause } from "./drillBank.ts";
import { atLeast, atMost, type Found, type Goal, none } from "./goal.ts";
import { percentile } from "./soakFigures.ts";

/** Of each kind that a release may bring, on the tables with most rows. */
const LATER: readonly (readonly [name: string, text: string])[] = [
  ["0001_entry_note.sql", "alter table journal_entry add column drill_note text;\n"],
  [
    "0002_postings_by_amount.sql",
    `-- no transaction: posting is large, and is written to while this goes on
drop index concurrently if exists posting_by_amount;
create index concurrently posting_by_amount on posting (amount_centavos);
`,
  ],
  [
    "0003_note_is_short.sql",
    `alter table journal_entry
  add constraint drill_note_is_short check (char_length(drill_note) <= 40) not valid;
`,
  ],
  [
    "0004_note_holds.sql",
    `-- no transaction: journal_entry is large
alter table journal_entry validate constraint drill_note_is_short;
`,
  ],
];
const ENTRIES = { short: 50_000, full: 10_000_000 };
const CALLS_A_SECOND = 50;
const LONGEST_SECONDS = 0.5;

export const migrations: Goal = {
  name: "R17",
  title: "migrations on a big copy under load",
  figure: "10 million entries, 50 calls/s of a running program: 0 fail, none waits over 500 ms",
  how: "its statements for a session, a dashboard and an order, while migrations of each kind are applied and every function is replaced; then the tests of migrations",
  run: async (options) => {
    const { isShort, say } = options;
    const folder = mkdtempSync(path.join(tmpdir(), "drill-R17-"));
    const removed = undoLater(() => rmSync(folder, { recursive: true, force: true }));
    const server = await startEmbedded(path.join(folder, "server"));
    const stopped = undoLater(() => server.stop());
    try {
      const { ownerUrl, appUrl } = await prepareDatabase(
        server.adminUrl,
        path.join(folder, "passwords.json"),
      );
      const sources = copySources(folder);
      await migrate(ownerUrl, sources);
      const entries = isShort ? ENTRIES.short : ENTRIES.full;
      say(`${entries.toLocaleString("en")} entries`);
      await fill(server.adminUrl, entries);
      return [
        ...(await migrateUnderLoad({ ownerUrl, appUrl, sources, say })),
        // One that fails leaves the old schema and the old functions at work.
        await runCommand(tests("db/migrate.test", "db/applyFunctions.test"), options),
      ];
    } finally {
      await stopped();
      await removed();
    }
  },
};

/** The bank's baseline, with folders of migrations and functions that a step may change. */
function copySources(folder: string): SchemaSources {
  const within = (name: string) => pathToFileURL(path.join(folder, name) + path.sep);
  mkdirSync(within("migrations"));
  for (const name of readdirSync(schemaSources.functions, { recursive: true, encoding: "utf8" })) {
    if (!SQL_FILE.test(name)) continue;
    cpSync(new URL(name, schemaSources.functions), new URL(name, within("functions")));
  }
  return {
    baseline: schemaSources.baseline,
    migrations: within("migrations"),
    functions: within("functions"),
  };
}

const SQL_FILE = /\/sql\/[^/]+\.sql$/;

/** Gives each file another text, so that it is applied again. */
function touchFunctions({ functions }: SchemaSources): void {
  for (const name of readdirSync(functions, { recursive: true, encoding: "utf8" })) {
    if (SQL_FILE.test(name)) appendFileSync(new URL(name, functions), "-- Again.\n");
  }
}

type Run = {
  ownerUrl: string;
  appUrl: string;
  sources: SchemaSources;
  say: (line: string) => void;
};

async function migrateUnderLoad({ ownerUrl, appUrl, sources, say }: Run): Promise<Found[]> {
  const over = new AbortController();
  const calls: Call[] = [];
  const calling = callOn(appUrl, calls, over.signal);
  const applied: string[] = [];
  const slowest: { name: string; seconds: number }[] = [];
  try {
    await pause(2_000);
    const steps = LATER.map(([name, text]) => ({
      name,
      bring: () => writeFileSync(new URL(name, sources.migrations), text),
    }));
    steps.push({ name: "the functions", bring: () => touchFunctions(sources) });
    for (const { name, bring } of steps) {
      const from = calls.length;
      bring();
      applied.push(...(await migrate(ownerUrl, sources)));
      await pause(200);
      const seconds = Math.max(0, ...calls.slice(from).map((call) => call.seconds));
      slowest.push({ name, seconds });
      if (seconds > LONGEST_SECONDS) say(`${name}: a call waited ${Math.round(seconds * 1000)} ms`);
    }
  } finally {
    over.abort();
    await calling;
  }
  const waits = calls.map(({ seconds }) => seconds);
  const long = slowest.filter(({ seconds }) => seconds > LONGEST_SECONDS);
  return [
    atLeast("migrations and files of functions applied", applied.length, LATER.length + 40),
    atLeast("calls meanwhile", calls.length, 100),
    none(
      "calls that failed",
      calls.flatMap(({ failure }) => failure ?? []),
    ),
    atMost("the longest wait of a call", Math.max(...waits), LONGEST_SECONDS, " s"),
    none(
      "steps during which one waited longer",
      long.map(({ name }) => name),
    ),
    atMost("p99 of a call", percentile(waits, 0.99), LONGEST_SECONDS, " s"),
  ];
}

type Call = { seconds: number; failure: string | undefined };

/** Fifty a second, each begun at its time whether those before were answered or not. */
async function callOn(appUrl: string, calls: Call[], signal: AbortSignal): Promise<void> {
  const pool = new pg.Pool({ connectionString: appUrl, max: 16 });
  pool.on("error", () => undefined);
  const underWay = new Set<Promise<void>>();
  try {
    for (let number = 0; !signal.aborted; number += 1) {
      const [text, expected] = CALLS[number % CALLS.length] ?? ["", ""];
      const startedAt = performance.now();
      const one = pool
        .query<{ verdict: string }>(text)
        .then(({ rows }) =>
          rows[0]?.verdict === expected ? undefined : `said ${rows[0]?.verdict}`,
        )
        .catch((error: unknown) => String(error))
        .then((failure) => {
          calls.push({ seconds: (performance.now() - startedAt) / 1000, failure });
        })
        .finally(() => underWay.delete(one));
      underWay.add(one);
      await pause(1000 / CALLS_A_SECOND);
    }
    await Promise.all(underWay);
  } finally {
    await pool.end();
  }
}
const HASHES = "sha256('token'), sha256('cookie')";
const LIMITS = "630, 28800";
const GUID = "11111111-1111-4111-8111-111111111111";

/** What a program asks at every call, for the dashboard and for an order, and what it must hear. */
const CALLS: readonly (readonly [string, string])[] = [
  [`select verdict from check_session(${HASHES}, now(), true, ${LIMITS})`, "ok"],
  [
    `select verdict from read_dashboards(array[sha256('token')], array[sha256('cookie')],
       array['${GUID}']::uuid[], now(), ${LIMITS})`,
    "ok",
  ],
  [
    `select verdict from accept_own_transfer(now(), ${LIMITS}, ${HASHES}, 'an order key', sha256('order'), '1', '2',
       100, '{}', gen_random_uuid(), sha256('pin'), 'test')`,
    "otp_incorrect",
  ],
];

/** A member with a session, and entries on a thousand accounts, written past the ledger's functions. */
async function fill(adminUrl: string, entries: number): Promise<void> {
  const url = new URL(adminUrl);
  url.pathname = "/bank";
  const admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  try {
    await admin.query("set session_replication_role = replica");
    await admin.query(
      `with m as (
         insert into member (guid, membership_no, first_name, last_name, created_at)
         values ('${GUID}', '0001202000000019', 'Maria', 'Santos', now()) returning id)
       insert into session (member_id, device_id, token_hash, cookie_hash, started_at, last_active_at)
       select id, gen_random_uuid(), sha256('token'), sha256('cookie'), now(), now() from m`,
    );
    await admin.query(
      "select ledger_open_account('ASSOC', '2010', 'drill-' || n, now()) from generate_series(1, 1000) n",
    );
    await admin.query("select ledger_open_account('ASSOC', '1110', '', now())");
    for (let from = 0; from < entries; from += BATCH_SIZE) {
      await admin.query(FILL, [from + 1, Math.min(entries, from + BATCH_SIZE)]);
    }
    await admin.query("vacuum analyze");
  } finally {
    await admin.end();
  }
}

const BATCH_SIZE = 500_000;
const FILL = `
  with entry as (
    insert into journal_entry (operation, step, reference, business_date, booked_at, actor)
    select 'CAPITAL_DEPOSIT', 'post', 'drill-' || n, date '2026-01-01' + n % 300, now(), 'drill'
    from generate_series($1::int, $2::int) n returning id)
  insert into posting (journal_entry_id, ledger_account_id, side, amount_centavos, balance_after_centavos)
  select e.id, case side when 'D' then cash.id else member.id end, side, 100, case side when 'C' then 0 end
  from entry e cross join (values ('D'), ('C')) s (side)
  join ledger_account cash on cash.book = 'ASSOC' and cash.code = '1110'
  join ledger_account member on member.subledger = 'drill-' || (1 + e.id % 1000)`;
