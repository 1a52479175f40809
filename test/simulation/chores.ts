import { prefixPattern, RAIL_KINDS, TRANSFER_KINDS } from "#contract/transferKinds.ts";
import { runTaskListOnce, type TaskList } from "graphile-worker";
import type { App } from "#server/platform/app.ts";
import { transact } from "#server/db/db.ts";
import { jobLogger } from "#server/platform/jobs/jobLogger.ts";
import { relayOutbox } from "#server/platform/jobs/relayOutbox.ts";
import { cutPesonetBatches } from "#server/domains/transfers/rails/cutPesonetBatch.ts";
import { refundByStaff } from "#server/domains/transfers/rails/refundByStaff.ts";
import { sendPesonetBatches } from "#server/domains/transfers/rails/sendPesonetBatch.ts";
import { takeLeftMessages } from "#server/domains/transfers/rails/receiveRailMessage.ts";
import { takePesonetFiles } from "#server/domains/transfers/rails/takePesonetFiles.ts";
import { sendInwardReturns } from "#server/domains/transfers/inward/sendInwardReturns.ts";
import { settleInward } from "#server/domains/transfers/inward/settleInward.ts";
import { sweepTransfers } from "#server/domains/transfers/settlement/sweepTransfers.ts";
import type { Run } from "./run.ts";

/**
 * Puts those that are due in the order of their numbers, which the library does not promise; with $1 also
 * those whose process died, and those that would be tried again later.
 */
const PUT_IN_ORDER = `update graphile_worker._private_jobs
  set run_at = timestamptz '2000-01-01' + id * interval '1 second', locked_at = null, locked_by = null
  where $1 or (run_at <= now() and locked_at is null)`;

/** Lets the outbox become jobs and does those that are due, one after the other, as the worker would. */
export async function drain(
  { app, admin, worker, handlers }: Run,
  isRetried: boolean,
): Promise<void> {
  await relayOutbox(app);
  const { rowCount } = await admin.query(PUT_IN_ORDER, [isRetried]);
  // The library looks for its own tables first: with nothing to do, that is most of it.
  if (rowCount === 0) return;
  await runTaskListOnce(
    { noHandleSignals: true, logger: jobLogger(app.log) },
    handlers,
    // The library's own type of a client is of another release of the driver.
    worker as never,
  ).promise;
}

/** References of what goes over a rail. */
export const OVER_RAIL = new RegExp(prefixPattern(RAIL_KINDS));

const JOBS = new Map<string, string>(
  Object.values(TRANSFER_KINDS).map(({ referencePrefix, job }) => [referencePrefix, job]),
);

/** Does the job of a transfer once more. */
export async function doJob(handlers: TaskList, refNo: string): Promise<void> {
  const handler = handlers[JOBS.get(refNo.slice(0, 2)) ?? ""];
  // Our handlers use nothing of the library's helpers but the job of texts.
  await handler?.({ refNo, correlationId: "again" }, undefined as never);
}

export async function sweep(app: App): Promise<void> {
  await sweepTransfers(app);
  await settleInward(app);
}

/** Cuts and hands in what is to go to PESONet, and takes what came from there. */
export async function passFiles(app: App): Promise<void> {
  await cutPesonetBatches(app);
  await sendPesonetBatches(app);
  await takePesonetFiles(app);
  await sendInwardReturns(app);
  await takeLeftMessages(app);
}

/** As two people decide it, right or wrong. */
export async function payRefund(app: App, refNo: string): Promise<void> {
  const given = { refNo, staff: "staff", correlationId: "by-staff", at: app.now() };
  await transact(app.db, (tx) => refundByStaff(tx, app, given));
}
