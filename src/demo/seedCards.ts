import { sql } from "kysely";
import { manilaDate } from "#common/manila.ts";
import { takeCardFee } from "#server/domains/cards/application/cardFee.ts";
import { type CardKind, readReleaseDate } from "#server/domains/cards/state/releaseDate.ts";
import type { Tx } from "#server/db/db.ts";
import { demoCustomerId, demoExpiry, demoKitNumber } from "./demoCard.ts";
import { readOffices } from "./demoFiles.ts";
import type { SeededMember } from "./seededMember.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const KITS_AN_OFFICE = 6;
const HEAD_OFFICE = 1;
const VALID_YEARS = 5;

/** Where an application of a scenario stands, and its plastic if it has one. */
type Scene = {
  kind: CardKind;
  stage: "review" | "approved" | "rejected" | "produced";
  daysAgo: number;
  plastic?: "reserved" | "released";
  /** The issuer failed after the member had entered number and PIN. */
  hasFailed?: boolean;
};

/**
 * The applications that the states of the demo's cards speak of, their plastic, and the stock of kits in
 * the offices. A card with a name has cost its fee.
 */
export async function seedCards(tx: Tx, members: SeededMember[], at: Date): Promise<void> {
  const kitOf = await seedStock(tx, at);
  for (const member of members) {
    const scene = sceneOf(member);
    if (scene === undefined) continue;
    const application = await insertApplication(tx, member, scene, at);
    if (scene.plastic === undefined) continue;
    const kitId =
      scene.kind === "generic"
        ? await reserve(tx, kitOf(pickUpOffice(member)), application.id)
        : await insertNamed(tx, member, { ...application, state: scene.plastic, at });
    if (scene.plastic === "released") {
      await insertRelease(tx, member, { kitId, applicationId: application.id, at });
    }
  }
}

/** The application that a card's states speak of; undefined where it waits for nothing. */
export function sceneOf({ card }: Pick<SeededMember, "card">): Scene | undefined {
  switch (card.cardStatus) {
    case 4:
      return { kind: "generic", stage: "review", daysAgo: 0 };
    case 10:
      return { kind: "generic", stage: "approved", daysAgo: 1, plastic: "reserved" };
    case 12:
      return { kind: "generic", stage: "rejected", daysAgo: 3 };
  }
  switch (card.persoCardStatus) {
    case 4:
      return card.cardStatus === 1
        ? { kind: "personalized", stage: "approved", daysAgo: 2 }
        : { kind: "personalized", stage: "review", daysAgo: 1 };
    case 10:
      return { kind: "personalized", stage: "produced", daysAgo: 16, plastic: "reserved" };
    case 11:
      return { kind: "personalized", stage: "produced", daysAgo: 18, plastic: "released" };
    case 12:
      return {
        kind: "personalized",
        stage: "produced",
        daysAgo: 20,
        plastic: "released",
        hasFailed: true,
      };
  }
  return undefined;
}

async function insertApplication(tx: Tx, member: SeededMember, scene: Scene, at: Date) {
  const { kind, stage, daysAgo } = scene;
  const requestedAt = new Date(at.getTime() - daysAgo * DAY_MS);
  const reference = await nextReference(tx, requestedAt);
  const isUpgrade = kind === "personalized" && member.card.cardStatus === 1;
  const customerId = demoCustomerId(member.card.accountNo ?? member.serial);
  const fee = await takeCardFee(tx, {
    kind,
    replaces: null,
    memberId: member.id,
    reference,
    actor: "demo",
    at: requestedAt,
  });
  const isDecided = stage !== "review";
  const isReady = scene.plastic !== undefined;
  const { id } = await tx
    .insertInto("card_application")
    .values({
      reference,
      member_id: member.id,
      card_id: member.cardId,
      kind,
      is_upgrade: isUpgrade,
      stage,
      issuer_transaction_id: isUpgrade ? null : `CI${member.serial}`,
      issuer_customer_id: isDecided && stage !== "rejected" ? customerId : null,
      token: stage === "produced" ? namedToken(member) : null,
      fee_centavos: fee.fee,
      fee_account_id: fee.accountId,
      fee_entry_id: fee.entryId,
      office_id: BigInt(pickUpOffice(member)),
      requested_at: requestedAt,
      estimated_release_on: await readReleaseDate(tx, kind, requestedAt),
      decided_at: isDecided ? requestedAt : null,
      ordered_at: stage === "produced" ? requestedAt : null,
      produced_at: stage === "produced" ? new Date(at.getTime() - 4 * DAY_MS) : null,
      ready_at: isReady ? new Date(at.getTime() - DAY_MS) : null,
      ended_at: stage === "rejected" ? requestedAt : null,
      reason: stage === "rejected" ? "The picture of the identity card cannot be read" : "",
      activation_asked_at: scene.hasFailed === true ? new Date(at.getTime() - DAY_MS / 24) : null,
      next_inquiry_at: isReady || stage === "rejected" ? null : at,
      correlation_id: `demo-${member.serial}`,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, reference };
}

/** Kits for every office that hands cards out. Answers which of an office's is set aside. */
async function seedStock(tx: Tx, at: Date): Promise<(officeId: number) => string> {
  const serialOf = (officeId: number, place: number) =>
    `K9${String(officeId).padStart(3, "0")}${String(place).padStart(3, "0")}`;
  const kits = readOffices()
    .filter(({ cardPickup }) => cardPickup)
    .flatMap(({ office_id: officeId }) =>
      Array.from({ length: KITS_AN_OFFICE }, (_, place) => {
        const serial = serialOf(officeId, place + 1);
        return {
          serial,
          kind: "generic",
          token: `TK-${serial}`,
          last_four: demoKitNumber(serial).slice(-4),
          expires_on: demoExpiry(at, VALID_YEARS),
          office_id: BigInt(officeId),
          state: "in_stock",
          changed_at: at,
        };
      }),
    );
  await tx.insertInto("card_kit").values(kits).execute();
  return (officeId) => serialOf(officeId, 1);
}

async function reserve(tx: Tx, serial: string, applicationId: bigint): Promise<bigint> {
  const { id } = await tx
    .updateTable("card_kit")
    .set({ state: "reserved", application_id: applicationId })
    .where("serial", "=", serial)
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

async function insertNamed(
  tx: Tx,
  member: SeededMember,
  { id, state, at }: { id: bigint; state: "reserved" | "released"; at: Date },
): Promise<bigint> {
  const serial = namedSerial(member);
  const kit = await tx
    .insertInto("card_kit")
    .values({
      serial,
      kind: "personalized",
      token: namedToken(member),
      last_four: demoKitNumber(serial).slice(-4),
      expires_on: demoExpiry(at, VALID_YEARS),
      office_id: BigInt(pickUpOffice(member)),
      state,
      application_id: id,
      changed_at: at,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await tx
    .updateTable("card")
    .set({ perso_serial_no: serial })
    .where("id", "=", member.cardId)
    .execute();
  return kit.id;
}

async function insertRelease(
  tx: Tx,
  member: SeededMember,
  { kitId, applicationId, at }: { kitId: bigint; applicationId: bigint; at: Date },
): Promise<void> {
  await tx
    .insertInto("card_release")
    .values({
      application_id: applicationId,
      kit_id: kitId,
      office_id: BigInt(pickUpOffice(member)),
      id_type: "passport",
      released_by: "card.demo",
      released_at: new Date(at.getTime() - DAY_MS / 2),
    })
    .execute();
}

/** Who comes to Baguio for a card, whatever their own office is: the demo's card officer sits there. */
const TO_BAGUIO = ["leonardo.valdez04", "glenn.ramos15", "isagani.bautista11"];
const BAGUIO = 6;

/** The office that the member chose, else theirs, or the head office where that hands no cards out. */
function pickUpOffice({ officeId, username }: SeededMember): number {
  if (username !== null && TO_BAGUIO.includes(username)) return BAGUIO;
  const office = readOffices().find(({ office_id }) => office_id === officeId);
  return office?.cardPickup === true ? officeId : HEAD_OFFICE;
}

/** Other digits than the member's default card. */
const namedSerial = ({ serial }: SeededMember) => `P7${serial.slice(1)}`;
const namedToken = (member: SeededMember) => `TK-${namedSerial(member)}`;

async function nextReference(tx: Tx, at: Date): Promise<string> {
  const { rows } = await sql<{ number: string }>`
    select lpad(nextval('card_application_number')::text, 10, '0') as number`.execute(tx);
  return `CA${manilaDate(at).slice(2).replaceAll("-", "")}-${rows[0]?.number ?? ""}`;
}
