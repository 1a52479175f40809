import { sql } from "kysely";
import { formatPesos } from "#common/money.ts";
import { chosenPrintedName, printedName } from "#common/printedName.ts";
import { refusals } from "#contract/refusals.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { namePartsOf } from "#server/domains/cards/state/nameParts.ts";
import { requireCardAction } from "#server/domains/cards/state/cardRefusals.ts";
import { lockCardRow, moveCard } from "#server/domains/cards/state/moveCard.ts";
import { type Tx, transact } from "#server/db/db.ts";
import { FieldErrors } from "#server/platform/http/validate.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { Refusal } from "#server/refusal.ts";
import { requireWithin } from "#server/platform/base/throttle.ts";
import { takeCardFee } from "./cardFee.ts";
import { findHandOutOffice, isPickUpOffice } from "./offices.ts";
import { type CardKind, readReleaseDate } from "#server/domains/cards/state/releaseDate.ts";
import { findMissingDetails } from "./requestDetails.ts";

type CardRow = Awaited<ReturnType<typeof lockCardRow>>;

const requests = { generic: "request_card", personalized: "request_perso_card" } as const;

/** Also of those that are refused: each looks through the whole file of the member. */
const REQUESTS_AN_HOUR = 30;

/**
 * Applies for a card: state, fee, application and the promise to ask the issuer stand or fall together.
 * While an application of this kind is open, the answer is its reference and nothing else happens.
 * Where the member's name cannot be printed on a personalized card, the one chosen is, else printed_name.
 * Refuses in maintenance, in a state that allows no application, with details or money missing, and with
 * too_many_requests after 30 tries in an hour.
 */
export async function applyForCard(
  app: App,
  caller: Caller,
  wanted: CardWish,
): Promise<{ transactionId: string }> {
  await requireRequestsLeft(app, caller.memberId);
  await requireOffice(app, wanted);
  return transact(app.db, async (tx) => {
    const at = app.now();
    const cardId = await findOrMakeCard(tx, caller.memberId, at);
    // From here on one application of the member at a time.
    const card = await lockCardRow(tx, cardId);
    const open = await findOpen(tx, caller.memberId, wanted.kind);
    if (open !== undefined) return { transactionId: open };
    return fileApplication(tx, caller, { wanted, card, at });
  });
}

/** A card as it is asked for. */
export type CardWish =
  | { kind: "generic" }
  | { kind: "personalized"; officeId: bigint; chosenName: string };

export async function requireRequestsLeft(app: App, memberId: bigint): Promise<void> {
  const tries = { scope: "card_request", key: String(memberId), limit: REQUESTS_AN_HOUR };
  await requireWithin(app.db, { ...tries, window: "1 hour", at: app.now() });
}

export async function requireOffice(app: App, wanted: CardWish): Promise<void> {
  if (wanted.kind === "personalized" && !(await isPickUpOffice(app, wanted.officeId))) {
    throw new Refusal("pickup_office_unknown");
  }
}

/** Files the application for a card whose row is held: state, fee and application stand or fall together. */
export async function fileApplication(
  tx: Tx,
  caller: Caller,
  { wanted, card, at }: { wanted: CardWish; card: CardRow; at: Date },
): Promise<{ transactionId: string }> {
  const cardId = card.id;
  await requireOffered(tx, wanted.kind, caller.language);
  const isUpgrade = wanted.kind === "personalized" && card.status === "active";
  requireCardAction(isUpgrade ? "upgrade_card" : requests[wanted.kind], card);
  await moveCard(tx, {
    cardId,
    event: wanted.kind === "generic" ? "request_card" : "request_perso_card",
    actor: { kind: "member", name: caller.memberGuid },
    reason: "",
    at,
    correlationId: caller.correlationId,
  });
  // Of a customer of the issuer's, nothing more is asked.
  if (card.issuer_customer_id === null) await requireDetails(tx, caller);
  const officeId =
    wanted.kind === "personalized"
      ? wanted.officeId
      : await findHandOutOffice(tx, await readMemberOffice(tx, caller.memberId));
  const nameOnCard =
    wanted.kind === "personalized" ? await nameToPrint(tx, caller, wanted.chosenName) : null;
  const made = await insertApplication(tx, {
    printedName: nameOnCard,
    caller,
    cardId,
    customerId: card.issuer_customer_id,
    kind: wanted.kind,
    replaces: card.replaces,
    officeId,
    isUpgrade,
    at,
  });
  await tellAndRecord(tx, caller, { ...made, kind: wanted.kind, at });
  return { transactionId: made.reference };
}

async function findOrMakeCard(tx: Tx, memberId: bigint, at: Date): Promise<bigint> {
  await tx
    .insertInto("card")
    .values({ member_id: memberId, created_at: at })
    .onConflict((conflict) => conflict.column("member_id").doNothing())
    .execute();
  const { id } = await tx
    .selectFrom("card")
    .select("id")
    .where("member_id", "=", memberId)
    .executeTakeFirstOrThrow();
  return id;
}

async function findOpen(tx: Tx, memberId: bigint, kind: CardKind): Promise<string | undefined> {
  const open = await tx
    .selectFrom("card_application")
    .select("reference")
    .where("member_id", "=", memberId)
    .where("kind", "=", kind)
    .where("stage", "in", ["sent", "review", "approved"])
    .where("ready_at", "is", null)
    .executeTakeFirst();
  return open?.reference;
}

export async function requireOffered(
  tx: Tx,
  kind: CardKind,
  language: "en" | "fil",
): Promise<void> {
  const row = await tx
    .selectFrom("card_maintenance")
    .select(["is_on", "text", "text_fil"])
    .where("kind", "=", kind === "generic" ? "generic" : "perso")
    .executeTakeFirstOrThrow();
  if (!row.is_on) return;
  const said = (language === "fil" && row.text_fil) || row.text;
  const text = said || refusals.unavailable[language];
  throw new Refusal("card_maintenance", { values: { text } });
}

async function requireDetails(tx: Tx, caller: Caller): Promise<void> {
  const missing = await findMissingDetails(tx, caller.memberId, caller.language);
  if (missing.length > 0) throw new FieldErrors(missing);
}

async function readMemberOffice(tx: Tx, memberId: bigint): Promise<bigint | null> {
  const { office_id } = await tx
    .selectFrom("member")
    .select("office_id")
    .where("id", "=", memberId)
    .executeTakeFirstOrThrow();
  return office_id;
}

async function nameToPrint(tx: Tx, { memberId }: Caller, chosen: string): Promise<string> {
  const member = await tx
    .selectFrom("member")
    .select(["first_name", "middle_name", "last_name", "qualifier"])
    .where("id", "=", memberId)
    .executeTakeFirstOrThrow();
  const parts = namePartsOf(member);
  const name = printedName(parts) ?? chosenPrintedName(chosen, parts);
  if (name === undefined) throw new Refusal("printed_name");
  return name;
}

type NewApplication = {
  caller: Caller;
  cardId: bigint;
  /** As whom the issuer knows the member already. */
  customerId: string | null;
  kind: CardKind;
  /** Of a personalized card. */
  printedName: string | null;
  /** What became of the plastic before it. */
  replaces: string | null;
  officeId: bigint | null;
  isUpgrade: boolean;
  at: Date;
};

async function insertApplication(tx: Tx, wanted: NewApplication) {
  const { caller, cardId, customerId, kind, replaces, officeId, isUpgrade, at } = wanted;
  const reference = await nextReference(tx, at);
  const { memberId, memberGuid: actor } = caller;
  const charge = { kind, replaces, memberId, reference, actor, at };
  const { fee, accountId, entryId } = await takeCardFee(tx, charge);
  const { id } = await tx
    .insertInto("card_application")
    .values({
      reference,
      member_id: memberId,
      card_id: cardId,
      kind,
      is_upgrade: isUpgrade,
      replaces,
      printed_name: wanted.printedName,
      // The issuer looks into each customer once.
      stage: customerId === null ? "sent" : "approved",
      issuer_customer_id: customerId,
      decided_at: customerId === null ? null : at,
      fee_centavos: fee,
      fee_account_id: accountId,
      fee_entry_id: entryId,
      office_id: officeId,
      requested_at: at,
      estimated_release_on: await readReleaseDate(tx, kind, at),
      // A kit of an office is nothing that the issuer is asked for.
      next_inquiry_at: customerId !== null && kind === "generic" ? null : at,
      correlation_id: caller.correlationId,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("outbox")
    .values({
      kind: "advance_card_application",
      payload: JSON.stringify({ applicationId: String(id) }),
      created_at: at,
    })
    .execute();
  return { reference, fee };
}

/** 'CA261121-0000000001' */
async function nextReference(tx: Tx, at: Date): Promise<string> {
  const { rows } = await sql<{ reference: string }>`
    select 'CA' || to_char(${at}::timestamptz at time zone 'Asia/Manila', 'YYMMDD') || '-'
      || lpad(nextval('card_application_number')::text, 10, '0') as reference`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error("no reference was made");
  return row.reference;
}

async function tellAndRecord(
  tx: Tx,
  { memberId, memberGuid, correlationId }: Caller,
  made: { reference: string; fee: bigint; kind: CardKind; at: Date },
): Promise<void> {
  const { reference, fee, kind, at } = made;
  await notify(tx, {
    memberId,
    kind: fee === 0n ? "card_requested" : "card_requested_for_fee",
    params: { refNo: reference, fee: formatPesos(fee) },
    at,
  });
  await audit(tx, {
    at,
    actorKind: "member",
    actor: memberGuid,
    action: "request_card",
    object: `card_application:${reference}`,
    correlationId,
    detail: { kind },
  });
}
