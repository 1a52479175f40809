import type { App } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { lockApplication } from "#server/domains/cards/application/decideApplication.ts";
import { tellOfCard } from "#server/domains/cards/application/tellOfCard.ts";
import { manilaMoment } from "#server/platform/notifications/manilaMoment.ts";
import { orderForNewPlastic } from "#server/domains/cards/orders/orderForNewPlastic.ts";
import { type CardActor, moveCard } from "#server/domains/cards/state/moveCard.ts";
import { type Tx, transact } from "#server/db/db.ts";
import { openAccount } from "#server/ledger/openAccount.ts";

/** The issuer's yes: the card works from now on. */
export type Activated = {
  applicationId: bigint;
  /** Null when another way than the member's try told it: then the try's is taken. */
  panMac: Buffer | null;
  accountNo: string;
  lastFour: string;
  expiresOn: string;
  /** The member, who asked for it. */
  actor: CardActor;
  correlationId: string;
  /** The answer to a try of earlier: the member is told of which moment the PIN is. */
  isLate: boolean;
};

/**
 * Applies the issuer's yes, once: the card account is opened in the card book or kept, the plastic in
 * use is this one, the application is fulfilled. A card that was deactivated or suspended meanwhile stays
 * so, with the new plastic. 'already' when it was applied before.
 */
export async function takeIntoUse(app: App, activated: Activated): Promise<"done" | "already"> {
  return transact(app.db, async (tx) => {
    const application = await lockApplication(tx, activated.applicationId);
    if (application.stage !== "approved" && application.stage !== "produced") return "already";
    const { actor, correlationId, lastFour } = activated;
    const at = app.now();
    const kit = await tx
      .updateTable("card_kit")
      .set({ state: "activated", changed_at: at })
      .where("application_id", "=", application.id)
      .where("state", "in", ["reserved", "released"])
      .returning(["serial", "token"])
      .executeTakeFirstOrThrow();
    const isPerso = application.kind === "personalized";
    const panMac = activated.panMac ?? application.activation_pan_mac;
    const chosenAt = activated.isLate ? await pinChosenAt(tx, application) : undefined;
    const isFirst = await setAccount(tx, application.card_id, activated.accountNo, at);
    await keepReplaced(tx, application.card_id, at);
    await tx
      .updateTable("card")
      .set({
        token: kit.token,
        pan_mac: panMac,
        last_four: lastFour,
        expires_on: activated.expiresOn,
        pin_changed_at: chosenAt ?? at,
        replaces: null,
        ...(isPerso ? { perso_serial_no: kit.serial } : { serial_no: kit.serial }),
      })
      .where("id", "=", application.card_id)
      .execute();
    await tx
      .updateTable("card_application")
      .set({
        stage: "fulfilled",
        ended_at: at,
        activation_asked_at: null,
        activation_look_at: null,
        next_inquiry_at: null,
      })
      .where("id", "=", application.id)
      .execute();
    const move = { cardId: application.card_id, actor, reason: "", at, correlationId };
    if (isPerso) await movePerso(tx, move);
    else await moveCard(tx, { ...move, event: "activate_card" });
    await orderForNewPlastic(tx, { ...move, isFirst });
    const { member_id: memberId } = application;
    if (await isActive(tx, application.card_id)) {
      const told =
        chosenAt === undefined
          ? ({ notice: "card_activated", params: { lastFour } } as const)
          : ({
              notice: "card_activated_late",
              params: { lastFour, moment: manilaMoment(chosenAt) },
            } as const);
      await tellOfCard(tx, app, { memberId, ...told });
    }
    await audit(tx, {
      at,
      actorKind: "member",
      actor: actor.name,
      action: "activate_card",
      object: `card_application:${application.reference}`,
      correlationId,
      detail: { kind: application.kind, lastFour },
    });
    return "done";
  });
}

/** When the member chose the PIN of a try; not known of one that had failed and was tried again. */
async function pinChosenAt(
  tx: Tx,
  application: { card_id: bigint; activation_asked_at: Date | null },
): Promise<Date | undefined> {
  const { perso_status: persoStatus } = await tx
    .selectFrom("card")
    .select("perso_status")
    .where("id", "=", application.card_id)
    .executeTakeFirstOrThrow();
  return persoStatus === "failed" ? undefined : (application.activation_asked_at ?? undefined);
}

/** What the issuer called the plastic before is known on: something may still be told of it. */
async function keepReplaced(tx: Tx, cardId: bigint, at: Date): Promise<void> {
  const { token } = await tx
    .selectFrom("card")
    .select("token")
    .where("id", "=", cardId)
    .executeTakeFirstOrThrow();
  if (token === null) return;
  await tx
    .insertInto("replaced_plastic")
    .values({ token, card_id: cardId, replaced_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

type Move = Omit<Parameters<typeof moveCard>[1], "event">;

/**
 * A first card becomes active as such; a card that replaces another keeps its state. The issuer has done
 * it, so no guard of ours says no.
 */
async function movePerso(tx: Tx, move: Move): Promise<void> {
  const { status, perso_status: persoStatus } = await tx
    .selectFrom("card")
    .select(["status", "perso_status"])
    .where("id", "=", move.cardId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (status === "not_applied" || status === "failed") {
    await moveCard(tx, { ...move, event: "activate_first_card" });
  }
  const event = persoStatus === "failed" ? "retry_perso_card" : "activate_perso_card";
  await moveCard(tx, { ...move, event, hasHappened: true });
}

async function isActive(tx: Tx, cardId: bigint): Promise<boolean> {
  const { status } = await tx
    .selectFrom("card")
    .select("status")
    .where("id", "=", cardId)
    .executeTakeFirstOrThrow();
  return status === "active";
}

/** A card keeps its account for life; a first one opens it in the card book. Answers whether it did. */
async function setAccount(tx: Tx, cardId: bigint, accountNo: string, at: Date): Promise<boolean> {
  const { account_no: known, ledger_account_id: ledgerId } = await tx
    .selectFrom("card")
    .select(["account_no", "ledger_account_id"])
    .where("id", "=", cardId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (known !== null && known !== accountNo) {
    throw new Error(`the issuer has account ${accountNo} for card ${cardId}, which has another`);
  }
  if (ledgerId !== null) return false;
  const opened = await openAccount(tx, { book: "CARD", code: "2510", subledger: accountNo, at });
  await tx
    .updateTable("card")
    .set({ account_no: accountNo, ledger_account_id: opened })
    .where("id", "=", cardId)
    .execute();
  return true;
}
