import { createHash } from "node:crypto";
import type { App } from "#server/platform/app.ts";
import { type Tx, transact } from "#server/db/db.ts";
import { readRailMessage } from "#server/platform/gateways/rails/inMessages.ts";
import { INSTAPAY_BYTES } from "#server/platform/gateways/rails/instapay.ts";
import { PESONET_BYTES } from "#server/platform/gateways/rails/pesonet.ts";
import type {
  RailMessage,
  Unclear,
  Unreadable,
} from "#server/platform/gateways/rails/railMessage.ts";
import { referencesIn } from "#server/platform/gateways/rails/references.ts";
import { noteReferences } from "./namedTransfers.ts";
import { notAbout, unclearReports, reportAgain, reviewUnclear } from "./unclearReports.ts";
import { type GroupStatus, applyGroupStatus } from "./applyGroupStatus.ts";
import { recordStatusReport } from "./receiveStatusReport.ts";
import type { Via } from "#server/domains/transfers/lifecycle/queueForReview.ts";
import { isBatched, type Rail } from "#contract/transferKinds.ts";
import { setAside } from "./setAside.ts";
import {
  type RailStatusReport,
  type StatusResult,
  applyStatusReport,
} from "./applyStatusReport.ts";
import { statusesOf } from "./statusesOf.ts";

/** A message as it arrived, authenticated as the rail's. `about` is the transfer that was inquired about. */
export type Arrived = {
  rail: Rail;
  bytes: Uint8Array;
  via: Via;
  correlationId: string;
  about?: string | undefined;
};

/**
 * Receives a message of a rail: stored once by its MsgId, applied once, final. A repeat answers 'already'; a
 * message that a process died over is applied again. A message that is not understood, and another message
 * under a used id, are stored and queued for review, and the transfers that they may concern are not refunded
 * by the clock (stopClocks.ts).
 */
export async function receiveRailMessage(app: App, arrived: Arrived): Promise<StatusResult> {
  const { rail, bytes } = arrived;
  const read = readRailMessage(bytes, isBatched(rail) ? PESONET_BYTES : INSTAPAY_BYTES);
  const messageId = read.kind === "unreadable" ? `unreadable-${hashOf(bytes)}` : read.messageId;
  const state = await remember(app, arrived, read, messageId);
  const result = await takeRemembered(app, arrived, { read, messageId, state });
  app.metrics.railMessages.inc({ rail, outcome: result });
  return result;
}

/** 'open': new, or a process died over it. 'other': another message than the stored one of this id. */
type Remembered = "open" | "finished" | "other";

async function takeRemembered(
  app: App,
  arrived: Arrived,
  {
    read,
    messageId,
    state,
  }: { read: RailMessage | Unreadable; messageId: string; state: Remembered },
): Promise<StatusResult> {
  switch (state) {
    case "finished":
      await heedAgain(app, arrived, read, messageId);
      return "already";
    case "open":
      return act(app, arrived, read, messageId);
    case "other":
      return keepOther(app, arrived, read, messageId);
  }
}

/**
 * A repeat reports nothing new, with two exceptions: as the answer about another transfer it may be no answer,
 * and an unreadable message that names nothing may concern what was sent since.
 */
async function heedAgain(
  app: App,
  arrived: Arrived,
  read: RailMessage | Unreadable,
  messageId: string,
): Promise<void> {
  const { about } = arrived;
  if (about === undefined) {
    if (read.kind === "unreadable") {
      await transact(app.db, (tx) => reportAgain(tx, { ...arrived, messageId }, app.now()));
    }
    return;
  }
  const puzzle = read.kind === "unreadable" ? read : notAbout(about, read);
  if (puzzle === undefined) return;
  const ofAnswer = { references: [about], reason: puzzle.reason };
  await transact(app.db, (tx) =>
    reviewUnclear(tx, [ofAnswer], { ...arrived, messageId }, app.now()),
  );
}

/** Stores the message, unless it is stored. */
async function remember(
  app: App,
  arrived: Arrived,
  read: RailMessage | Unreadable,
  messageId: string,
): Promise<Remembered> {
  const row = rowOf(app, arrived, read);
  const inserted = await app.db
    .insertInto("rail_message")
    .values({ ...row, message_id: messageId, outcome: "received" })
    .onConflict((conflict) => conflict.columns(["rail", "direction", "message_id"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  if (inserted !== undefined) return "open";
  const known = await app.db
    .selectFrom("rail_message")
    .select(["outcome", "body"])
    .where("rail", "=", arrived.rail)
    .where("direction", "=", "in")
    .where("message_id", "=", messageId)
    .executeTakeFirstOrThrow();
  if (known.body !== row.body) return "other";
  return known.outcome === "received" ? "open" : "finished";
}

const OTHER = "another message came under an id that was used";

/** Which of two messages of one id is meant is unknown: the second moves nothing until a person has decided. */
async function keepOther(
  app: App,
  arrived: Arrived,
  read: RailMessage | Unreadable,
  messageId: string,
): Promise<StatusResult> {
  const { rail, bytes } = arrived;
  const row = rowOf(app, arrived, read);
  const result = await transact(app.db, async (tx): Promise<StatusResult> => {
    const inserted = await tx
      .insertInto("rail_message")
      .values({
        ...row,
        message_id: `${messageId}-other-${hashOf(bytes)}`,
        outcome: "exception",
        reason: OTHER,
      })
      .onConflict((conflict) => conflict.columns(["rail", "direction", "message_id"]).doNothing())
      .returning("id")
      .executeTakeFirst();
    if (inserted === undefined) return "already";
    const all = { references: namesIn(arrived), reason: `${OTHER} (${hashOf(bytes)})` };
    await reviewUnclear(tx, [all], { ...arrived, messageId }, row.at);
    return "exception";
  });
  if (result === "exception") app.log.error({ rail, messageId }, OTHER);
  return result;
}

function namesIn({ bytes, about }: Arrived): string[] {
  return [...referencesIn(bytes), ...(about === undefined ? [] : [about])];
}

function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex").slice(0, 20);
}

function rowOf(
  app: App,
  { rail, bytes, correlationId, about }: Arrived,
  read: RailMessage | Unreadable,
) {
  return {
    rail,
    direction: "in",
    type: typeOf(read),
    ref_no: refNoOf(read, about),
    // PostgreSQL stores no NUL.
    body: Buffer.from(bytes).toString("utf8").replaceAll("\0", "\uFFFD"),
    at: app.now(),
    correlation_id: correlationId,
  };
}

/** The one transfer that a message concerns; an unclear message may concern any. */
function refNoOf(read: RailMessage | Unreadable, about: string | undefined): string | null {
  if (read.kind === "unreadable") return about ?? null;
  if (read.unclear.length > 0) return null;
  const [only, another] = read.transfers;
  return only !== undefined && another === undefined ? only.refNo : (about ?? null);
}

function typeOf(read: RailMessage | Unreadable): string {
  if (read.kind === "unreadable") return "unreadable";
  return read.kind === "return" ? "pacs.004" : "pacs.002";
}

async function act(
  app: App,
  arrived: Arrived,
  read: RailMessage | Unreadable,
  messageId: string,
): Promise<StatusResult> {
  const { rail, via, correlationId } = arrived;
  if (read.kind === "unreadable") return putAside(app, arrived, read, messageId);
  const message = setAside(rail, read);
  const { puzzles, isTaken } = await unclearReports(app.db, arrived, message);
  if (message.kind === "status") await noteReferences(app.db, rail, message.transfers, app.now());
  const statuses = (isTaken ? statusesOf(rail, message) : []).map((status): RailStatusReport => ({
    ...status,
    rail,
    via,
    correlationId,
    source: messageId,
  }));
  const groups =
    message.kind === "status" && isTaken && isBatched(rail)
      ? message.groups.map(({ originalId, ...group }): GroupStatus => ({
          ...group,
          batchMessageId: originalId,
          messageId,
          via,
          correlationId,
        }))
      : [];
  const [only, another] = statuses;
  const isOfOne = only !== undefined && another === undefined;
  // A message about one transfer is applied in one commit, together with its own outcome.
  if (isOfOne && groups.length === 0 && puzzles.length === 0) {
    const result = await transact(app.db, async (tx) => {
      const end = await applyStatusReport(tx, app, only, app.now());
      await finish(tx, arrived, { messageId, result: end });
      return end;
    });
    recordStatusReport(app, only, result);
    return result;
  }
  const { originalIds } = message;
  return actOnMany(app, arrived, { messageId, originalIds, statuses, groups, puzzles });
}

async function putAside(
  app: App,
  arrived: Arrived,
  { reason }: Unreadable,
  messageId: string,
): Promise<StatusResult> {
  const { rail } = arrived;
  await transact(app.db, async (tx) => {
    const all = { references: namesIn(arrived), reason };
    const refNos = await reviewUnclear(tx, [all], { ...arrived, messageId }, app.now());
    await finish(tx, arrived, { messageId, result: "exception", reason, refNos });
  });
  app.log.error({ rail, messageId, reason }, "a message of a rail is unreadable");
  return "exception";
}

/**
 * Each transfer in a commit of its own: what is repeated after a crash answers 'already'. Unclear parts stop
 * clocks before anything else is applied.
 */
async function actOnMany(
  app: App,
  arrived: Arrived,
  {
    messageId,
    originalIds,
    statuses,
    groups,
    puzzles,
  }: {
    messageId: string;
    originalIds: string[];
    statuses: RailStatusReport[];
    groups: GroupStatus[];
    puzzles: Unclear[];
  },
): Promise<StatusResult> {
  const ends = new Set<StatusResult>();
  let refNos: string[] = [];
  if (puzzles.length > 0) {
    refNos = await transact(app.db, (tx) =>
      reviewUnclear(tx, puzzles, { ...arrived, messageId, originalIds }, app.now()),
    );
    const reasons = puzzles.map(({ reason }) => reason);
    app.log.error({ rail: arrived.rail, messageId, reasons }, "a message of a rail is not clear");
    ends.add("exception");
  }
  for (const group of groups) ends.add(await applyGroupStatus(app, group));
  for (const report of statuses) {
    const result = await transact(app.db, (tx) => applyStatusReport(tx, app, report, app.now()));
    recordStatusReport(app, report, result);
    ends.add(result);
  }
  const result = (["exception", "booked"] as const).find((end) => ends.has(end)) ?? "already";
  const reason = puzzles[0]?.reason;
  await transact(app.db, (tx) => finish(tx, arrived, { messageId, result, reason, refNos }));
  return result;
}

async function finish(
  tx: Tx,
  { rail }: Arrived,
  {
    messageId,
    result,
    reason,
    refNos = [],
  }: { messageId: string; result: StatusResult; reason?: string | undefined; refNos?: string[] },
): Promise<void> {
  const [only, another] = refNos;
  const isOfOne = only !== undefined && another === undefined;
  await tx
    .updateTable("rail_message")
    .set({ outcome: result, reason: reason ?? null, ...(isOfOne ? { ref_no: only } : {}) })
    .where("rail", "=", rail)
    .where("direction", "=", "in")
    .where("message_id", "=", messageId)
    .where("outcome", "=", "received")
    .execute();
}

/** Old enough that no process is at work on it. */
const LEFT_SECONDS = 20;
const BATCH_SIZE = 50;

/**
 * Applies messages that were stored and not applied because a process died, page by page, so that those which
 * fail hold up none of the others. Answers how many it tried.
 */
export async function takeLeftMessages(app: App): Promise<number> {
  const before = new Date(app.now().getTime() - LEFT_SECONDS * 1000);
  let looked = 0;
  for (let last = 0n; ;) {
    const left = await app.db
      .selectFrom("rail_message")
      .select(["id", "rail", "type", "body", "message_id", "correlation_id", "ref_no"])
      .where("direction", "=", "in")
      .where("outcome", "=", "received")
      .where("at", "<", before)
      .where("id", ">", last)
      .orderBy("id")
      .limit(BATCH_SIZE)
      .execute();
    for (const message of left) {
      await takeLeft(app, message);
      last = message.id;
    }
    looked += left.length;
    if (left.length < BATCH_SIZE) return looked;
  }
}

async function takeLeft(
  app: App,
  {
    rail: name,
    type,
    body,
    message_id: messageId,
    correlation_id: correlationId,
    ref_no: refNo,
  }: {
    rail: string;
    type: string;
    body: string;
    message_id: string;
    correlation_id: string;
    ref_no: string | null;
  },
): Promise<void> {
  // The table's check allows exactly these.
  const rail = name as Rail;
  const arrived: Arrived = {
    rail,
    bytes: Buffer.from(body, "utf8"),
    via: isBatched(rail) ? "file" : "callback",
    correlationId,
    about: refNo ?? undefined,
  };
  const most = isBatched(rail) ? PESONET_BYTES : INSTAPAY_BYTES;
  try {
    const read = readRailMessage(arrived.bytes, most);
    // The stored text may be readable where the bytes as they came were not.
    const isOdd = type === "unreadable" && read.kind !== "unreadable";
    const asItCame = isOdd ? ({ kind: "unreadable", reason: "not UTF-8" } as const) : read;
    await act(app, arrived, asItCame, messageId);
  } catch (error) {
    // The others must not wait for it; it is tried again.
    app.log.error({ err: error, rail, messageId }, "a message of a rail could not be taken");
  }
}
