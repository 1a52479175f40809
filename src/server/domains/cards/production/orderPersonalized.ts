import { printedName } from "#common/printedName.ts";
import type { App } from "#server/platform/app.ts";
import {
  endApplication,
  lockApplication,
} from "#server/domains/cards/application/decideApplication.ts";
import type { CardActor } from "#server/domains/cards/state/moveCard.ts";
import { type Tx, transact } from "#server/db/db.ts";
import { tellOnItsWay } from "#server/domains/cards/application/tellOfCard.ts";
import { namePartsOf } from "#server/domains/cards/state/nameParts.ts";

const JOB = { kind: "job", name: "card_applications" } as const;

/**
 * Orders the card of an approved application at the issuer, by the application's reference. Refused, the
 * application ends and its fee goes back, as where the member's name cannot be printed and none was chosen;
 * without an answer it is ordered again later.
 */
export async function orderPersonalized(app: App, applicationId: bigint): Promise<void> {
  const wanted = await app.db
    .selectFrom("card_application as a")
    .innerJoin("member as m", "m.id", "a.member_id")
    .select(["a.reference", "a.issuer_customer_id", "a.correlation_id", "a.printed_name"])
    .select(["m.first_name", "m.middle_name", "m.last_name", "m.qualifier"])
    .where("a.id", "=", applicationId)
    .where("a.stage", "=", "approved")
    .executeTakeFirst();
  if (wanted === undefined || wanted.issuer_customer_id === null) return;
  const { reference, correlation_id: correlationId } = wanted;
  const nameOnCard = wanted.printed_name ?? printedName(namePartsOf(wanted));
  if (nameOnCard === undefined) {
    const made = { reason: "the name cannot be printed" };
    await takeProduction(app, { applicationId, made, actor: JOB, correlationId });
    return;
  }
  const outcome = await app.issuer.personalize({
    reference: productionReference(reference),
    customerId: wanted.issuer_customer_id,
    nameOnCard,
  });
  switch (outcome.kind) {
    case "ordered":
      await app.db
        .updateTable("card_application")
        .set({ ordered_at: app.now(), token: outcome.token })
        .where("id", "=", applicationId)
        .where("stage", "=", "approved")
        .execute();
      return;
    case "refused": {
      const { reason } = outcome;
      await takeProduction(app, { applicationId, made: { reason }, actor: JOB, correlationId });
      return;
    }
    case "unknown":
      app.log.warn({ reference, reason: outcome.reason }, "no answer to the order of a card");
  }
}

/** The issuer knows the application of a customer and the order of a card under a reference each. */
export const productionReference = (reference: string): string => `${reference}-P`;

/** Asks the issuer whether an ordered card is made, where no event has said so. */
export async function checkProduction(app: App, applicationId: bigint): Promise<void> {
  const ordered = await app.db
    .selectFrom("card_application")
    .select(["token", "correlation_id"])
    .where("id", "=", applicationId)
    .where("stage", "=", "approved")
    .executeTakeFirst();
  if (ordered?.token === undefined || ordered.token === null) return;
  const card = await app.issuer.cardState(ordered.token);
  if (card.kind !== "card") return;
  const word = { applicationId, actor: JOB, correlationId: ordered.correlation_id };
  if (card.state === "production_failed") {
    await takeProduction(app, { ...word, made: { reason: "production failed" } });
  } else if (card.state === "produced") {
    await takeProduction(app, { ...word, made: card });
  }
}

/** A card with a name, as the issuer tells of it. */
type Made = { token: string; serial: string; lastFour: string; expiresOn: string };

/** What became of an order: the plastic, or why there is none. */
export type Production = {
  applicationId: bigint;
  made: Made | { reason: string };
  actor: CardActor;
  correlationId: string;
};

/**
 * Takes the issuer's word that a card was made or could not be, once. What was made is announced to its
 * pick-up office; what was not gives the fee back. 'already' when the application waits for no card or a
 * delivery list has told of this one, and 'unfit' when another card is told than the one ordered or listed.
 */
export async function takeProduction(
  app: App,
  { applicationId, made, actor, correlationId }: Production,
): Promise<"done" | "already" | "unfit"> {
  const at = app.now();
  return transact(app.db, async (tx) => {
    const application = await lockApplication(tx, applicationId);
    if (application.kind !== "personalized") return "already";
    if (!("reason" in made)) {
      const known = await findKnown(tx, applicationId, made);
      if (known.length > 0) return known.every((kit) => isKit(kit, made)) ? "already" : "unfit";
    }
    if (application.stage !== "approved") return "already";
    if ("reason" in made) {
      const { reason } = made;
      await endApplication(tx, application, { stage: "failed", reason, actor, at, correlationId });
      return "done";
    }
    if (application.token !== null && application.token !== made.token) return "unfit";
    await tx
      .updateTable("card_application")
      .set({
        stage: "produced",
        produced_at: at,
        token: made.token,
        ordered_at: application.ordered_at ?? at,
        next_inquiry_at: null,
      })
      .where("id", "=", applicationId)
      .execute();
    await tellOnItsWay(tx, application, at);
    await tx
      .insertInto("card_kit")
      .values({
        serial: made.serial,
        kind: "personalized",
        token: made.token,
        last_four: made.lastFour,
        expires_on: made.expiresOn,
        office_id: pickUpOffice(application.office_id),
        state: "announced",
        application_id: applicationId,
        changed_at: at,
      })
      .execute();
    return "done";
  });
}

/** Plastic of this application, or with this serial or token: there is one at most, when all is well. */
function findKnown(tx: Tx, applicationId: bigint, { serial, token }: Made) {
  return tx
    .selectFrom("card_kit")
    .select(["serial", "token", "last_four", "expires_on"])
    .select((kit) => kit("application_id", "=", applicationId).as("is_ours"))
    .where((kit) =>
      kit.or([
        kit("application_id", "=", applicationId),
        kit("serial", "=", serial),
        kit("token", "=", token),
      ]),
    )
    .execute();
}

function isKit(kit: Awaited<ReturnType<typeof findKnown>>[number], made: Made): boolean {
  return (
    kit.is_ours === true &&
    kit.serial === made.serial &&
    kit.token === made.token &&
    kit.last_four === made.lastFour &&
    kit.expires_on === made.expiresOn
  );
}

function pickUpOffice(officeId: bigint | null): bigint {
  if (officeId === null) throw new Error("a personalized card without an office");
  return officeId;
}
