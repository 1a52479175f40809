import type { Centavos } from "#common/money.ts";
import { NEW_PAYEE } from "#contract/ownLimits.ts";
import { transact } from "#server/db/db.ts";
import { closeMemberAccess } from "#server/domains/access/desk/closeMemberAccess.ts";
import { type Browser, startSession } from "#server/domains/access/auth/startSession.ts";
import { verifyChallengeCode } from "#server/domains/approvals/verifyOtp.ts";
import { takeWatched, watchQuery } from "#server/domains/freeze/desk/safetyWatch.ts";
import { freezeByStaff } from "#server/domains/freeze/freezeByStaff.ts";
import { afterFreeze } from "#server/domains/freeze/freezeMember.ts";
import { freezeByCode, reportIntruder } from "#server/domains/freeze/reportIntruder.ts";
import { lockOwnMoney } from "#server/domains/moneyLock/lockOwnMoney.ts";
import { setMemberLimit } from "#server/domains/transfers/limits/own/setMemberLimit.ts";
import { seenFrom } from "#server/platform/activity/noteActivity.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { sha256 } from "#server/platform/base/tokens.ts";
import { cookieNames } from "#server/platform/http/cookies.ts";
import { Refusal } from "#server/refusal.ts";
import { demoMember, demoStaff } from "./demoCallers.ts";
import { hoursAgo } from "./demoRequests.ts";

const DAY_HOURS = 24;
/** An address that the Internet gives to nobody (RFC 5737), and two of somebody's home and phone. */
const STRANGER = "203.0.113.77";
const [HOME, PHONE] = ["198.51.100.20", "198.51.100.64"];
const MACHINES = {
  laptop:
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36",
  tablet:
    "Mozilla/5.0 (iPad; CPU OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Mobile/15E148 Safari/604.1",
  phone:
    "Mozilla/5.0 (Linux; Android 14; SM-A556E) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36",
};
/** More than twenty in a day are no slips of the finger; a code that is used up is tried on. */
const GUESSED_HOURS_AGO = [21, 12, 3];
const TRIES_OF_A_CODE = 7;

/**
 * Accounts that somebody looks after, by the bank's own verbs: one that its member reported, one that was frozen
 * on the hotline and is a colleague's, one that staff closed, one whose codes somebody guesses at, and a member
 * who protects the own account (data/seed/atDesks.json).
 */
export async function seedSafety(app: App): Promise<void> {
  // Each is of a member of its own.
  await Promise.all([
    seedProtected(app),
    seedClosed(app),
    seedFrozen(app),
    seedGuesses(app),
    seedReported(app),
  ]);
}

/** A browser at one place; it keeps its cookies. */
function browserAt(source: string, machine: keyof typeof MACHINES) {
  const cookies: Record<string, string> = {};
  return {
    source,
    headers: { "user-agent": MACHINES[machine] },
    correlationId: "demo",
    cookies,
    setCookie: ({ name, value }) => {
      if (value === undefined) delete cookies[name];
      else cookies[name] = value;
    },
    screenLanguage: "en",
    language: "en",
  } satisfies Browser & { language: "en" };
}

async function seedReported(app: App): Promise<void> {
  const at = hoursAgo(app, 5);
  const { memberId } = await demoMember(at, "belen.arceo31");
  const browser = browserAt(HOME, "laptop");
  const done = await transact(at.db, (tx) => freezeByCode(tx, at, { memberId, browser }));
  if (done !== undefined) await afterFreeze(at, done);
}

async function seedFrozen(app: App): Promise<void> {
  const { memberGuid, memberId } = await demoMember(app, "renato.manalo32");
  const teller = await demoStaff(app, "teller.demo");
  await freezeByStaff(hoursAgo(app, 27), teller, {
    memberGuid,
    channel: "hotline",
    reason: "Gave a code to somebody who said that they call for us",
  });
  const at = hoursAgo(app, 25);
  const officer = await demoStaff(app, "fraud.demo");
  const { id } = await watchQuery(at, officer, {})
    .where("x.member_id", "=", memberId)
    .executeTakeFirstOrThrow();
  await takeWatched(at, officer, id);
}

async function seedClosed(app: App): Promise<void> {
  const { memberGuid } = await demoMember(app, "virginia.tolosa33");
  await closeMemberAccess(hoursAgo(app, 3 * DAY_HOURS), await demoStaff(app, "fraud.demo"), {
    memberGuid,
    reason: "The daughter says that the member has died; the paper is awaited",
  });
}

/** Somebody asks for a code of the member's again and again, and types what it might be. */
async function seedGuesses(app: App): Promise<void> {
  const { memberId } = await demoMember(app, "edgardo.bondoc34");
  const { membership_no: membershipNo } = await app.db
    .selectFrom("member")
    .select("membership_no")
    .where("id", "=", memberId)
    .executeTakeFirstOrThrow();
  for (const hours of GUESSED_HOURS_AGO) {
    const at = hoursAgo(app, hours);
    const browser = browserAt(STRANGER, "phone");
    const { guid: memberGuid, pinId } = await reportIntruder(at, browser, membershipNo);
    const secret = browser.cookies[cookieNames(app.config).stage] ?? "";
    for (let guess = 0; guess < TRIES_OF_A_CODE; guess += 1) {
      const pin = String(guess).padStart(6, "0");
      const from = seenFrom(app, browser);
      const { source } = browser;
      const tried = { memberGuid, pinId, pin, browserHash: sha256(secret), source, from };
      await wrongly(() => verifyChallengeCode(at, tried, browser));
    }
  }
}

/** What is refused is what was meant. */
async function wrongly(trial: () => Promise<unknown>): Promise<void> {
  try {
    await trial();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

/** Three devices, own limits, locked money, and the pause that a new phone begins. */
async function seedProtected(app: App): Promise<void> {
  const username = "corazon.magsino35";
  const [laptop, tablet, phone] = [
    browserAt(HOME, "laptop"),
    browserAt(HOME, "tablet"),
    browserAt(PHONE, "phone"),
  ];
  await signIn(hoursAgo(app, 91 * DAY_HOURS), username, laptop);
  await signIn(hoursAgo(app, 60 * DAY_HOURS), username, tablet);
  const later = hoursAgo(app, 34 * DAY_HOURS);
  const caller = await signIn(later, username, laptop);
  const wishes = [
    { limit: "instapay", span: "day", amount: 10_000_00n },
    { limit: "card", span: "transfer", amount: 2_000_00n },
    { limit: NEW_PAYEE, span: "transfer", amount: 1_000_00n },
  ] as const;
  for (const wish of wishes) await setMemberLimit(later, caller, { wish, code: undefined });
  const savings = await savingsOf(later, caller);
  const money = {
    accountNumber: savings.account_number,
    amount: toLock(savings.available_centavos),
  };
  await lockOwnMoney(later, caller, { money, key: "demo-lock" });
  await signIn(hoursAgo(app, 2), username, phone);
}

async function signIn(app: App, username: string, browser: Browser): Promise<Caller> {
  const caller = await demoMember(app, username);
  const { memberId: id, memberGuid: guid } = caller;
  const opened = await transact(app.db, (tx) => startSession(tx, app, { id, guid }, browser));
  for (const cookie of opened?.cookies ?? []) browser.setCookie(cookie);
  const { id: sessionId } = await app.db
    .selectFrom("session")
    .select("id")
    .where("token_hash", "=", sha256(opened?.token ?? ""))
    .executeTakeFirstOrThrow();
  return { ...caller, sessionId };
}

async function savingsOf(app: App, { memberId }: Caller) {
  return app.db
    .selectFrom("member_account as a")
    .innerJoin("ledger_account as l", "l.id", "a.ledger_account_id")
    .select(["a.account_number", "l.available_centavos"])
    .where("a.member_id", "=", memberId)
    .where("a.product", "=", "savings")
    .executeTakeFirstOrThrow();
}

/** Most of it, in whole thousands. */
const toLock = (available: Centavos): Centavos => ((available * 4n) / 5n / 1_000_00n) * 1_000_00n;
