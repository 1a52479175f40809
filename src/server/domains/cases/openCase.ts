import type { AuditAction } from "#contract/staff/auditActions.ts";
import type * as z from "zod/mini";
import { formatPesos } from "#common/money.ts";
import { manilaDate } from "#common/manila.ts";
import {
  CASE_CLOCK_HOURS,
  type CaseReason,
  type reportTransfer as reportCall,
} from "#contract/transferCases.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { manilaMoment } from "#server/platform/notifications/manilaMoment.ts";
import { isTaken, transact, type Tx } from "#server/db/db.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { Refusal } from "#server/refusal.ts";

const CLOCK_MS = CASE_CLOCK_HOURS * 60 * 60 * 1000;
/** Most times that a member may add words to one case. */
const MOST_ADDITIONS = 20;

type Report = { refNo: string; reason: CaseReason; words: string };
type Opened = z.output<typeof reportCall.result>;

/**
 * Takes a member's report of a problem with one of their transfers, at any time after it: the 12 hours of
 * the terms mark a later one and refuse none. Answers by when the member hears of us. What is open for
 * this transfer and reason stays one case, to which other words are added. Refuses not_found and
 * case_words_too_many.
 */
export async function openCase(app: App, caller: Caller, report: Report): Promise<Opened> {
  try {
    return await transact(app.db, (tx) => openOrAdd(tx, app, caller, report));
  } catch (error) {
    // Of two reports at one moment the second finds the first's case.
    if (!isTaken(error, "transfer_case_one_open")) throw error;
    return transact(app.db, (tx) => openOrAdd(tx, app, caller, report));
  }
}

async function openOrAdd(tx: Tx, app: App, caller: Caller, report: Report): Promise<Opened> {
  const transfer = await tx
    .selectFrom("transfer")
    .select(["amount_centavos", "accepted_at"])
    .where("ref_no", "=", report.refNo)
    .where("member_id", "=", caller.memberId)
    .executeTakeFirst();
  if (transfer === undefined) throw new Refusal("not_found");
  const open = await tx
    .selectFrom("transfer_case")
    .select(["id", "case_no", "answered_at", "respond_by", "is_late"])
    .where("ref_no", "=", report.refNo)
    .where("reason", "=", report.reason)
    .where("state", "<>", "resolved")
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (open === undefined) return openNew(tx, app, caller, report, transfer);
  const respondBy = await addWords(tx, app, caller, report, open);
  return { caseNo: open.case_no, respondBy: respondBy.toISOString(), isLate: open.is_late };
}

async function openNew(
  tx: Tx,
  app: App,
  caller: Caller,
  { refNo, reason, words }: Report,
  transfer: { amount_centavos: bigint; accepted_at: Date },
): Promise<Opened> {
  const at = app.now();
  const respondBy = new Date(at.getTime() + CLOCK_MS);
  const isLate = at.getTime() > transfer.accepted_at.getTime() + CLOCK_MS;
  const caseNo = `TC${manilaDate(at).slice(2).replaceAll("-", "")}-${app.random.digits(10)}`;
  const { id } = await tx
    .insertInto("transfer_case")
    .values({
      case_no: caseNo,
      ref_no: refNo,
      member_id: caller.memberId,
      reason,
      is_late: isLate,
      reported_at: at,
      respond_by: respondBy,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("transfer_case_event")
    .values({ case_id: id, at, what: "reported", actor: caller.memberGuid, words })
    .execute();
  await notify(tx, {
    memberId: caller.memberId,
    kind: "case_opened",
    params: {
      caseNo,
      refNo,
      amount: formatPesos(transfer.amount_centavos),
      moment: manilaMoment(respondBy),
    },
    at,
  });
  await auditReport(tx, caller, { caseNo, refNo, reason, action: "report_transfer", at, isLate });
  return { caseNo, respondBy: respondBy.toISOString(), isLate };
}

type OpenCase = {
  id: bigint;
  case_no: string;
  answered_at: Date | null;
  respond_by: Date;
  is_late: boolean;
};

/**
 * A press that comes twice adds nothing; what is new puts the case before the desk again, and once there was
 * an answer the time for the next one runs anew. Answers by when that is.
 */
async function addWords(
  tx: Tx,
  app: App,
  caller: Caller,
  { refNo, reason, words }: Report,
  open: OpenCase,
): Promise<Date> {
  const written = await tx
    .selectFrom("transfer_case_event")
    .select("words")
    .where("case_id", "=", open.id)
    .where("what", "in", ["reported", "added"])
    .execute();
  const isNews = words !== "" && !written.some((event) => event.words === words);
  // After an answer the same words say that it did not help.
  if (!isNews && open.answered_at === null) return open.respond_by;
  if (written.length > MOST_ADDITIONS) throw new Refusal("case_words_too_many");
  const at = app.now();
  await tx
    .insertInto("transfer_case_event")
    .values({ case_id: open.id, at, what: "added", actor: caller.memberGuid, words })
    .execute();
  const respondBy = open.answered_at === null ? open.respond_by : new Date(at.getTime() + CLOCK_MS);
  await tx
    .updateTable("transfer_case")
    .set({ state: "open", waits_for: null, answered_at: null, respond_by: respondBy })
    .where("id", "=", open.id)
    .execute();
  const { case_no: caseNo, is_late: isLate, answered_at: answeredAt } = open;
  const told = { caseNo, refNo, reason, action: "add_to_case" as const, at, isLate };
  await auditReport(tx, caller, { ...told, ...(answeredAt && { answeredAt }) });
  return respondBy;
}

type CaseReport = {
  caseNo: string;
  refNo: string;
  reason: CaseReason;
  action: AuditAction;
  at: Date;
  isLate: boolean;
  /** Of the answer that the words come after; the case forgets it. */
  answeredAt?: Date;
};

async function auditReport(
  tx: Tx,
  { memberGuid, correlationId }: Caller,
  { caseNo, refNo, reason, action, at, isLate, answeredAt }: CaseReport,
): Promise<void> {
  await audit(tx, {
    at,
    actorKind: "member",
    actor: memberGuid,
    action,
    object: `transfer_case:${caseNo}`,
    correlationId,
    detail: { refNo, reason, isLate, ...(answeredAt && { answeredAt: answeredAt.toISOString() }) },
  });
}
