import { addDays, manilaDate } from "#common/manila.ts";
import type { Rail } from "#contract/transferKinds.ts";
import { own, resolve } from "#server/domains/exceptions/exceptions.ts";
import { closeDay } from "#server/domains/ledgerDesk/closeDay.ts";
import { resolveBreak, takeBreak } from "#server/domains/reconciliation/breakActions.ts";
import { reconcileDay } from "#server/domains/reconciliation/reconcileDay.ts";
import { prove } from "#server/domains/reconciliation/proof.ts";
import { proveIssuerBalances } from "#server/domains/reconciliation/proveIssuerBalances.ts";
import { receiveStatusReport } from "#server/domains/transfers/rails/receiveStatusReport.ts";
import type { App } from "#server/platform/app.ts";
import { closeOnceQuiet } from "./closeOnceQuiet.ts";
import { appAt, demoMember, demoStaff } from "./demoCallers.ts";
import { ask, decide, hoursAgo, uploadPdf } from "./demoRequests.ts";

const DAY_HOURS = 24;
/** A partner's file is there half an hour after its day. */
const FILE_MS = 40 * 60 * 1000;
const CLOSED_MS = 20 * 60 * 1000;
const BY_CHORE = { kind: "system", name: "reconcileDays", correlationId: "demo" } as const;

/**
 * What lies at the desks that keep the books, by the bank's own verbs: differences with the rails' files, as the
 * rails of the sandbox know nothing of the past that the demo begins with; reports of the rails that contradict what
 * is booked; a deposit that nobody has claimed; a proof, and a business day that is closed. Last of all, since
 * nothing gets into a closed day.
 */
export async function seedBooks(app: App): Promise<void> {
  await seedDifferences(app);
  await seedContradictions(app);
  await seedUnclaimed(app);
  await seedProof(app);
  await seedClosedDay(app);
}

/** The days on which the first member's transfers left by these rails (seedSent.ts). */
const DIFFERING: readonly { rail: Rail; daysAgo: number }[] = [
  { rail: "pesonet", daysAgo: 33 },
  { rail: "instapay", daysAgo: 26 },
  { rail: "instapay", daysAgo: 17 },
];

/** One that a person has explained, one that is somebody's, one that is nobody's yet. */
async function seedDifferences(app: App): Promise<void> {
  const today = manilaDate(app.now());
  for (const { rail, daysAgo } of DIFFERING) {
    const day = addDays(today, -daysAgo);
    const at = appAt(app, new Date(startOf(addDays(day, 1)) + FILE_MS));
    await reconcileDay(at, { source: rail, day }, BY_CHORE);
  }
  const breaks = await app.db
    .selectFrom("reconciliation_break")
    .select("id")
    .where("state", "=", "open")
    .orderBy("day")
    .execute();
  const [explained, taken] = breaks;
  const officer = await demoStaff(app, "supervisor.demo");
  if (explained !== undefined) {
    await takeBreak(hoursAgo(app, 30 * DAY_HOURS), officer, explained.id);
    await resolveBreak(hoursAgo(app, 28 * DAY_HOURS), officer, {
      id: explained.id,
      resolution: "The clearing house sent the page that was left out. It agrees.",
    });
  }
  if (taken !== undefined) await takeBreak(hoursAgo(app, 3 * DAY_HOURS), officer, taken.id);
}

type Contradicted = { username: string; rail: Rail; daysAgo: number };
const CONTRADICTED: readonly Contradicted[] = [
  { username: "daisy.soliman27", rail: "pesonet", daysAgo: 12 },
  { username: "maria.santos29", rail: "pesonet", daysAgo: 4 },
  { username: "amado.laxamana36", rail: "instapay", daysAgo: 1 },
];

/** Reports that a bank has refused what it had credited: one was explained, one is somebody's, one is new. */
async function seedContradictions(app: App): Promise<void> {
  const officer = await demoStaff(app, "supervisor2.demo");
  for (const [place, { username, rail, daysAgo }] of CONTRADICTED.entries()) {
    const at = hoursAgo(app, daysAgo * DAY_HOURS);
    const { memberId } = await demoMember(app, username);
    const { ref_no: refNo } = await app.db
      .selectFrom("transfer")
      .select("ref_no")
      .where("member_id", "=", memberId)
      .where("kind", "=", rail)
      .where("state", "=", "credited")
      .executeTakeFirstOrThrow();
    await receiveStatusReport(at, {
      rail,
      refNo,
      status: "reject",
      reasonCode: "AC04",
      source: `a late report of ${manilaDate(at.now())}`,
      via: "callback",
      correlationId: "demo",
    });
    const id = await exceptionOf(app, refNo);
    const later = hoursAgo(app, daysAgo * DAY_HOURS - 3);
    if (place < 2) await own(later, officer, { id, to: officer.username });
    if (place < 1) {
      const resolution = "The bank has taken its report back. The payee has the money.";
      await resolve(hoursAgo(app, daysAgo * DAY_HOURS - 20), officer, { id, resolution });
    }
  }
}

async function exceptionOf(app: App, refNo: string): Promise<string> {
  const { id } = await app.db
    .selectFrom("transfer_exception")
    .select("id")
    .where("ref_no", "=", refNo)
    .executeTakeFirstOrThrow();
  return `transfer-${id}`;
}

const DEPOSIT = "3200.00";
const UNCLAIMED = "DEPOSIT-NO-NAME";

/** Money on our account at another bank, with no name that anybody knows, and the entry that would pass it on. */
async function seedUnclaimed(app: App): Promise<void> {
  const found = hoursAgo(app, 4 * DAY_HOURS);
  const into = await ask(found, "supervisor2.demo", {
    kind: "manual_journal",
    payload: {
      reference: UNCLAIMED,
      narrative: "Deposit over the counter of our bank, without a name",
      lines: [line("1010", "D"), line("2190", "C")],
    },
    reason: "On the statement of our bank, and nobody has asked for it",
    documents: [await uploadPdf(found, "supervisor2.demo", "statement.pdf")],
  });
  await decide(
    hoursAgo(app, 4 * DAY_HOURS - 2),
    "supervisor.demo",
    into,
    "approve",
    "As on the statement",
  );
}

const line = (code: string, side: "D" | "C") => ({
  book: "ASSOC" as const,
  code,
  subledger: "",
  side,
  amount: DEPOSIT,
});

async function seedProof(app: App): Promise<void> {
  const today = startOf(manilaDate(app.now()));
  const at = appAt(app, new Date(Math.min(today + FILE_MS, app.now().getTime())));
  const issuer = await proveIssuerBalances(at, { pageMs: 0 });
  await prove(at, { day: addDays(manilaDate(app.now()), -1), issuer }, BY_CHORE);
}

/** The day before yesterday, so that yesterday can be closed next. */
async function seedClosedDay(app: App): Promise<void> {
  const yesterday = addDays(manilaDate(app.now()), -1);
  const at = appAt(app, new Date(startOf(yesterday) + CLOSED_MS));
  const closer = await demoStaff(app, "supervisor.demo");
  await closeOnceQuiet(() => closeDay(at, closer, addDays(yesterday, -1)));
}

const startOf = (day: string) => Date.parse(`${day}T00:00:00+08:00`);
