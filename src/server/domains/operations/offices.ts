import type { AuditAction } from "#contract/staff/auditActions.ts";
import type { BankRow, OfficeRow } from "#contract/staff/operations.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { type Tx, transact } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";

/** All offices; an association has some tens of them. */
export async function listOffices(app: App): Promise<OfficeRow[]> {
  const rows = await app.db.selectFrom("office").selectAll().orderBy("branch_name").execute();
  return rows.map((row) => ({
    id: String(row.id),
    branchName: row.branch_name,
    line1: row.line_1,
    barangay: row.barangay,
    municipalityCity: row.municipality_city,
    stateProvince: row.state_province,
    isActive: row.is_active,
  }));
}

/** Changes an office. Who changed what is recorded. Refuses with not_found. */
export async function changeOffice(
  app: App,
  staff: StaffCaller,
  officeId: string,
  asked: Omit<OfficeRow, "id">,
): Promise<void> {
  const row = {
    branch_name: asked.branchName,
    line_1: asked.line1,
    barangay: asked.barangay,
    municipality_city: asked.municipalityCity,
    state_province: asked.stateProvince,
    is_active: asked.isActive,
  };
  await transact(app.db, async (tx) => {
    const before = await tx
      .selectFrom("office")
      .selectAll()
      .where("id", "=", BigInt(officeId))
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (before === undefined) throw new Refusal("not_found");
    await tx.updateTable("office").set(row).where("id", "=", before.id).execute();
    await noteChange(
      tx,
      app,
      staff,
      { action: "edit_office", object: `office:${officeId}` },
      before,
      row,
    );
  });
}

/** All banks; there are about 150. */
export async function listBanks(app: App): Promise<BankRow[]> {
  const rows = await app.db.selectFrom("bank").selectAll().orderBy("bank_name").execute();
  return rows.map((row) => ({
    id: String(row.id),
    code: row.code,
    bankName: row.bank_name,
    takesInstapay: row.takes_instapay,
    takesPesonet: row.takes_pesonet,
    instapayBic: row.instapay_bic,
    pesonetBic: row.pesonet_bic,
    isActive: row.is_active,
  }));
}

/**
 * Changes a bank: members choose from the active ones by rail. Refuses with not_found, and with
 * bank_without_bic for a rail on which it has no address.
 */
export async function changeBank(
  app: App,
  staff: StaffCaller,
  bankId: string,
  asked: Pick<BankRow, "bankName" | "takesInstapay" | "takesPesonet" | "isActive">,
): Promise<void> {
  const row = {
    bank_name: asked.bankName,
    takes_instapay: asked.takesInstapay,
    takes_pesonet: asked.takesPesonet,
    is_active: asked.isActive,
  };
  await transact(app.db, async (tx) => {
    const before = await tx
      .selectFrom("bank")
      .selectAll()
      .where("id", "=", BigInt(bankId))
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (before === undefined) throw new Refusal("not_found");
    if (row.takes_instapay && before.instapay_bic === null) {
      throw new Refusal("bank_without_bic", { param: "takesInstapay" });
    }
    if (row.takes_pesonet && before.pesonet_bic === null) {
      throw new Refusal("bank_without_bic", { param: "takesPesonet" });
    }
    await tx.updateTable("bank").set(row).where("id", "=", before.id).execute();
    await noteChange(
      tx,
      app,
      staff,
      { action: "edit_bank", object: `bank:${bankId}` },
      before,
      row,
    );
  });
}

type Column = string | boolean | bigint | number | null;

/** Each changed column as it was and as it is. */
async function noteChange(
  tx: Tx,
  app: App,
  staff: StaffCaller,
  about: { action: AuditAction; object: string },
  before: Record<string, Column>,
  after: Record<string, string | boolean>,
): Promise<void> {
  const changed = Object.entries(after).filter(([name, value]) => before[name] !== value);
  await audit(tx, {
    at: app.now(),
    actorKind: "staff",
    actor: staff.username,
    ...about,
    correlationId: staff.correlationId,
    detail: Object.fromEntries(
      changed.flatMap(([name, value]) => [
        [`${name}_before`, String(before[name])],
        [name, value],
      ]),
    ),
  });
}
