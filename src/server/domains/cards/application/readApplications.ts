import type * as z from "zod/mini";
import type { getCardApplications } from "#contract/cardApplication.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { MOST_RETRIES } from "#server/domains/cards/state/retries.ts";
import { pickUpBy } from "./pickUp.ts";
import { rejectionOf } from "./rejection.ts";
import { stepsOf } from "./cardSteps.ts";
import type { CardKind } from "#server/domains/cards/state/releaseDate.ts";

type Shown = z.output<(typeof getCardApplications)["result"]>[number];

/** The newest application of each kind, the default card's first. */
export async function readApplications(app: App, caller: Caller): Promise<Shown[]> {
  const rows = await app.db
    .selectFrom("card_application as a")
    .innerJoin("card as c", "c.id", "a.card_id")
    .leftJoin("office as o", "o.id", "a.office_id")
    .leftJoin("card_release as r", "r.application_id", "a.id")
    .distinctOn("a.kind")
    .select(["a.reference", "a.kind", "a.stage", "a.fee_centavos", "a.requested_at", "a.reason"])
    .select(["a.estimated_release_on", "a.ready_at", "a.retries", "c.perso_status"])
    .select(["a.activation_asked_at", "a.decided_at", "a.ordered_at", "a.produced_at"])
    .select(["a.ended_at", "a.replaces", "r.released_at"])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom("card_kit as k")
            .select("k.id")
            .whereRef("k.application_id", "=", "a.id")
            .where("k.state", "=", "released"),
        )
        .as("is_handed_over"),
    )
    .select(["o.branch_name", "o.line_1", "o.municipality_city", "o.state_province"])
    .where("a.member_id", "=", caller.memberId)
    .orderBy("a.kind")
    .orderBy("a.id", "desc")
    .execute();
  return rows.map((row) => {
    // The table's checks allow exactly these.
    const kind = row.kind as CardKind;
    const stage = row.stage as Shown["stage"];
    const address = [row.line_1, row.municipality_city, row.state_province].filter(Boolean);
    const isHandedOver = row.is_handed_over === true;
    const hasFailed = kind === "personalized" && row.perso_status === "failed";
    return {
      transactionId: row.reference,
      kind,
      stage,
      fee: row.fee_centavos,
      officeName: row.branch_name ?? "",
      officeAddress: address.join(", "),
      requestedAt: row.requested_at.toISOString(),
      estimatedReleaseOn: row.estimated_release_on,
      isHandedOver,
      pickUpBy: row.ready_at === null || isHandedOver ? null : pickUpBy(kind, row.ready_at),
      canWithdraw: kind === "generic" && (stage === "sent" || stage === "review"),
      activationTriedAt: hasFailed ? null : (row.activation_asked_at?.toISOString() ?? null),
      retriesLeft: hasFailed ? Math.max(0, MOST_RETRIES - row.retries) : 0,
      isReplacement: row.replaces !== null,
      steps: stepsOf({ ...row, kind, stage }).map(({ step, at }) => ({
        step,
        at: at?.toISOString() ?? null,
      })),
      // What the issuer says of a person is for those who decide, not for the person.
      reason: stage === "rejected" ? rejectionOf(row.reason).text[caller.language] : "",
    };
  });
}
