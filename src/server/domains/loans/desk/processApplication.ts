import { sql } from "kysely";
import type { ApplicationState } from "#contract/loans.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { moveApplication } from "#server/domains/loans/state/moveApplication.ts";
import { tellOfLoan } from "#server/domains/loans/state/tellOfLoan.ts";
import { offerEnd } from "#server/domains/loans/state/offerEnd.ts";
import { Refusal } from "#server/refusal.ts";
import { type LockedApplication, lockApplication, noteWork, recordAction } from "./loanWork.ts";
import { voidProposal } from "./proposals.ts";

/** States that are the end of an application. */
const ENDED: ReadonlySet<string> = new Set(["released", "rejected", "cancelled"]);

type OnApplication = { tx: Tx; of: LockedApplication; at: Date };

/** Does something to an application, locked, in one transaction. */
async function onApplication<Result>(
  app: App,
  applicationNo: string,
  act: (on: OnApplication) => Promise<Result>,
): Promise<Result> {
  const at = app.now();
  return transact(app.db, async (tx) =>
    act({ tx, of: await lockApplication(tx, applicationNo), at }),
  );
}

/**
 * Makes somebody of the branch the one who works on an application. Refuses not_found,
 * loan_application_ended, loan_owner_unknown.
 */
export async function assign(
  app: App,
  staff: StaffCaller,
  { applicationNo, to }: { applicationNo: string; to: string },
): Promise<void> {
  await onApplication(app, applicationNo, async ({ tx, of }) => {
    if (ENDED.has(of.state)) throw new Refusal("loan_application_ended");
    const owner = await findWorker(tx, to, of.office_id);
    if (owner === undefined) throw new Refusal("loan_owner_unknown");
    if (owner === of.assigned_staff_id) return;
    await tx
      .updateTable("loan_application")
      .set({ assigned_staff_id: owner })
      .where("id", "=", of.id)
      .execute();
    await recordAction(tx, app, staff, of, { action: "loan_assigned", detail: { to } });
  });
}

/** Somebody active of that name whose role allows work on applications of that branch. */
async function findWorker(
  tx: Tx,
  username: string,
  officeId: bigint | null,
): Promise<bigint | undefined> {
  const { rows } = await sql<{ id: bigint }>`
    select s.id from staff s
    join staff_role r on r.staff_id = s.id and r.ended_at is null
    join role_action a on a.role = r.role and a.action = 'loan_application.work'
    where s.username = ${username} and s.state = 'active'
      and (a.scope = 'all' or r.office_id is null or r.office_id = ${officeId}::bigint)
    limit 1`.execute(tx);
  return rows[0]?.id;
}

/**
 * Begins to verify an application, asks its member for documents (who is told which), or notes that they
 * came. Nobody's becomes the caller's. Refuses not_found, loan_application_state, loan_words_missing.
 */
export async function moveOn(
  app: App,
  staff: StaffCaller,
  asked: { applicationNo: string; to: "for_verification" | "for_documents"; words: string },
): Promise<void> {
  const { applicationNo, to, words } = asked;
  if (to === "for_documents" && words === "") throw new Refusal("loan_words_missing");
  await onApplication(app, applicationNo, async ({ tx, of, at }) => {
    // From approval it goes back by an approver (sendBack).
    if (of.state === "for_approval") throw new Refusal("loan_application_state");
    await move(tx, staff, of, { to, reason: words, at });
    await noteWork(tx, of, staff, at);
    if (of.assigned_staff_id === null) {
      await tx
        .updateTable("loan_application")
        .set({ assigned_staff_id: staff.staffId })
        .where("id", "=", of.id)
        .execute();
    }
    if (to === "for_documents") {
      await tellOfLoan(tx, app, {
        memberId: of.member_id,
        notice: "loan_for_documents",
        params: { reason: words, refNo: applicationNo },
      });
    } else if (of.state === "submitted") {
      await tellOfLoan(tx, app, {
        memberId: of.member_id,
        notice: "loan_for_verification",
        params: { refNo: applicationNo },
      });
    }
  });
}

/**
 * Takes an offer back that the member has not accepted, or that is over and was not released: what was
 * approved is void, the desk proposes anew, it is approved anew, and the member accepts the new one. Refuses
 * not_found, loan_application_state.
 */
export async function revise(
  app: App,
  staff: StaffCaller,
  { applicationNo, words }: { applicationNo: string; words: string },
): Promise<void> {
  await onApplication(app, applicationNo, async ({ tx, of, at }) => {
    const offer = await newestOffer(tx, of.id);
    const binds = offer !== undefined && offer.accepted_at !== null && offer.ends_at > at;
    if (of.state !== "for_signing" || binds) throw new Refusal("loan_application_state");
    await move(tx, staff, of, { to: "for_approval", reason: words, at });
    await voidProposal(tx, of.id, { username: staff.username, at });
    await noteWork(tx, of, staff, at);
  });
}

function newestOffer(tx: Tx, applicationId: bigint) {
  return tx
    .selectFrom("loan_offer as o")
    .select(["o.accepted_at", offerEnd.as("ends_at")])
    .where("o.application_id", "=", applicationId)
    .orderBy("o.version", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** Cancels an application whose member asked for it at the counter. Refuses not_found, loan_application_state. */
export async function cancel(
  app: App,
  staff: StaffCaller,
  { applicationNo, words }: { applicationNo: string; words: string },
): Promise<void> {
  await onApplication(app, applicationNo, async ({ tx, of, at }) => {
    await move(tx, staff, of, { to: "cancelled", reason: words, at });
    await tellOfLoan(tx, app, {
      memberId: of.member_id,
      notice: "loan_withdrawn",
      params: { refNo: applicationNo },
    });
  });
}

/** A move of this application by somebody of the staff. Refuses loan_application_state where it is not allowed. */
export async function move(
  tx: Tx,
  staff: Pick<StaffCaller, "username" | "correlationId">,
  of: Pick<LockedApplication, "application_no">,
  { to, reason = "", at }: { to: ApplicationState; reason?: string; at: Date },
): Promise<void> {
  await moveApplication(tx, {
    applicationNo: of.application_no,
    to,
    actor: { kind: "staff", name: staff.username },
    reason,
    correlationId: staff.correlationId,
    at,
  });
}
