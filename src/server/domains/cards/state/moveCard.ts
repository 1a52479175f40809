import type { ActivityKind } from "#contract/activity.ts";
import { noteActivity } from "#server/platform/activity/noteActivity.ts";
import type { Tx } from "#server/db/db.ts";
import { formatPesos } from "#common/money.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { type CardState, guardRefusal, stateRefusal } from "./cardRefusals.ts";
import { type CardEvent, type CardField, fieldOf } from "./cardEvents.ts";

/** Who made a card change: the member (guid), somebody of the staff (username), the issuer, or a job. */
export type CardActor = { kind: "member" | "staff" | "issuer" | "job"; name: string };

export type CardMove = {
  cardId: bigint;
  event: CardEvent;
  actor: CardActor;
  /** Why, for the record: at most 300 characters, empty where the event says it all. */
  reason: string;
  at: Date;
  correlationId: string;
  /** The issuer has done it: the guards, which say what may be asked for, do not apply. */
  hasHappened?: boolean;
};

/** What a move did. */
export type CardMoved = { memberId: bigint; field: CardField; from: string; to: string };

const SUSPENSION_MS = 24 * 60 * 60 * 1000;

/**
 * The only way in which the state or a lock of a card changes (table card_transition): locks the
 * card's row, finds the transition in the table, changes the card and writes down who did it and why.
 * Refuses with the catalogue's sentence for the state where the table has no such transition or its guard
 * says no; throws where this kind of actor may not cause it. What follows for the member (money, notices,
 * the issuer) is the caller's, but for a raise of the limit that is given up with it.
 */
export async function moveCard(tx: Tx, move: CardMove): Promise<CardMoved> {
  const { cardId, event, actor } = move;
  const field = fieldOf[event];
  const card = await lockCardRow(tx, cardId);
  const from = valueOf(card, field);
  const transition = await tx
    .selectFrom("card_transition")
    .select(["to_status", "actor_kinds"])
    .where("field", "=", field)
    .where("from_status", "=", from)
    .where("event", "=", event)
    .executeTakeFirst();
  if (transition === undefined) throw stateRefusal(card, field);
  if (!transition.actor_kinds.includes(actor.kind)) {
    throw new Error(`${event} is not for ${actor.kind}`);
  }
  const refusal = move.hasHappened === true ? undefined : guardRefusal(card, event);
  if (refusal !== undefined) throw refusal;
  const to = transition.to_status;
  // Before the card: the database changes no card without its event.
  await tx
    .insertInto("card_event")
    .values({
      card_id: cardId,
      field,
      from_status: from,
      to_status: to,
      event,
      actor_kind: actor.kind,
      actor: actor.name,
      reason: move.reason.slice(0, 300),
      at: move.at,
      correlation_id: move.correlationId,
    })
    .execute();
  await tx
    .updateTable("card")
    .set({ ...changeOf(field, to), ...alsoOf(event, from, move.at) })
    .where("id", "=", cardId)
    .execute();
  const { member_id: memberId, raised_limit_centavos: raise } = card;
  await noteMove(tx, memberId, move);
  if (raise !== null && dropsRaise(event)) {
    const params = { amount: formatPesos(raise) };
    await notify(tx, { memberId, kind: "limit_raise_dropped", params, at: move.at });
  }
  return { memberId, field, from, to };
}

const toldMoves: Partial<Record<CardEvent, ActivityKind>> = {
  lock_card: "card_locked",
  unlock_card: "card_unlocked",
  lock_over: "card_unlocked",
  admin_lock: "card_locked",
  admin_unlock: "card_unlocked",
  suspend: "card_suspended",
  unsuspend: "card_unsuspended",
  suspension_over: "card_unsuspended",
  deactivate: "card_deactivated",
  reactivate: "card_reactivated",
};

/** What others did; what the member asked for is told where it was asked, with the browser. */
async function noteMove(tx: Tx, memberId: bigint, { event, actor, at }: CardMove): Promise<void> {
  const kind = toldMoves[event];
  if (kind === undefined || actor.kind === "member") return;
  const doer = actor.kind === "staff" ? "office" : "bank";
  await noteActivity(tx, { memberId, at, kind, doer });
}

/** The card as it stands, held until the transaction ends. Throws when there is none. */
export function lockCardRow(tx: Tx, cardId: bigint) {
  return tx
    .selectFrom("card")
    .select(["id", "member_id", "status", "perso_status", "member_locked", "admin_locked"])
    .select([
      "freeze_locked",
      "suspended_until",
      "issuer_customer_id",
      "replaces",
      "raised_limit_centavos",
    ])
    .where("id", "=", cardId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

function valueOf(card: CardState & { freeze_locked: boolean }, field: CardField): string {
  switch (field) {
    case "status":
    case "perso_status":
      return card[field];
    case "member_locked":
    case "admin_locked":
    case "freeze_locked":
      return card[field] ? "locked" : "unlocked";
  }
}

function changeOf(field: CardField, to: string) {
  switch (field) {
    case "status":
      return { status: to };
    case "perso_status":
      return { perso_status: to };
    case "member_locked":
      return { member_locked: to === "locked" };
    case "admin_locked":
      return { admin_locked: to === "locked" };
    case "freeze_locked":
      return { freeze_locked: to === "locked" };
  }
}

const noRaise = { raised_limit_centavos: null, raised_limit_from: null };

/** A raise of the limit that waits for its day is given up where somebody may have asked who is no member. */
const dropsRaise = (event: CardEvent): boolean =>
  event === "admin_lock" ||
  event === "freeze_card" ||
  event === "suspend" ||
  event === "deactivate";

/** What belongs to the state itself. A suspension outlives a deactivation: it is there to come back to. */
function alsoOf(event: CardEvent, from: string, at: Date) {
  if (event === "admin_lock" || event === "freeze_card") return noRaise;
  if (event === "suspend") {
    const until = new Date(at.getTime() + SUSPENSION_MS);
    return { suspended_until: until, pin_tries: 3, ...noRaise };
  }
  if (event === "suspension_over" || event === "unsuspend") {
    return { suspended_until: null, pin_tries: 0 };
  }
  if (event === "unlock_card" || event === "lock_over") return { member_lock_ends_at: null };
  if (event === "deactivate") return { deactivated_from: from, ...noRaise };
  if (event === "reactivate") return { deactivated_from: null, deactivated_for: null };
  if (event === "replace_card") {
    const noPast = { deactivated_from: null, deactivated_for: null };
    return { ...noPast, suspended_until: null, pin_tries: 0 };
  }
  return {};
}
