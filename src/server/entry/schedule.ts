import type { App } from "#server/platform/app.ts";
import { sealTrail } from "#server/platform/audit/sealTrail.ts";
import { watchTrail } from "#server/platform/audit/watchTrail.ts";
import { startRaisedLimits } from "#server/domains/cards/withdrawalLimit/startRaisedLimits.ts";
import { sweepCardOrders } from "#server/domains/cards/orders/sweepCardOrders.ts";
import { sweepActivations } from "#server/domains/cards/activation/sweepActivations.ts";
import { sweepApplications } from "#server/domains/cards/production/advanceApplication.ts";
import { reserveWaiting } from "#server/domains/cards/application/pickUp.ts";
import { askStopsAgain } from "#server/domains/cards/loss/askStopsAgain.ts";
import { endCardLocks } from "#server/domains/cards/lock/endCardLocks.ts";
import { endSuspensions } from "#server/domains/cards/pin/endSuspensions.ts";
import { endUnclaimed, remindOfPickUp } from "#server/domains/cards/production/endUnclaimed.ts";
import { expireCards } from "#server/domains/cards/production/expireCards.ts";
import { endUnclaimed as endUnclaimedLoans } from "#server/domains/loans/jobs/endUnclaimed.ts";
import { debitLoans } from "#server/domains/loans/debits/debitLoans.ts";
import { runLoanDays } from "#server/domains/loans/jobs/runLoanDays.ts";
import { runEarnings } from "#server/domains/earnings/runEarnings.ts";
import { makeStatements } from "#server/domains/statements/makeStatements.ts";
import { sealStatements } from "#server/domains/statements/sealStatements.ts";
import { measureSms } from "#server/platform/messages/measureSms.ts";
import { rollUpControlBalances } from "#server/ledger/rollUpControlBalances.ts";
import { closeInactiveAccess } from "#server/domains/access/inactivity/closeInactiveAccess.ts";
import { makeRequestedProofs } from "#server/domains/reconciliation/requestedProofs.ts";
import { proveDays, reconcileDays } from "#server/domains/reconciliation/reconcileDays.ts";
import { sendInwardReturns } from "#server/domains/transfers/inward/sendInwardReturns.ts";
import { settleInward } from "#server/domains/transfers/inward/settleInward.ts";
import { inquireUnknownOutcomes } from "#server/domains/transfers/rails/inquireUnknownOutcomes.ts";
import { cutPesonetBatches } from "#server/domains/transfers/rails/cutPesonetBatch.ts";
import { measureRails } from "#server/domains/transfers/rails/measureRails.ts";
import { sendPesonetBatches } from "#server/domains/transfers/rails/sendPesonetBatch.ts";
import { takePesonetFiles } from "#server/domains/transfers/rails/takePesonetFiles.ts";
import { takeLeftMessages } from "#server/domains/transfers/rails/receiveRailMessage.ts";
import { runSchedules } from "#server/domains/transfers/schedules/runSchedules.ts";
import { startDueTransfers } from "#server/domains/transfers/settlement/sweepTransfers.ts";
import { endTimedSwitches } from "#server/platform/settings/endTimedSwitches.ts";
import { expireRequests } from "#server/domains/makerChecker/expireRequests.ts";
import { releaseHolds } from "#server/domains/cases/releaseHolds.ts";
import { freeLocks } from "#server/domains/moneyLock/freeLocks.ts";
import { cleanUp } from "./cleanUp.ts";
import { measureCare } from "./measureCare.ts";
import { measureOutbox, relayOutbox } from "#server/platform/jobs/relayOutbox.ts";
import { watchInvariants } from "#server/domains/ledgerDesk/watchInvariants.ts";

/** `ended` says that the worker has to stop, or has lost the work. */
type Run = (app: App, ended: AbortSignal) => Promise<unknown>;
export type Chore = { name: string; everyMs: number; run: Run };

/** The most of its time that a chore spends running: one that grows with the books comes less often. */
const GREATEST_SHARE = 0.1;
/** The longest pause in periods: what waits for a chore, money among it, waits no longer for a slow machine. */
const MOST_PERIODS = 10;
/** By how much a pause is longer at random, so that chores of one period do not run together for ever. */
const JITTER = 0.1;

/** How long a chore pauses after a run of so many milliseconds; `chance` is from 0 up to 1. */
export function pauseMs({ everyMs }: Chore, tookMs: number, chance: number): number {
  const rest = Math.min(tookMs * (1 / GREATEST_SHARE - 1), everyMs * MOST_PERIODS);
  return Math.max(everyMs, rest) * (1 + JITTER * chance);
}

/** What the worker does by the clock. Each may be cut short and run again. */
export const schedule: readonly Chore[] = [
  { name: "relayOutbox", everyMs: 500, run: relayOutbox },
  { name: "startDueTransfers", everyMs: 1_000, run: startDueTransfers },
  { name: "settleInward", everyMs: 1_000, run: settleInward },
  { name: "cutPesonetBatches", everyMs: 5_000, run: cutPesonetBatches },
  { name: "sendPesonetBatches", everyMs: 2_000, run: sendPesonetBatches },
  { name: "sendInwardReturns", everyMs: 5_000, run: sendInwardReturns },
  { name: "takePesonetFiles", everyMs: 5_000, run: takePesonetFiles },
  { name: "inquireUnknownOutcomes", everyMs: 5_000, run: inquireUnknownOutcomes },
  { name: "measureRails", everyMs: 15_000, run: measureRails },
  { name: "takeLeftMessages", everyMs: 10_000, run: takeLeftMessages },
  { name: "sweepCardOrders", everyMs: 1_000, run: sweepCardOrders },
  { name: "endSuspensions", everyMs: 1_000, run: endSuspensions },
  { name: "askStopsAgain", everyMs: 15_000, run: askStopsAgain },
  { name: "endCardLocks", everyMs: 1_000, run: endCardLocks },
  { name: "startRaisedLimits", everyMs: 5_000, run: startRaisedLimits },
  { name: "freeLocks", everyMs: 5_000, run: freeLocks },
  { name: "sweepApplications", everyMs: 1_000, run: sweepApplications },
  { name: "sweepActivations", everyMs: 10_000, run: sweepActivations },
  { name: "reserveKits", everyMs: 2_000, run: (app) => reserveWaiting(app) },
  { name: "sealTrail", everyMs: 2_000, run: (app) => sealTrail(app) },
  { name: "endTimedSwitches", everyMs: 1_000, run: endTimedSwitches },
  { name: "measureOutbox", everyMs: 5_000, run: measureOutbox },
  { name: "measureCare", everyMs: 15_000, run: measureCare },
  { name: "measureSms", everyMs: 5_000, run: measureSms },
  { name: "rollUpControlBalances", everyMs: 10_000, run: (app) => rollUpControlBalances(app.db) },
  // With the jitter, and the time that it takes itself, each minute at the latest.
  { name: "watchInvariants", everyMs: 50_000, run: watchInvariants },
  { name: "expireRequests", everyMs: 60_000, run: expireRequests },
  { name: "releaseHolds", everyMs: 60_000, run: releaseHolds },
  { name: "remindOfPickUp", everyMs: 300_000, run: remindOfPickUp },
  { name: "endUnclaimed", everyMs: 300_000, run: endUnclaimed },
  { name: "expireCards", everyMs: 300_000, run: expireCards },
  { name: "closeInactiveAccess", everyMs: 300_000, run: closeInactiveAccess },
  { name: "endUnclaimedLoans", everyMs: 300_000, run: endUnclaimedLoans },
  { name: "runLoanDays", everyMs: 300_000, run: (app) => runLoanDays(app) },
  { name: "debitLoans", everyMs: 300_000, run: (app) => debitLoans(app) },
  { name: "runSchedules", everyMs: 300_000, run: (app, ended) => runSchedules(app, ended) },
  { name: "runEarnings", everyMs: 5_000, run: runEarnings },
  {
    name: "makeStatements",
    everyMs: 60_000,
    run: async (app, ended) => {
      await makeStatements(app, ended);
      await sealStatements(app, ended);
    },
  },
  // A partner's file is matched within a minute of its coming.
  { name: "reconcileDays", everyMs: 50_000, run: reconcileDays },
  { name: "proveDays", everyMs: 60_000, run: proveDays },
  { name: "proveAsked", everyMs: 1_000, run: makeRequestedProofs },
  { name: "watchTrail", everyMs: 600_000, run: watchTrail },
  { name: "cleanUp", everyMs: 600_000, run: cleanUp },
];
