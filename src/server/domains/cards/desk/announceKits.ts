import { sql } from "kysely";
import { isLikeCardNumber } from "#common/checkDigit.ts";
import type { CardKind } from "#contract/staff/cards.ts";
import type { Finding, Findings, LineFinding } from "#contract/staff/cardStock.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { tellOnItsWay } from "#server/domains/cards/application/tellOfCard.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import type { DeliveryLine } from "./readDeliveryList.ts";

export type Delivery = {
  branchId: string;
  /** The reference of the paper that comes with it. */
  batch: string;
  kind: CardKind;
  lines: readonly DeliveryLine[];
};

type Batch = { id: bigint; officeId: bigint; kind: CardKind };

/**
 * Writes down plastic that is on its way to a branch, and says of each line what became of it: added,
 * matched with what is known already, or why not. The same list sent twice adds nothing. Refuses a
 * reference that stands for another delivery. What could be a card's number names no plastic.
 */
export async function announceKits(
  app: App,
  staff: StaffCaller,
  delivery: Delivery,
): Promise<Findings> {
  return transact(app.db, async (tx) => {
    const batch = await openBatch(tx, app, staff, delivery);
    const lines: Finding[] = [];
    const seen = new Set<string>();
    for (const line of delivery.lines) {
      // Numbers that a spreadsheet has shortened look alike, and are not the same.
      const numbers = (["serial", "token"] as const)
        .filter((name) => !line.shortened.includes(name))
        .map((name) => `${name}:${line[name]}`);
      const isDouble = numbers.some((number) => seen.has(number));
      for (const number of numbers) seen.add(number);
      lines.push(isDouble ? found(line, "double") : await takeLine(tx, app, batch, line));
    }
    const added = lines.filter(({ finding }) => finding === "added").length;
    await tx
      .updateTable("card_batch")
      .set({
        state: "delivered",
        delivered_at: app.now(),
        quantity: sql<number>`(select count(*) from card_kit where batch_id = ${batch.id})`,
      })
      .where("id", "=", batch.id)
      .where("state", "in", ["open", "sent", "delivered"])
      .execute();
    await audit(tx, {
      at: app.now(),
      actorKind: "staff",
      actor: staff.username,
      action: "card_delivery_announced",
      object: `card_batch:${delivery.batch}`,
      correlationId: staff.correlationId,
      detail: { branch: delivery.branchId, lines: lines.length, added },
    });
    return { batch: delivery.batch, lines };
  });
}

/** The delivery of this reference, made if there is none, locked. */
async function openBatch(
  tx: Tx,
  app: App,
  staff: StaffCaller,
  { batch: reference, branchId, kind }: Delivery,
): Promise<Batch> {
  const officeId = BigInt(branchId);
  await tx
    .insertInto("card_batch")
    .values({
      reference,
      kind,
      office_id: officeId,
      state: "sent",
      created_by: staff.username,
      created_at: app.now(),
      sent_at: app.now(),
    })
    .onConflict((conflict) => conflict.column("reference").doNothing())
    .execute();
  const batch = await tx
    .selectFrom("card_batch")
    .select(["id", "kind", "office_id"])
    .where("reference", "=", reference)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (batch.kind !== kind || batch.office_id !== officeId) {
    throw new Refusal("delivery_batch_taken");
  }
  return { id: batch.id, officeId, kind };
}

async function takeLine(tx: Tx, app: App, batch: Batch, line: DeliveryLine): Promise<Finding> {
  const numbers = (["serial", "token"] as const).filter((name) => isLikeCardNumber(line[name]));
  if (numbers.length > 0) return found({ ...line, serial: "" }, "wrong", numbers.join(", "));
  if (line.shortened.length > 0) {
    return found(line, "shortened_number", line.shortened.join(", "));
  }
  if (line.wrong.length > 0) return found(line, "wrong", line.wrong.join(", "));
  const known = await findKnown(tx, line);
  const [kit] = known;
  if (kit === undefined) return addKit(tx, app, batch, line);
  const differs = [
    ["serial", kit.serial === line.serial],
    ["token", kit.token === line.token],
    ["last_four", kit.last_four === line.lastFour],
    ["expires_on", kit.expires_on === line.expiresOn],
    ["kind", kit.kind === batch.kind],
    ["reference", line.reference === "" || kit.reference === line.reference],
  ].flatMap(([name, isSame]) => (isSame ? [] : [String(name)]));
  if (known.length > 1 || differs.length > 0) return found(line, "wrong", differs.join(", "));
  if (kit.batch_id === batch.id) return found(line, "matched");
  // Known from the issuer, and its delivery is named now.
  if (kit.batch_id !== null || kit.state !== "announced") return found(line, "known");
  if (kit.office_id !== batch.officeId) return found(line, "other_branch");
  await tx.updateTable("card_kit").set({ batch_id: batch.id }).where("id", "=", kit.id).execute();
  return found(line, "matched");
}

/** Plastic with this serial or this token, locked. */
function findKnown(tx: Tx, { serial, token }: DeliveryLine) {
  return tx
    .selectFrom("card_kit as k")
    .leftJoin("card_application as a", "a.id", "k.application_id")
    .select([
      "k.id",
      "k.serial",
      "k.token",
      "k.last_four",
      "k.expires_on",
      "k.kind",
      "k.office_id",
      "k.batch_id",
      "k.state",
      "a.reference",
    ])
    .where((kit) => kit.or([kit("k.serial", "=", serial), kit("k.token", "=", token)]))
    .forNoKeyUpdate("k")
    .execute();
}

async function addKit(tx: Tx, app: App, batch: Batch, line: DeliveryLine): Promise<Finding> {
  const application =
    batch.kind === "personalized" ? await findOrder(tx, batch, line.reference) : undefined;
  if (batch.kind === "personalized" && application === undefined) return found(line, "no_order");
  if (application !== undefined) {
    if (application.token !== null && application.token !== line.token) {
      return found(line, "wrong", "token");
    }
    // The list says what the issuer's own word would say: the card is made.
    await tx
      .updateTable("card_application")
      .set({ stage: "produced", produced_at: app.now(), token: line.token, next_inquiry_at: null })
      .where("id", "=", application.id)
      .execute();
    if (application.stage === "approved") await tellOnItsWay(tx, application, app.now());
  }
  await tx
    .insertInto("card_kit")
    .values({
      serial: line.serial,
      kind: batch.kind,
      token: line.token,
      last_four: line.lastFour,
      expires_on: line.expiresOn,
      office_id: batch.officeId,
      batch_id: batch.id,
      state: "announced",
      application_id: application?.id ?? null,
      changed_at: app.now(),
    })
    .execute();
  return found(line, "added");
}

/** The order of a personalized card that this branch hands out and that has no plastic so far. */
async function findOrder(tx: Tx, { officeId }: Batch, reference: string) {
  return tx
    .selectFrom("card_application as a")
    .select(["a.id", "a.token", "a.stage", "a.reference", "a.member_id", "a.office_id"])
    .where("a.reference", "=", reference)
    .where("a.kind", "=", "personalized")
    .where("a.office_id", "=", officeId)
    .where("a.stage", "in", ["approved", "produced"])
    .where((a) =>
      a.not(
        a.exists(
          a
            .selectFrom("card_kit as k")
            .select("k.id")
            .whereRef("k.application_id", "=", "a.id")
            .where("k.state", "not in", ["returned", "destroyed", "missing"]),
        ),
      ),
    )
    .forNoKeyUpdate()
    .executeTakeFirst();
}

const found = ({ line, serial }: DeliveryLine, finding: LineFinding, detail = ""): Finding => ({
  line,
  serial,
  finding,
  detail,
});
