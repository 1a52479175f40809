import { printedName } from "#common/printedName.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import type { ApplicationDetails } from "#contract/staff/cards.ts";
import { recordView } from "#server/platform/audit/recordView.ts";
import { namePartsOf } from "#server/domains/cards/state/nameParts.ts";
import { Refusal } from "#server/refusal.ts";
import { applicationRows, toApplicationRow } from "./applicationsQuery.ts";
import { readSentDetails } from "./sentDetails.ts";

/**
 * One application with all that the desk needs to decide, recorded as a look at the member. Contact and
 * numbers are masked for whoever may not see them. Refuses not_found.
 */
export async function readApplication(
  app: App,
  staff: StaffCaller,
  applicationId: string,
): Promise<ApplicationDetails> {
  const row = await findApplication(app, applicationId);
  await recordView(app, staff, row.guid, "card_application");
  const office = row.office_id ?? row.member_office_id;
  const sent = await readSentDetails(app, row.member_id, {
    contact: staff.may("member.view_contact", office),
    documents: staff.may("card_application.view_papers", office),
  });
  return {
    ...toApplicationRow(row),
    reason: row.reason,
    decidedAt: row.decided_at?.toISOString() ?? null,
    fee: row.fee_centavos,
    isFeeReturned: row.fee_return_entry_id !== null,
    feeAccount: row.account_number ?? "",
    issuerReference: row.issuer_transaction_id ?? "",
    printedName:
      row.kind === "personalized" ? (row.printed_name ?? printedName(namePartsOf(row)) ?? "") : "",
    retries: row.retries,
    details: sent.details,
    pictures: sent.pictures,
    events: await readEvents(app, row),
    release:
      row.released_at === null
        ? null
        : {
            at: row.released_at.toISOString(),
            by: row.released_by ?? "",
            idType: row.release_id_type ?? "",
          },
    may: {
      seePictures: staff.may("card_application.view_papers", office),
      withdraw:
        staff.may("card_application.withdraw", office) && ["sent", "review"].includes(row.stage),
      reset:
        staff.may("card_application.reset", office) &&
        row.kind === "personalized" &&
        row.perso_status === "failed",
      release:
        staff.may("card_release.hand_over", office) &&
        ["approved", "produced"].includes(row.stage) &&
        row.kit_state === "reserved" &&
        row.card_status === "for_pickup",
      takeBack:
        staff.may("card_release.take_back", office) &&
        row.stage === "unclaimed" &&
        row.kit_state !== null,
      notMade:
        staff.may("request.card_not_made", office) &&
        row.kind === "personalized" &&
        ["approved", "produced"].includes(row.stage) &&
        row.perso_status === "processing",
    },
    kitId: row.kit_id === null ? "" : String(row.kit_id),
  };
}

async function findApplication(app: App, applicationId: string) {
  const row = await applicationRows(app)
    .leftJoin("member_account as f", "f.id", "a.fee_account_id")
    .leftJoin("card_release as r", "r.application_id", "a.id")
    .select([
      "a.member_id",
      "a.card_id",
      "a.office_id",
      "m.office_id as member_office_id",
      "a.reason",
      "a.decided_at",
      "a.ended_at",
      "a.fee_centavos",
      "a.fee_return_entry_id",
      "a.issuer_transaction_id",
      "a.retries",
      "a.printed_name",
      "c.perso_status",
      "k.id as kit_id",
      "k.state as kit_state",
      "f.account_number",
      "r.released_at",
      "r.released_by",
      "r.id_type as release_id_type",
    ])
    .where("a.id", "=", BigInt(applicationId))
    .executeTakeFirst();
  if (row === undefined) throw new Refusal("not_found");
  return row;
}

const TOLD_BY_EVENTS = [
  "request_card",
  "approve_card_application",
  "rejected_card_application",
  "withdrawn_card_application",
  "failed_card_application",
  "activate_card",
  "card_withdrawn",
  "card_activation_reset",
];

/** What happened to the card since this was asked for, and what the desk did to the application. */
async function readEvents(
  app: App,
  row: { id: bigint; card_id: bigint; requested_at: Date; reference: string },
): Promise<ApplicationDetails["events"]> {
  const [moves, actions] = await Promise.all([
    app.db
      .selectFrom("card_event")
      .select(["at", "actor", "actor_kind", "event", "reason"])
      .where("card_id", "=", row.card_id)
      .where("at", ">=", row.requested_at)
      .orderBy("id")
      .limit(200)
      .execute(),
    app.db
      .selectFrom("audit_event")
      .select(["at", "actor", "action"])
      .where("object", "=", `card_application:${row.reference}`)
      .orderBy("id")
      .limit(200)
      .execute(),
  ]);
  const movedAt = new Set(moves.map(({ at }) => at.getTime()));
  // The trail's row of what the card's own event of the same moment tells already.
  const isUntold = ({ at, action }: { at: Date; action: string }) =>
    !(TOLD_BY_EVENTS.includes(action) && movedAt.has(at.getTime()));
  const events = [
    ...moves.map(({ at, actor, actor_kind: kind, event, reason }) => ({
      at: at.toISOString(),
      // A member is named above; their guid says nothing to people.
      who: kind === "staff" || kind === "job" ? actor : kind,
      what: event,
      reason,
    })),
    ...actions.filter(isUntold).map(({ at, actor, action }) => ({
      at: at.toISOString(),
      who: actor,
      what: action,
      reason: "",
    })),
  ];
  return events.toSorted((one, other) => one.at.localeCompare(other.at));
}
