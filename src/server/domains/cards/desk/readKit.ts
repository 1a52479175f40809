import type { KitDetails } from "#contract/staff/cardStock.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { Refusal } from "#server/refusal.ts";
import { canDestroy, canTakeBack, canTransfer } from "./kitActions.ts";
import { kitRows, toKitRow } from "./kitsQuery.ts";

/** One piece of plastic with its way here and what the caller may do with it. Refuses not_found. */
export async function readKit(app: App, staff: StaffCaller, kitId: string): Promise<KitDetails> {
  const row = await kitRows(app)
    .select(["k.office_id", "a.stage"])
    .where("k.id", "=", BigInt(kitId))
    .executeTakeFirst();
  if (row === undefined) throw new Refusal("not_found");
  const office = row.office_id;
  const mayChange = staff.may("card_stock.change", office);
  const events = await app.db
    .selectFrom("audit_event")
    .select(["at", "actor", "action", "detail"])
    .where("object", "=", `kit:${row.serial}`)
    .orderBy("id")
    .limit(200)
    .execute();
  return {
    ...toKitRow(row),
    events: events.map(({ at, actor, action, detail }) => ({
      at: at.toISOString(),
      who: actor,
      what: action,
      detail: reasonOf(detail),
    })),
    may: {
      transfer: mayChange && canTransfer(row),
      destroy: mayChange && canDestroy(row),
      takeBack: staff.may("card_release.take_back", office) && canTakeBack(row),
    },
  };
}

function reasonOf(detail: unknown): string {
  const isReason = typeof detail === "object" && detail !== null && "reason" in detail;
  return isReason && typeof detail.reason === "string" ? detail.reason : "";
}
