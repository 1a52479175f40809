import type { App, StaffCaller } from "#server/platform/app.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import { recordKit } from "./recordKit.ts";

/** Applications that still want their plastic. */
const OPEN_STAGES = ["sent", "review", "approved", "produced"];

export type KitNow = { state: string; kind: string; stage: string | null };

/** A kit that is nobody's moves to another branch. */
export const canTransfer = ({ state, kind }: KitNow): boolean =>
  kind === "generic" && state === "in_stock";

/** What nobody waits for is cut up: never what is set aside for a member or in a member's hand. */
export const canDestroy = ({ state, stage }: KitNow): boolean =>
  ["announced", "in_stock", "reserved", "returned", "missing"].includes(state) && !isWanted(stage);

/** What nobody came for lies at the branch still. */
export const canTakeBack = ({ state, stage }: KitNow): boolean =>
  ["announced", "in_stock", "reserved"].includes(state) && stage !== null && !isWanted(stage);

const isWanted = (stage: string | null) => stage !== null && OPEN_STAGES.includes(stage);

/** Sends a free kit to another branch, which takes it in by its serial. Refuses kit_state, office_unknown. */
export async function transferKit(
  app: App,
  staff: StaffCaller,
  { kitId, branchId, reason }: { kitId: string; branchId: string; reason: string },
): Promise<void> {
  await transact(app.db, async (tx) => {
    const kit = await lockKit(tx, kitId);
    if (!canTransfer(kit)) throw new Refusal("kit_state");
    const office = await tx
      .selectFrom("office")
      .select("id")
      .where("id", "=", BigInt(branchId))
      .where("id", "<>", kit.office_id)
      .where("is_active", "=", true)
      .executeTakeFirst();
    if (office === undefined) throw new Refusal("office_unknown", { param: "branchId" });
    await tx
      .updateTable("card_kit")
      .set({ state: "announced", office_id: office.id, changed_at: app.now() })
      .where("id", "=", kit.id)
      .execute();
    const detail = { from: String(kit.office_id), to: branchId, reason };
    await recordKit(tx, app, staff, kit.serial, { action: "kit_transferred", detail });
  });
}

/** Writes down that plastic was cut up. Refuses kit_state for what a member waits for or has. */
export async function destroyKit(
  app: App,
  staff: StaffCaller,
  { kitId, reason }: { kitId: string; reason: string },
): Promise<void> {
  await transact(app.db, async (tx) => {
    const kit = await lockKit(tx, kitId);
    if (!canDestroy(kit)) throw new Refusal("kit_state");
    await setState(tx, app, kit.id, { state: "destroyed" });
    const detail = { branch: String(kit.office_id), reason };
    await recordKit(tx, app, staff, kit.serial, { action: "kit_destroyed", detail });
  });
}

/**
 * Takes plastic back that its member never came for: a kit is free again, a personalized card goes back to
 * the issuer. Refuses kit_state while the application is open.
 */
export async function takeBackKit(
  app: App,
  staff: StaffCaller,
  { kitId, reason }: { kitId: string; reason: string },
): Promise<void> {
  await transact(app.db, async (tx) => {
    const kit = await lockKit(tx, kitId);
    if (!canTakeBack(kit)) throw new Refusal("kit_state");
    const isFree = kit.kind === "generic";
    await setState(
      tx,
      app,
      kit.id,
      isFree ? { state: "in_stock", application_id: null } : { state: "returned" },
    );
    const detail = { branch: String(kit.office_id), reason };
    await recordKit(tx, app, staff, kit.serial, { action: "kit_taken_back", detail });
  });
}

async function setState(
  tx: Tx,
  app: App,
  kitId: bigint,
  change: { state: string; application_id?: null },
): Promise<void> {
  await tx
    .updateTable("card_kit")
    .set({ ...change, changed_at: app.now() })
    .where("id", "=", kitId)
    .execute();
}

async function lockKit(tx: Tx, kitId: string) {
  const kit = await tx
    .selectFrom("card_kit as k")
    .leftJoin("card_application as a", "a.id", "k.application_id")
    .select(["k.id", "k.serial", "k.kind", "k.state", "k.office_id", "a.stage"])
    .where("k.id", "=", BigInt(kitId))
    .forNoKeyUpdate("k")
    .executeTakeFirst();
  if (kit === undefined) throw new Refusal("not_found");
  return kit;
}
