import { sql } from "kysely";
import { refusalText } from "#contract/refusals.ts";
import type { ApprovalFollows, RequestState } from "#contract/staff/requests.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import { mayNow } from "./mayNow.ts";
import {
  auditRequest,
  endRequest,
  lockRequest,
  type NamedRequest,
  type StoredRequest,
} from "./openRequest.ts";
import { isStillAsSeen } from "./staleness.ts";
import { type BoundRequest, type DecisionBar, type RequestKinds, ruleOf } from "./requestRule.ts";
import { isAbout, isSamePerson } from "./samePerson.ts";

export type Decision = {
  requestId: string;
  decision: "approve" | "reject";
  /** Of the request as the checker saw it. */
  payloadHash: string;
  note: string;
};

/** How a request ended, and what is still to come of an approval. */
export type Decided = { state: RequestState; follows: ApprovalFollows | null };

/** What the transaction leaves behind: the new state, or a no that is remembered all the same. */
type Outcome = Decided | { refusal: Refusal };

/**
 * Approves or rejects a request: all checks, what it does and the record stand or fall together. Only another
 * person than the maker and whoever it is about decides, with the right to at this very moment, what lies
 * there unchanged since it was made and since the checker saw it, and only while the state it changes is the
 * one the maker saw. A no to who would decide leaves the request as it was, open for others. One that was
 * rightly decided and has run out, gone stale or cannot be carried out ends as that, and nothing is applied.
 */
export async function decideRequest(
  app: App,
  kinds: RequestKinds,
  staff: StaffCaller,
  decision: Decision,
): Promise<Decided> {
  const outcome = await transact(app.db, (tx) => decide(tx, app, kinds, staff, decision));
  if ("refusal" in outcome) throw outcome.refusal;
  return outcome;
}

async function decide(
  tx: Tx,
  app: App,
  kinds: RequestKinds,
  staff: StaffCaller,
  { requestId, decision, payloadHash, note }: Decision,
): Promise<Outcome> {
  const request = await lockRequest(tx, requestId);
  if (request === undefined) return { refusal: new Refusal("not_found") };
  if (request.state !== "open") return { refusal: decidedAlready(request) };
  // First of all: of a row that was tampered with nothing is true, not even who made it.
  if (!request.is_as_made) return denyAloud(tx, app, staff, request, "request_changed");
  const denial = await whyNot(tx, staff, request);
  if (denial !== undefined) return denyAloud(tx, app, staff, request, denial);
  if (request.expires_at <= app.now()) {
    await expire(tx, app, request, staff.correlationId);
    return { refusal: new Refusal("request_expired") };
  }
  if (request.payload_hash !== payloadHash) {
    return denyAloud(tx, app, staff, request, "request_changed");
  }
  if (decision === "reject") {
    return end(tx, app, staff, request, "rejected", note);
  }
  if (isAbout(request.about_people, request.maker_person_key)) {
    return denyAloud(tx, app, staff, request, "staff_own_account");
  }
  if (!(await mayNow(tx, request.maker_staff_id, `request.${request.kind}`, request.office_id))) {
    return denyAloud(tx, app, staff, request, "request_maker_left");
  }
  return approve(tx, app, staff, request, {
    bound: ruleOf(kinds, request.kind)(request.payload, staff.language),
    note,
  });
}

async function approve(
  tx: Tx,
  app: App,
  staff: StaffCaller,
  request: StoredRequest,
  { bound, note }: { bound: BoundRequest; note: string },
): Promise<Outcome> {
  const bar = await bound.barred(tx, staff.personKey);
  if (bar !== undefined) return denyAloud(tx, app, staff, request, bar);
  // The branch of its subject decides; a member who moved since is another branch's.
  const isSameBranch = (await officeNow(tx, bound)) === request.office_id;
  if (!isSameBranch || !(await isStillAsSeen(tx, bound, request, app.now()))) {
    await end(tx, app, staff, request, "stale", note);
    return { refusal: new Refusal("request_stale") };
  }
  const applied = await applyOrUndo(tx, app, staff, bound, request);
  if (applied instanceof Refusal) {
    await end(tx, app, staff, request, "failed", refusalText(applied.code, "en", applied.values));
    return { refusal: applied };
  }
  return { ...(await end(tx, app, staff, request, "approved", note)), follows: applied };
}

/** Undefined for a subject that is gone. */
async function officeNow(tx: Tx, bound: BoundRequest): Promise<bigint | null | undefined> {
  try {
    return await bound.readOffice(tx);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** A no of the books undoes the bound and only that: the request ends as failed, with its record. */
async function applyOrUndo(
  tx: Tx,
  app: App,
  staff: StaffCaller,
  bound: BoundRequest,
  request: StoredRequest,
): Promise<Refusal | ApprovalFollows | null> {
  const { username: checker, staffId, personKey, correlationId } = staff;
  const maker = request.maker_username;
  let follows: ApprovalFollows | null;
  await sql`savepoint bound`.execute(tx);
  try {
    const by = { staffId, personKey };
    const at = app.now();
    await bound.mustHold(tx, at);
    follows = await bound.apply(tx, {
      app,
      at,
      requestId: request.id,
      maker,
      checker,
      by,
      correlationId,
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await sql`rollback to savepoint bound`.execute(tx);
    return error;
  }
  await auditRequest(tx, app, request, {
    action: request.kind,
    actor: checker,
    correlationId,
    object: request.subject,
    detail: { request: request.id, maker },
  });
  return follows;
}

async function end(
  tx: Tx,
  app: App,
  staff: StaffCaller,
  request: StoredRequest,
  state: "approved" | "rejected" | "stale" | "failed",
  note: string,
): Promise<Decided> {
  await endRequest(tx, request.id, { state, at: app.now(), note, by: staff });
  await auditRequest(tx, app, request, {
    action: `request_${state}`,
    actor: staff.username,
    correlationId: staff.correlationId,
    detail: { maker: request.maker_username, note },
  });
  return { state, follows: null };
}

/** Another person than the maker and the one it is about, who may decide this kind in this branch now. */
async function whyNot(
  tx: Tx,
  staff: StaffCaller,
  request: StoredRequest,
): Promise<"request_is_own" | "request_about_you" | "not_your_role" | undefined> {
  if (isSamePerson(request.maker_person_key, staff.personKey)) return "request_is_own";
  if (isAbout(request.about_people, staff.personKey)) return "request_about_you";
  const isAllowed = await mayNow(tx, staff.staffId, `decide.${request.kind}`, request.office_id);
  return isAllowed ? undefined : "not_your_role";
}

/** Refuses and remembers who tried. */
async function denyAloud(
  tx: Tx,
  app: App,
  staff: StaffCaller,
  request: StoredRequest,
  code:
    | "request_is_own"
    | "request_about_you"
    | "staff_own_account"
    | "not_your_role"
    | "request_changed"
    | "request_maker_left"
    | DecisionBar,
): Promise<Outcome> {
  await auditRequest(tx, app, request, {
    action: "request_decision_refused",
    actor: staff.username,
    correlationId: staff.correlationId,
    detail: { why: code },
  });
  return { refusal: new Refusal(code) };
}

/** The request ran out before anyone decided; also the chore's (expireRequests.ts). */
export async function expire(
  tx: Tx,
  app: App,
  request: NamedRequest,
  correlationId: string,
): Promise<void> {
  await endRequest(tx, request.id, { state: "expired", at: app.now() });
  await auditRequest(tx, app, request, {
    action: "request_expired",
    actor: undefined,
    correlationId,
  });
}

/** Who was first, and how: told to whoever comes second. */
export function decidedAlready(request: StoredRequest): Refusal {
  const who = request.checker_username ?? request.maker_username;
  return request.state === "expired"
    ? new Refusal("request_expired")
    : new Refusal("request_decided", { values: { who, state: request.state } });
}
