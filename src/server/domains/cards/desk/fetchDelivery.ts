import type { Findings } from "#contract/staff/cardStock.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { Refusal } from "#server/refusal.ts";
import { announceKits } from "./announceKits.ts";
import { askForKits } from "./orderKits.ts";

/**
 * Announces the kits of a delivery as the issuer has them: the same as their list by hand. An order that
 * the issuer has never seen is sent again. Refuses a delivery that is unknown, not sent yet, or another
 * branch's.
 */
export async function fetchDelivery(
  app: App,
  staff: StaffCaller,
  { branchId, batch }: { branchId: string; batch: string },
): Promise<Findings> {
  const delivery = await app.issuer.kitDelivery(batch);
  switch (delivery.kind) {
    case "unknown":
      throw new Refusal("issuer_unavailable");
    case "pending":
      throw new Refusal("delivery_on_its_way");
    case "absent":
      await orderAgain(app, batch);
      throw new Refusal("delivery_unknown");
    case "delivered":
  }
  if (delivery.officeId !== branchId) throw new Refusal("delivery_other_branch");
  return announceKits(app, staff, {
    branchId,
    batch,
    kind: "generic",
    lines: delivery.kits.map((kit, index) => ({
      line: index + 1,
      ...kit,
      reference: "",
      wrong: [],
      shortened: [],
    })),
  });
}

/** An order of ours whose answer was lost may never have come there. */
async function orderAgain(app: App, batch: string): Promise<void> {
  const order = await app.db
    .selectFrom("card_batch")
    .select(["reference", "office_id", "quantity"])
    .where("reference", "=", batch)
    .where("state", "=", "open")
    .where("kind", "=", "generic")
    .executeTakeFirst();
  if (order === undefined || order.office_id === null) return;
  await askForKits(app, {
    batch: order.reference,
    branchId: String(order.office_id),
    count: order.quantity,
  });
  throw new Refusal("delivery_on_its_way");
}
