import type { Finding, Findings, LineFinding } from "#contract/staff/cardStock.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { markReady, reserveWaiting } from "#server/domains/cards/application/pickUp.ts";
import { moveCard } from "#server/domains/cards/state/moveCard.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import { recordKit } from "./recordKit.ts";

type Scanned = { branchId: string; serials: readonly string[] };
type Kit = NonNullable<Awaited<ReturnType<typeof lockKit>>>;

/**
 * Takes plastic that was announced for a branch into it, serial by serial, and says of each what became
 * of it. A personalized card is then for pick-up, and its member is told where. Scanning one twice
 * changes nothing.
 */
export async function receiveKits(
  app: App,
  staff: StaffCaller,
  { branchId, serials }: Scanned,
): Promise<Findings> {
  const lines: Finding[] = [];
  const seen = new Set<string>();
  for (const [index, serial] of serials.entries()) {
    const isDouble = seen.has(serial);
    seen.add(serial);
    const outcome = isDouble
      ? { finding: "double" as const, detail: "" }
      : // One card at a time: what is wrong with one holds up no other.
        await transact(app.db, (tx) => receive(tx, app, staff, BigInt(branchId), serial));
    lines.push({ line: index + 1, serial, ...outcome });
  }
  // Members who waited for a kit get theirs now, the oldest application first.
  if (lines.some(({ finding }) => finding === "received")) {
    await reserveWaiting(app, BigInt(branchId));
  }
  return { batch: "", lines };
}

type Outcome = { finding: LineFinding; detail: string };

async function receive(
  tx: Tx,
  app: App,
  staff: StaffCaller,
  officeId: bigint,
  serial: string,
): Promise<Outcome> {
  const kit = await lockKit(tx, serial);
  if (kit === undefined) return { finding: "not_announced", detail: "" };
  if (kit.office_id !== officeId) return { finding: "other_branch", detail: kit.branch_name };
  if (kit.state !== "announced") return { finding: "known", detail: kit.state };
  const isFor = kit.kind === "personalized";
  if (isFor && kit.stage !== "produced") {
    return { finding: "no_order", detail: kit.reference ?? "" };
  }
  if (isFor) {
    try {
      await makeReady(tx, app, staff, kit);
    } catch (error) {
      if (error instanceof Refusal) return { finding: "wrong", detail: error.code };
      throw error;
    }
  }
  await tx
    .updateTable("card_kit")
    .set({ state: isFor ? "reserved" : "in_stock", changed_at: app.now() })
    .where("id", "=", kit.id)
    .execute();
  await closeBatch(tx, kit.batch_id, app.now());
  await recordKit(tx, app, staff, serial, {
    action: "kit_received",
    detail: { branch: String(officeId) },
  });
  return { finding: "received", detail: kit.reference ?? "" };
}

function lockKit(tx: Tx, serial: string) {
  return tx
    .selectFrom("card_kit as k")
    .innerJoin("office as o", "o.id", "k.office_id")
    .leftJoin("card_application as a", "a.id", "k.application_id")
    .select([
      "k.id",
      "k.serial",
      "k.kind",
      "k.state",
      "k.office_id",
      "k.batch_id",
      "o.branch_name",
      "a.id as application_id",
      "a.reference",
      "a.stage",
      "a.card_id",
    ])
    .where("k.serial", "=", serial)
    .forNoKeyUpdate("k")
    .executeTakeFirst();
}

/** The member's card has come: 4 becomes 10, its serial is known, the member is told where it is. */
async function makeReady(tx: Tx, app: App, staff: StaffCaller, kit: Kit): Promise<void> {
  const at = app.now();
  const { card_id: cardId, application_id: applicationId } = kit;
  if (cardId === null || applicationId === null) {
    throw new Error(`personalized card ${kit.serial} is nobody's`);
  }
  await moveCard(tx, {
    cardId,
    event: "receive_perso_card",
    actor: { kind: "staff", name: staff.username },
    reason: kit.serial,
    at,
    correlationId: staff.correlationId,
  });
  await tx
    .updateTable("card")
    .set({ perso_serial_no: kit.serial })
    .where("id", "=", cardId)
    .execute();
  await markReady(tx, app, applicationId, at);
}

/** A delivery of which nothing is awaited any more has come; null for plastic of none. */
export async function closeBatch(tx: Tx, batchId: bigint | null, at: Date): Promise<void> {
  if (batchId === null) return;
  await tx
    .updateTable("card_batch")
    .set({ state: "received", received_at: at })
    .where("id", "=", batchId)
    .where("state", "=", "delivered")
    .where((batch) =>
      batch.not(
        batch.exists(
          batch
            .selectFrom("card_kit")
            .select("card_kit.id")
            .where("card_kit.batch_id", "=", batchId)
            .where("card_kit.state", "=", "announced"),
        ),
      ),
    )
    .execute();
}
