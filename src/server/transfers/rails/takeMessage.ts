import { createHash } from "node:crypto";
import type { App } from "#server/app.ts";
import { type Tx, transact } from "#server/db/db.ts";
import {
  type RailMessage,
  readRailMessage,
  type Unreadable,
} from "#server/gateways/rails/inMessages.ts";
import { INSTAPAY_BYTES } from "#server/gateways/rails/instapay.ts";
import { PESONET_BYTES } from "#server/gateways/rails/pesonet.ts";
import { type GroupWord, takeGroup } from "./takeGroup.ts";
import { noteWord } from "./hearWord.ts";
import { reportRailException, type Via } from "./railException.ts";
import type { Rail } from "./railRecipes.ts";
import { type Said, type Taken, takeWord } from "./takeWord.ts";
import { wordsOfMessage } from "./wordsOfMessage.ts";

/** A message as it came, believed to be the rail's. */
export type Arrived = { rail: Rail; bytes: Uint8Array; via: Via; correlationId: string };

/**
 * Takes a message of a rail: written down once by its MsgId, acted on once, final. The same again is
 * 'already'; one that a process died over is done again. What is no message of ours, and another message
 * under an id that was used, is kept as well, and put before a person.
 */
export async function takeMessage(app: App, arrived: Arrived): Promise<Taken> {
  const { rail, bytes } = arrived;
  const read = readRailMessage(bytes, rail === "instapay" ? INSTAPAY_BYTES : PESONET_BYTES);
  const messageId = read.kind === "unreadable" ? `unreadable-${hashOf(bytes)}` : read.messageId;
  const state = await remember(app, arrived, read, messageId);
  const taken = await takeRemembered(app, arrived, { read, messageId, state });
  app.metrics.railMessages.inc({ rail, outcome: taken });
  return taken;
}

/** 'open' is new, or one that a process died over; 'other' is another message than the one of this id. */
type Remembered = "open" | "finished" | "other";

async function takeRemembered(
  app: App,
  arrived: Arrived,
  {
    read,
    messageId,
    state,
  }: { read: RailMessage | Unreadable; messageId: string; state: Remembered },
): Promise<Taken> {
  switch (state) {
    case "finished":
      return "already";
    case "open":
      return act(app, arrived, read, messageId);
    case "other":
      return keepOther(app, arrived, read, messageId);
  }
}

/** Writes the message down, unless it is. */
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

/** Nobody knows which of two messages of one id is meant: the second moves nothing until a person knows. */
async function keepOther(
  app: App,
  arrived: Arrived,
  read: RailMessage | Unreadable,
  messageId: string,
): Promise<Taken> {
  const { rail, bytes, via, correlationId } = arrived;
  const row = rowOf(app, arrived, read);
  const taken = await transact(app.db, async (tx): Promise<Taken> => {
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
    await reportRailException(tx, {
      refNo: row.ref_no ?? messageId,
      kind: "unreadable",
      via,
      correlationId,
      at: row.at,
      detail: { rail, reason: OTHER, source: messageId, sha256: hashOf(bytes) },
    });
    return "exception";
  });
  if (taken === "exception") app.log.error({ rail, messageId }, OTHER);
  return taken;
}

function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex").slice(0, 20);
}

function rowOf(app: App, { rail, bytes, correlationId }: Arrived, read: RailMessage | Unreadable) {
  const [only, another] = read.kind === "unreadable" ? [] : read.transfers;
  return {
    rail,
    direction: "in",
    type: typeOf(read),
    ref_no: only !== undefined && another === undefined ? only.refNo : null,
    // A database keeps no NUL.
    body: Buffer.from(bytes).toString("utf8").replaceAll("\0", "\uFFFD"),
    at: app.now(),
    correlation_id: correlationId,
  };
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
): Promise<Taken> {
  const { rail, via, correlationId } = arrived;
  if (read.kind === "unreadable") {
    await transact(app.db, async (tx) => {
      await reportRailException(tx, {
        refNo: messageId,
        kind: "unreadable",
        via,
        correlationId,
        at: app.now(),
        detail: { rail, reason: read.reason },
      });
      await finish(tx, arrived, { messageId, taken: "exception", reason: read.reason });
    });
    app.log.error({ rail, messageId, reason: read.reason }, "a message of a rail is unreadable");
    return "exception";
  }
  const words = wordsOfMessage(rail, read).map((word): Said => ({
    ...word,
    rail,
    via,
    correlationId,
    source: messageId,
  }));
  const group: GroupWord | undefined =
    read.kind === "status" && read.group !== undefined && rail === "pesonet"
      ? { ...read.group, batchMessageId: read.originalId, messageId, via, correlationId }
      : undefined;
  const [only, another] = words;
  // One transfer is ended by one commit, with the message that ends it.
  if (only !== undefined && another === undefined && group === undefined) {
    const taken = await transact(app.db, async (tx) => {
      const end = await takeWord(tx, app, only, app.now());
      await finish(tx, arrived, { messageId, taken: end });
      return end;
    });
    noteWord(app, only, taken);
    return taken;
  }
  return actOnMany(app, arrived, { messageId, words, group });
}

/** Each transfer by a commit of its own: what comes again after a crash is 'already'. */
async function actOnMany(
  app: App,
  arrived: Arrived,
  { messageId, words, group }: { messageId: string; words: Said[]; group: GroupWord | undefined },
): Promise<Taken> {
  const ends = new Set<Taken>(group === undefined ? [] : [await takeGroup(app, group)]);
  for (const said of words) {
    const taken = await transact(app.db, (tx) => takeWord(tx, app, said, app.now()));
    noteWord(app, said, taken);
    ends.add(taken);
  }
  const taken = (["exception", "booked"] as const).find((end) => ends.has(end)) ?? "already";
  await transact(app.db, (tx) => finish(tx, arrived, { messageId, taken }));
  return taken;
}

async function finish(
  tx: Tx,
  { rail }: Arrived,
  { messageId, taken, reason }: { messageId: string; taken: Taken; reason?: string },
): Promise<void> {
  await tx
    .updateTable("rail_message")
    .set({ outcome: taken, reason: reason ?? null })
    .where("rail", "=", rail)
    .where("direction", "=", "in")
    .where("message_id", "=", messageId)
    .where("outcome", "=", "received")
    .execute();
}

/** Old enough that nobody is at work on it. */
const LEFT_SECONDS = 20;
const AT_ONCE = 50;

/**
 * Does what a process died over: messages that were written down and not acted on, page by page, so that
 * those which cannot be taken keep none of the others waiting. Answers how many it looked at.
 */
export async function takeLeftMessages(app: App): Promise<number> {
  const before = new Date(app.now().getTime() - LEFT_SECONDS * 1000);
  let looked = 0;
  for (let last = 0n; ;) {
    const left = await app.db
      .selectFrom("rail_message")
      .select(["id", "rail", "body", "message_id", "correlation_id"])
      .where("direction", "=", "in")
      .where("outcome", "=", "received")
      .where("at", "<", before)
      .where("id", ">", last)
      .orderBy("id")
      .limit(AT_ONCE)
      .execute();
    for (const message of left) {
      await takeLeft(app, message);
      last = message.id;
    }
    looked += left.length;
    if (left.length < AT_ONCE) return looked;
  }
}

async function takeLeft(
  app: App,
  {
    rail,
    body,
    message_id: messageId,
    correlation_id: correlationId,
  }: { rail: string; body: string; message_id: string; correlation_id: string },
): Promise<void> {
  const arrived: Arrived = {
    // The table's check allows exactly these.
    rail: rail as Rail,
    bytes: Buffer.from(body, "utf8"),
    via: rail === "instapay" ? "callback" : "file",
    correlationId,
  };
  const most = rail === "instapay" ? INSTAPAY_BYTES : PESONET_BYTES;
  try {
    await act(app, arrived, readRailMessage(arrived.bytes, most), messageId);
  } catch (error) {
    // The others must not wait for it; it is tried again.
    app.log.error({ err: error, rail, messageId }, "a message of a rail could not be taken");
  }
}
