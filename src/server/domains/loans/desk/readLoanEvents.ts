import type { LoanApplicationFile } from "#contract/staff/loans.ts";
import type { App } from "#server/platform/app.ts";

/** Actions of the desk that do not change the state; changes of state have their own rows. */
const ACTIONS = ["loan_assigned", "loan_assessed", "loan_proposed", "loan_declined"];

/**
 * What happened to an application, oldest first: its moves, named by the state it came to, and what the
 * desk did besides. A member is 'member'.
 */
export async function readLoanEvents(
  app: App,
  row: { id: bigint; application_no: string; filed_at: Date },
): Promise<LoanApplicationFile["events"]> {
  const [moves, actions] = await Promise.all([
    app.db
      .selectFrom("loan_application_event")
      .select(["at", "actor_kind", "actor", "to_state", "reason"])
      .where("application_id", "=", row.id)
      .orderBy("id")
      .limit(200)
      .execute(),
    app.db
      .selectFrom("audit_event")
      .select(["at", "actor", "action", "detail"])
      .where("object", "=", `loan_application:${row.application_no}`)
      .where("action", "in", ACTIONS)
      .orderBy("id")
      .limit(200)
      .execute(),
  ]);
  const events = [
    { at: row.filed_at, who: "member", what: "submitted", detail: "" },
    ...moves.map(({ at, actor_kind: kind, actor, to_state: what, reason }) => ({
      at,
      who: kind === "staff" ? actor : kind,
      what,
      detail: reason,
    })),
    ...actions.map(({ at, actor, action, detail }) => ({
      at,
      who: actor,
      what: action,
      detail: wordsOf(detail),
    })),
  ];
  return events
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .map((event) => ({ ...event, at: event.at.toISOString() }));
}

/** The details of an action that people read: to whom, and which text. */
function wordsOf(detail: unknown): string {
  // audit() writes flat names and values.
  const { to, words } = (detail ?? {}) as { to?: string; words?: string };
  return to ?? words ?? "";
}
