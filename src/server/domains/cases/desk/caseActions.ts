import type { AuditAction } from "#contract/staff/auditActions.ts";
import type { CaseWaitsFor } from "#contract/transferCases.ts";
import { sql } from "kysely";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { type Tx, transact } from "#server/db/db.ts";
import { pokeRelay } from "#server/platform/jobs/pokeRelay.ts";
import { tellMember } from "#server/platform/notifications/tellMember.ts";
import { Refusal } from "#server/refusal.ts";

/** Makes the caller the one who works on a case. Refuses not_found, case_resolved. */
export async function takeCase(app: App, staff: StaffCaller, caseNo: string): Promise<void> {
  await onCase(app, staff, caseNo, async ({ tx, of, at }) => {
    if (of.owner === staff.username) return;
    await own(tx, of.id, staff.username, at);
    await write(tx, of, { at, what: "taken", actor: staff.username });
    await record(tx, staff, of, { at, action: "take_case", detail: { from: of.owner } });
  });
}

/** Gives a case to a colleague. Refuses not_found, case_resolved, case_owner_unknown. */
export async function handOver(
  app: App,
  staff: StaffCaller,
  caseNo: string,
  { to, note }: { to: string; note: string },
): Promise<void> {
  await onCase(app, staff, caseNo, async ({ tx, of, at }) => {
    if (!(await mayWork(tx, to, of.office_id))) throw new Refusal("case_owner_unknown");
    await own(tx, of.id, to, at);
    await write(tx, of, {
      at,
      what: "handed_over",
      actor: staff.username,
      words: note,
      toOwner: to,
    });
    await record(tx, staff, of, { at, action: "hand_over_case", detail: { to } });
  });
}

/** Writes down what colleagues should know; the member does not see it. Refuses not_found, case_resolved. */
export async function note(
  app: App,
  staff: StaffCaller,
  caseNo: string,
  words: string,
): Promise<void> {
  await onCase(app, staff, caseNo, async ({ tx, of, at }) => {
    await write(tx, of, { at, what: "noted", actor: staff.username, words });
    await record(tx, staff, of, { at, action: "note_case", detail: {} });
  });
}

/**
 * Tells the member something, with a notice and a text; the case waits for whom it says, if for anybody. A case that nobody has becomes the caller's; another's is
 * taken first, and what the member wrote meanwhile is read first. Refuses not_found, case_resolved,
 * case_of_another, case_has_new_words.
 */
export async function answer(
  app: App,
  staff: StaffCaller,
  caseNo: string,
  { words, waitsFor, wordsRead }: CaseMessage & { waitsFor: CaseWaitsFor | null },
): Promise<void> {
  await tell(app, staff, caseNo, {
    words,
    wordsRead,
    what: "answered",
    state: waitsFor === null ? "open" : "waiting",
    waitsFor,
  });
}

/** Closes a case and tells its member how it ended. Refuses as an answer is refused. */
export async function resolve(
  app: App,
  staff: StaffCaller,
  caseNo: string,
  words: CaseMessage,
): Promise<void> {
  await tell(app, staff, caseNo, { ...words, what: "resolved", state: "resolved", waitsFor: null });
}

/** What the member is told, and how many times they had written when it was begun. */
type CaseMessage = { words: string; wordsRead?: number | undefined };

type Telling = CaseMessage & {
  what: "answered" | "resolved";
  state: "open" | "waiting" | "resolved";
  waitsFor: CaseWaitsFor | null;
};

const NOTICES = {
  asked: "case_asks",
  answered: "case_answered",
  resolved: "case_resolved",
} as const;

async function tell(
  app: App,
  staff: StaffCaller,
  caseNo: string,
  { words, wordsRead, what, state, waitsFor }: Telling,
): Promise<void> {
  await onCase(app, staff, caseNo, async ({ tx, of, at }) => {
    if (of.owner !== null && of.owner !== staff.username) throw new Refusal("case_of_another");
    if (wordsRead !== undefined && wordsRead !== (await timesWritten(tx, of))) {
      throw new Refusal("case_has_new_words");
    }
    if (of.owner === null) await own(tx, of.id, staff.username, at);
    await tx
      .updateTable("transfer_case")
      .set({
        state,
        waits_for: waitsFor,
        answered_at: of.answered_at ?? at,
        ...(state === "resolved" && { resolved_at: at }),
      })
      .where("id", "=", of.id)
      .execute();
    await write(tx, of, { at, what, actor: staff.username, words });
    await tellMember(tx, app, {
      memberId: of.member_id,
      notice: NOTICES[waitsFor === "member" ? "asked" : what],
      values: { caseNo, refNo: of.ref_no, answer: words },
    });
    const action = what === "resolved" ? "resolve_case" : "answer_case";
    await record(tx, staff, of, { at, action, detail: { state, waitsFor } });
  });
  pokeRelay(app);
}

async function timesWritten(tx: Tx, of: OpenCase): Promise<number> {
  const { times } = await tx
    .selectFrom("transfer_case_event")
    .select(({ fn }) => fn.countAll<bigint>().as("times"))
    .where("case_id", "=", of.id)
    .where("what", "in", ["reported", "added"])
    .executeTakeFirstOrThrow();
  return Number(times);
}

type OpenCase = {
  id: bigint;
  case_no: string;
  ref_no: string;
  member_id: bigint;
  owner: string | null;
  answered_at: Date | null;
  office_id: bigint | null;
};

async function onCase(
  app: App,
  staff: StaffCaller,
  caseNo: string,
  act: (on: { tx: Tx; of: OpenCase; at: Date }) => Promise<void>,
): Promise<void> {
  const at = app.now();
  await transact(app.db, async (tx) => {
    const of = await tx
      .selectFrom("transfer_case as k")
      .innerJoin("member as m", "m.id", "k.member_id")
      .select([
        "k.id",
        "k.case_no",
        "k.ref_no",
        "k.member_id",
        "k.owner",
        "k.answered_at",
        "k.state",
      ])
      .select("m.office_id")
      .where("k.case_no", "=", caseNo)
      .forNoKeyUpdate("k")
      .executeTakeFirst();
    if (of === undefined || !staff.may("transfer_case.work", of.office_id)) {
      throw new Refusal("not_found");
    }
    if (of.state === "resolved") throw new Refusal("case_resolved");
    await act({ tx, of, at });
  });
}

async function own(tx: Tx, id: bigint, owner: string, at: Date): Promise<void> {
  await tx
    .updateTable("transfer_case")
    .set({ owner, owned_since: at })
    .where("id", "=", id)
    .execute();
}

/** Whether somebody of that name works here and may work on cases of that branch. */
async function mayWork(tx: Tx, username: string, officeId: bigint | null): Promise<boolean> {
  const { rows } = await sql`
    select from staff s
    join staff_role r on r.staff_id = s.id and r.ended_at is null
    join role_action a on a.role = r.role and a.action = 'transfer_case.work'
    where s.username = ${username} and s.state = 'active'
      and (a.scope = 'all' or r.office_id is null or r.office_id = ${officeId}::bigint)
    limit 1`.execute(tx);
  return rows.length > 0;
}

type NewEvent = {
  at: Date;
  what: "taken" | "handed_over" | "noted" | "answered" | "resolved";
  actor: string;
  words?: string;
  toOwner?: string;
};

async function write(tx: Tx, of: OpenCase, { at, what, actor, words = "", toOwner }: NewEvent) {
  await tx
    .insertInto("transfer_case_event")
    .values({ case_id: of.id, at, what, actor, words, to_owner: toOwner ?? null })
    .execute();
}

async function record(
  tx: Tx,
  staff: StaffCaller,
  of: OpenCase,
  event: { at: Date; action: AuditAction; detail: Record<string, string | null> },
): Promise<void> {
  await audit(tx, {
    at: event.at,
    actorKind: "staff",
    actor: staff.username,
    action: event.action,
    object: `transfer_case:${of.case_no}`,
    correlationId: staff.correlationId,
    detail: { refNo: of.ref_no, ...event.detail },
  });
}
