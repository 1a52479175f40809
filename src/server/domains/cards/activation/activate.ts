import { timingSafeEqual } from "node:crypto";
import type { App, Caller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import type { CardKind } from "#server/domains/cards/state/releaseDate.ts";
import { NO_PIN } from "#server/domains/cards/state/noPin.ts";
import { panMac as panMacOf } from "#server/domains/cards/state/panMac.ts";
import {
  type CardState,
  requireCardAction,
  stateRefusal,
} from "#server/domains/cards/state/cardRefusals.ts";
import { moveCard } from "#server/domains/cards/state/moveCard.ts";
import { transact } from "#server/db/db.ts";
import type { ActivationOutcome } from "#server/platform/gateways/cardIssuer/cardIssuer.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { Refusal } from "#server/refusal.ts";
import { takeTurns } from "#server/platform/takeTurns.ts";
import { countTry, forgetTry } from "./activationTries.ts";
import {
  dropTry,
  endTry,
  findPlastic,
  noteTry,
  type Plastic,
  tryReference,
} from "#server/domains/cards/state/findPlastic.ts";
import { findLostAnswer } from "./findLostAnswer.ts";
import { takeIntoUse } from "./takeIntoUse.ts";

/** What the member read off the card, and the PIN that only the issuer can open. */
export type Entered = { number: string; newPin: string };

/** The card is in use; `earlierPinFrom` when not this PIN counts but one chosen before, at that moment. */
export type InUse = { earlierPinFrom: Date | undefined };

const turns = takeTurns<bigint>();

/**
 * Takes a card into use: the issuer is asked whether this number is the plastic that waits for this
 * member, and sets the PIN. Numbers that are nobody's, somebody else's or no numbers at all are refused
 * alike (invalid_card). A try without an answer is settled before another PIN is sent: was it done, its PIN
 * counts and the answer says so. Refuses activation_unknown while nobody can say what became of it. Number
 * and PIN are passed on and forgotten.
 */
export function activate(
  app: App,
  caller: Caller,
  kind: CardKind,
  entered: Entered,
): Promise<InUse> {
  // Two tries at once are one after the other: the second learns what the first came to.
  return turns(app, caller.memberId, () => activateNow(app, caller, kind, entered));
}

async function activateNow(
  app: App,
  caller: Caller,
  kind: CardKind,
  { number, newPin }: Entered,
): Promise<InUse> {
  const panMac = panMacOf(app.secrets, number);
  const { card, plastic } = await findPlastic(app.db, caller.memberId, kind);
  if (card === undefined) throw new Refusal("card_state");
  // A number is looked at when its try is counted, that of a card in use as well.
  if (!isInUse(card, kind)) {
    requireCardAction(kind === "generic" ? "activate_card" : "activate_perso_card", card);
  }
  await countTry(app, caller.memberId, number);
  if (isInUse(card, kind)) {
    if (isSame(card.pan_mac, panMac)) {
      await forgetTry(app, caller.memberId);
      return { earlierPinFrom: card.pin_changed_at ?? undefined };
    }
    await noteWrong(app, caller, kind);
    throw stateRefusal(card, kind === "generic" ? "status" : "perso_status");
  }
  if (plastic === undefined || plastic.last_four !== number.slice(-4)) {
    await noteWrong(app, caller, kind);
    throw new Refusal("invalid_card");
  }
  // What another number was answered decides first: the card may be in use already.
  if (isOtherOpen(plastic, panMac)) await settleOther(app, caller, kind, plastic);
  const tried = { kind, cardId: card.id, plastic, panMac, number };
  if (isSame(plastic.activation_pan_mac, panMac)) {
    const settled = await settleBefore(app, caller, tried);
    if ("earlierPinFrom" in settled) return settled;
    return send(app, caller, { ...tried, plastic: settled }, newPin);
  }
  return send(app, caller, tried, newPin);
}

type Tried = {
  kind: CardKind;
  cardId: bigint;
  plastic: Plastic;
  panMac: Buffer;
  number: string;
};

async function send(app: App, caller: Caller, tried: Tried, newPin: string): Promise<InUse> {
  const { kind, plastic, panMac, number } = tried;
  if (!(await noteTry(app.db, plastic, { panMac, at: app.now() }))) throw new Refusal("card_state");
  const order = { reference: tryReference(plastic, panMac), token: plastic.token, number, newPin };
  const outcome = await ask(app, kind, plastic, order);
  if (outcome.kind !== "invalid_card") await forgetTry(app, caller.memberId);
  await take(app, caller, { ...tried, outcome, isLate: false });
  return { earlierPinFrom: undefined };
}

/** What the issuer says of a try that it has not carried out, and then never will. */
const OVER = ["weak_pin", "unreadable_pin", "refused"];

/**
 * What became of an earlier try with this number, asked for under its reference with a PIN that nobody can
 * open: what was done is answered as it was, what was not is over. Answers the plastic with a try to come,
 * or that it is in use with the earlier PIN.
 */
async function settleBefore(app: App, caller: Caller, tried: Tried): Promise<InUse | Plastic> {
  const { kind, plastic, panMac, number } = tried;
  const reference = tryReference(plastic, panMac);
  const order = { reference, token: plastic.token, number, newPin: NO_PIN };
  const outcome = await ask(app, kind, plastic, order);
  if (outcome.kind !== "invalid_card") await forgetTry(app, caller.memberId);
  if (OVER.includes(outcome.kind) || (outcome.kind === "failed" && kind === "generic")) {
    await endTry(app.db, plastic);
    return { ...plastic, activation_try: plastic.activation_try + 1 };
  }
  await take(app, caller, { ...tried, outcome, isLate: true });
  const { card } = await findPlastic(app.db, caller.memberId, kind);
  return { earlierPinFrom: card?.pin_changed_at ?? undefined };
}

/** Another number was tried, and its answer is missing. */
function isOtherOpen(plastic: Plastic, panMac: Buffer): boolean {
  return plastic.activation_asked_at !== null && !isSame(plastic.activation_pan_mac, panMac);
}

/** Looks for the other number's answer. Was it a yes, the card is taken into use, and this is another card. */
async function settleOther(
  app: App,
  caller: Caller,
  kind: CardKind,
  plastic: Plastic,
): Promise<void> {
  const found = await findLostAnswer(app, {
    id: plastic.id,
    token: plastic.token,
    guid: caller.memberGuid,
    correlationId: caller.correlationId,
  });
  if (found === "unknown") throw new Refusal("activation_unknown");
  if (found === "inactive") return;
  await noteWrong(app, caller, kind);
  throw new Refusal("invalid_card");
}

type ActivationOrder = Entered & { reference: string; token: string };

function ask(app: App, kind: CardKind, plastic: Plastic, order: ActivationOrder) {
  const { issuer_customer_id: customerId } = plastic;
  if (customerId === null) throw new Error(`${plastic.reference} has no customer at the issuer`);
  return kind === "generic"
    ? app.issuer.linkCard({ ...order, customerId })
    : app.issuer.activatePersonalized(order);
}

/** `isLate`: not the answer to what the member has just entered. */
type ActivationRequest = Omit<Tried, "number"> & { outcome: ActivationOutcome; isLate: boolean };

async function take(app: App, caller: Caller, request: ActivationRequest): Promise<void> {
  const { plastic, panMac, outcome } = request;
  switch (outcome.kind) {
    case "activated": {
      const actor = { kind: "member", name: caller.memberGuid } as const;
      const { correlationId } = caller;
      const { isLate } = request;
      const about = { applicationId: plastic.id, panMac, actor, correlationId, isLate };
      const activated = { ...outcome, ...about };
      await takeIntoUse(app, activated);
      await requireInUse(app, caller, request.kind);
      return;
    }
    case "unknown":
      // The try keeps its reference: asked again, the issuer answers as it did, or does it now.
      app.log.warn(
        { reference: plastic.reference, reason: outcome.reason },
        "no answer to activation",
      );
      throw new Refusal("activation_unknown");
    case "failed":
      if (request.kind === "personalized") await fail(app, caller, request.cardId, outcome.reason);
      else await endTry(app.db, plastic);
      throw new Refusal(
        request.kind === "personalized" ? "activation_failed" : "issuer_unavailable",
      );
    case "invalid_card":
      await noteWrong(app, caller, request.kind);
      await dropTry(app.db, plastic, panMac);
      throw new Refusal("invalid_card");
    case "weak_pin":
    case "unreadable_pin":
    case "refused":
      await endTry(app.db, plastic);
      throw new Refusal(REFUSALS[outcome.kind]);
  }
}

const REFUSALS = {
  weak_pin: "weak_pin",
  unreadable_pin: "pin_key_changed",
  refused: "card_state",
} as const;

/** The number was right and the issuer could not finish: Retry is offered, the old card works on. */
async function fail(app: App, caller: Caller, cardId: bigint, reason: string): Promise<void> {
  const at = app.now();
  const { memberId, correlationId } = caller;
  await transact(app.db, async (tx) => {
    const actor = { kind: "issuer", name: "issuer" } as const;
    await moveCard(tx, { cardId, event: "activation_failed", actor, reason, at, correlationId });
    await notify(tx, { memberId, kind: "card_activation_failed", params: {}, at });
  });
}

/** A number that is not the card's leaves a trace: it may be a guess. */
function noteWrong(app: App, caller: Caller, kind: CardKind): Promise<void> {
  return transact(app.db, (tx) =>
    audit(tx, {
      at: app.now(),
      actorKind: "member",
      actor: caller.memberGuid,
      action: "activate_card_failed",
      object: `member:${caller.memberGuid}`,
      correlationId: caller.correlationId,
      detail: { kind },
    }),
  );
}

/** What the issuer has activated may have been deactivated, or taken back, while it did. */
async function requireInUse(app: App, { memberId }: Caller, kind: CardKind): Promise<void> {
  const { card } = await findPlastic(app.db, memberId, kind);
  if (card === undefined) throw new Refusal("card_state");
  if (isInUse(card, kind)) return;
  throw stateRefusal(card, kind === "generic" ? "status" : "perso_status");
}

function isInUse(card: CardState, kind: CardKind): boolean {
  return card.status === "active" && (kind === "generic" || card.perso_status === "active");
}

function isSame(known: Buffer | null, panMac: Buffer): boolean {
  return known !== null && timingSafeEqual(known, panMac);
}
