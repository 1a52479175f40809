import { addDays, manilaDate } from "#common/manila.ts";
import type { App } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { lockApplication } from "#server/domains/cards/application/decideApplication.ts";
import { noTry } from "#server/domains/cards/state/findPlastic.ts";
import { PICK_UP_DAYS, pickUpBy } from "#server/domains/cards/application/pickUp.ts";
import type { CardKind } from "#server/domains/cards/state/releaseDate.ts";
import { tellOfCard } from "#server/domains/cards/application/tellOfCard.ts";
import { noticeDay } from "#server/platform/notifications/noticeDay.ts";
import { moveCard } from "#server/domains/cards/state/moveCard.ts";
import { type Tx, transact } from "#server/db/db.ts";
import { notify } from "#server/platform/notifications/notify.ts";

const JOB = { kind: "job", name: "unclaimed_cards" } as const;
const BATCH_SIZE = 100;
/** A member is reminded once, this long before the card is taken back. */
const REMIND_DAYS_BEFORE = 14;

/**
 * Ends the applications whose cards nobody fetched: a kit after 60 days, a personalized card after 90. The
 * fee is kept. The plastic stays set aside until somebody at its office takes it back or destroys it (the
 * desk's queue of what is unclaimed). What is being activated, or what the issuer does not call inactive,
 * is left. Answers how many.
 */
export async function endUnclaimed(app: App): Promise<number> {
  const ends = await waitingOver(app, 1).where("a.activation_asked_at", "is", null).execute();
  let taken = 0;
  for (const { id, reference, token } of ends) {
    try {
      if (!(await isInactive(app, token))) {
        app.log.warn({ reference }, "a card that nobody fetched cannot be taken back");
      } else if (await transact(app.db, (tx) => takeBack(tx, app, id))) taken += 1;
    } catch (error) {
      app.log.error({ err: error, reference }, "a card could not be taken back");
    }
  }
  return taken;
}

/** Reminds, once, of each card that is taken back in two weeks. Answers how many were reminded. */
export async function remindOfPickUp(app: App): Promise<number> {
  const due = await waitingOver(app, -REMIND_DAYS_BEFORE)
    .where("a.reminded_at", "is", null)
    .execute();
  let reminded = 0;
  for (const { id, reference } of due) {
    try {
      await transact(app.db, (tx) => remind(tx, app, id));
      reminded += 1;
    } catch (error) {
      app.log.error({ err: error, reference }, "a member could not be reminded of a card");
    }
  }
  return reminded;
}

/**
 * Those that still lie at their office and whose last day of pick-up was `daysOver` days ago or earlier,
 * oldest first.
 */
function waitingOver(app: App, daysOver: number) {
  const readyBefore = (kind: CardKind) => {
    const lastDay = addDays(manilaDate(app.now()), -PICK_UP_DAYS[kind] - daysOver);
    return new Date(`${addDays(lastDay, 1)}T00:00:00+08:00`);
  };
  return app.db
    .selectFrom("card_application as a")
    .innerJoin("card as c", "c.id", "a.card_id")
    .innerJoin("card_kit as k", "k.application_id", "a.id")
    .select(["a.id", "a.reference", "k.token"])
    .where("a.stage", "in", ["approved", "produced"])
    .where("k.state", "=", "reserved")
    .where((eb) =>
      eb.or([
        eb.and([
          eb("a.kind", "=", "generic"),
          eb("c.status", "=", "for_pickup"),
          eb("a.ready_at", "<", readyBefore("generic")),
        ]),
        eb.and([
          eb("a.kind", "=", "personalized"),
          eb("c.perso_status", "=", "for_pickup"),
          eb("a.ready_at", "<", readyBefore("personalized")),
        ]),
      ]),
    )
    .orderBy("a.ready_at")
    .limit(BATCH_SIZE);
}

/** Whether the issuer says that this plastic was never taken into use. */
async function isInactive(app: App, token: string): Promise<boolean> {
  const card = await app.issuer.cardState(token);
  return card.kind === "card" && ["in_stock", "produced"].includes(card.state);
}

/** False when it was activated, handed over or entered for its activation meanwhile. */
async function takeBack(tx: Tx, app: App, applicationId: bigint): Promise<boolean> {
  const application = await lockApplication(tx, applicationId);
  const isWaiting = ["approved", "produced"].includes(application.stage);
  if (!isWaiting || application.activation_asked_at !== null) return false;
  const kind = kindOf(application.kind);
  const at = app.now();
  const { card_id: cardId, correlation_id: correlationId, member_id: memberId } = application;
  const kit = await tx
    .selectFrom("card_kit")
    .select("serial")
    .where("application_id", "=", applicationId)
    .where("state", "=", "reserved")
    .forNoKeyUpdate()
    .executeTakeFirst();
  // In the member's hands already: only the activation is missing.
  if (kit === undefined) return false;
  await tx
    .updateTable("card_application")
    .set({ stage: "unclaimed", ended_at: at, next_inquiry_at: null, ...noTry })
    .where("id", "=", applicationId)
    .execute();
  const days = String(PICK_UP_DAYS[kind]);
  const event = kind === "generic" ? "kit_unclaimed" : "perso_unclaimed";
  await moveCard(tx, { cardId, event, actor: JOB, reason: `${days} days`, at, correlationId });
  await notify(tx, { memberId, kind: "card_unclaimed", params: { days }, at });
  await audit(tx, {
    at,
    actorKind: "system",
    actor: JOB.name,
    action: "end_unclaimed_card",
    object: `card_application:${application.reference}`,
    correlationId,
    detail: { serial: kit.serial },
  });
  return true;
}

async function remind(tx: Tx, app: App, applicationId: bigint): Promise<void> {
  const at = app.now();
  const reminded = await tx
    .updateTable("card_application")
    .set({ reminded_at: at })
    .where("id", "=", applicationId)
    .where("reminded_at", "is", null)
    .returning(["member_id", "kind", "office_id", "ready_at"])
    .executeTakeFirst();
  if (reminded === undefined || reminded.ready_at === null) return;
  const { branch_name: office } = await tx
    .selectFrom("office")
    .select("branch_name")
    .where("id", "=", reminded.office_id)
    .executeTakeFirstOrThrow();
  const date = noticeDay(pickUpBy(kindOf(reminded.kind), reminded.ready_at));
  const params = { office, date };
  await tellOfCard(tx, app, {
    memberId: reminded.member_id,
    notice: "card_pickup_reminder",
    params,
  });
}

/** The table's check allows no other. */
function kindOf(kind: string): CardKind {
  return kind === "personalized" ? "personalized" : "generic";
}
