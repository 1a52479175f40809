import { brand } from "#brand";
import { login } from "#contract/auth.ts";
import { callBank, newClient } from "#test/client/bankClient.ts";
import type { InboxText } from "#test/client/sandboxClient.ts";
import { asOwner } from "#lab/killLoop/prepare.ts";
import { statusesOf, watch } from "./availability.ts";
import { checkBooks, settle } from "./checkBooks.ts";
import { type DrillBank, pause, startDrillBank } from "./drillBank.ts";
import { atMost, type Found, type Goal, none } from "./goal.ts";
import { newPromises, type Promises } from "./orders.ts";
import { type Crowd, gatherCrowd, LONG_SESSIONS, sendAll } from "./underLoad.ts";

const WRITERS = 6;
/** In each phase; of the members of the demo some twenty can sign in and do not send. */
const SIGN_INS = 7;
const KNOWN_WITHIN_MS = 120_000;
const ANSWERED_WITHIN = 2;
/** Longer than a code is good for. */
const TEN_MINUTES = 660;

type Phase = {
  name: string;
  fault: Parameters<DrillBank["sandbox"]["fault"]>;
  /** Whether the clock leaps over the ten minutes while it lasts. */
  isLong: boolean;
};

const PHASES: readonly Phase[] = [
  { name: "half of the answers are errors", fault: ["sms", "error", { rate: 0.5 }], isLong: false },
  { name: "slow, 30 s", fault: ["sms", "slow", { delaySeconds: 30 }], isLong: false },
  { name: "down for ten minutes", fault: ["sms", "down"], isLong: true },
];

export const textsAway: Goal = {
  name: "R9",
  title: "the SMS gateway is down, half broken, slow",
  figure: "answers within 2 s (p95), no text lost or doubled, no code sent after its time",
  how: "members sign in and send while the sandbox's gateway misbehaves; every phone is looked at",
  run: async ({ say }) => {
    const bank = await startDrillBank({ name: "R9", environment: LONG_SESSIONS, say });
    try {
      const crowd = await gatherCrowd(bank, WRITERS);
      const promises = newPromises();
      const found: Found[] = [];
      const usernames = await members(bank);
      for (const phase of PHASES) {
        say(phase.name);
        found.push(...(await suffer(bank, crowd, promises, usernames, phase)));
      }
      await settle(bank, TEN_MINUTES);
      return [...found, ...(await checkBooks(bank, promises))];
    } finally {
      await bank.end();
    }
  },
};

async function suffer(
  bank: DrillBank,
  crowd: Crowd,
  promises: Promises,
  usernames: string[],
  { name, fault, isLong }: Phase,
): Promise<Found[]> {
  const [first] = crowd.writers;
  if (first === undefined) throw new Error("nobody could be signed in");
  const before = await textsOf(bank);
  await bank.sandbox.fault(...fault);
  const watcher = watch(first.client, crowd.guid);
  const waits: number[] = [];
  const refused: string[] = [];
  await Promise.all([
    sendAll(bank, crowd, promises, 10),
    ...usernames.splice(0, SIGN_INS).map(async (username) => {
      const startedAt = performance.now();
      const { body } = await callBank(newClient(bank.stack.portalUrl), login, {
        body: { username, password: brand.demoPassword },
      });
      waits.push((performance.now() - startedAt) / 1000);
      if (body.status !== true) refused.push(`${username}: ${body.code}`);
    }),
  ]);
  if (isLong) bank.setAhead(TEN_MINUTES);
  const looks = await watcher.stop();
  await bank.sandbox.fault("sms", "ok");
  await textsKnown(bank);
  const after = await textsOf(bank);
  const answers = looks.map(({ askedAt, answeredAt }) => (answeredAt - askedAt) / 1000);
  return [
    atMost(`${name}: p95 of a look`, percentile95(answers), ANSWERED_WITHIN, " s"),
    atMost(`${name}: p95 of a sign-in`, percentile95(waits), ANSWERED_WITHIN, " s"),
    none(`${name}: sign-ins refused`, refused),
    none(
      `${name}: looks that failed`,
      statusesOf(looks) === `200: ${looks.length}` ? [] : [statusesOf(looks)],
    ),
    none(`${name}: texts doubled`, doubled(after.inbox)),
    matched(
      `${name}: texts on phones`,
      after.inbox.length - before.inbox.length,
      after.sent - before.sent,
    ),
    none(`${name}: texts of which nothing is known`, after.open),
    isLong
      ? matched(
          `${name}: codes that were over and not sent`,
          after.expired - before.expired,
          SIGN_INS,
        )
      : matched(`${name}: codes that were over`, after.expired - before.expired, 0),
  ];
}

type Texts = { inbox: InboxText[]; sent: number; expired: number; open: string[] };

async function textsOf({ stack, sandbox }: DrillBank): Promise<Texts> {
  const inbox = await sandbox.allTexts();
  return asOwner(stack, async (owner) => {
    const { rows } = await owner.query<{ id: string; kind: string; state: string }>(
      "select id, kind, state from text_message",
    );
    const of = (...states: string[]) => rows.filter(({ state }) => states.includes(state));
    return {
      inbox,
      sent: of("handed_over", "delivered").length,
      expired: of("expired").filter(({ kind }) => kind === "code").length,
      open: of("queued", "in_doubt", "failed").map(({ id, state }) => `${id} ${state}`),
    };
  });
}

/** Until it is known of every text whether it left. */
async function textsKnown(bank: DrillBank): Promise<void> {
  const until = performance.now() + KNOWN_WITHIN_MS;
  while (performance.now() < until) {
    const { inbox, sent, open } = await textsOf(bank);
    if (open.length === 0 && inbox.length >= sent) return;
    await pause(500);
  }
}

/** A code is made once: the same text on the same phone twice is one text sent twice. */
function doubled(inbox: readonly InboxText[]): string[] {
  const codes = inbox.filter(({ text }) => /^\d{6}\b/.test(text)).map(({ to, text }) => to + text);
  return codes.filter((text, place) => codes.indexOf(text) !== place).map(() => "a code");
}

function matched(what: string, seen: number, wanted: number): Found {
  return { what, seen: `${seen} of ${wanted}`, held: seen === wanted };
}

function percentile95(seconds: readonly number[]): number {
  const sorted = seconds.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))] ?? 0;
}

/** Members who are not signed in. */
async function members({ stack }: DrillBank): Promise<string[]> {
  return asOwner(stack, async (owner) => {
    const { rows } = await owner.query<{ username: string }>(
      `select username from member where status = 'active' and username is not null and mobile_number is not null
         and not exists (select from session s where s.member_id = member.id) order by id limit $1`,
      [PHASES.length * SIGN_INS],
    );
    return rows.map(({ username }) => username);
  });
}
