import { createHash } from "node:crypto";
import { brand } from "#brand";
import type { StaffRole } from "#contract/staff/actions.ts";
import type { App } from "#server/platform/app.ts";
import { hashPassword } from "#server/platform/passwords/passwords.ts";
import type { Tx } from "#server/db/db.ts";
import { sealTotpSecret, TOTP_SECRET_BYTES } from "#server/platform/secrets/totp.ts";

type DemoStaff = {
  username: string;
  fullName: string;
  role: StaffRole;
  officeId: bigint;
  /** Who works for one branch holds the role there; everybody else for all. */
  isOfBranch?: boolean;
};

const HEAD_OFFICE = 1n;
const BAGUIO = 6n;

/** docs/requirements/decisions.md, 2. Nobody real. */
export const DEMO_STAFF: readonly DemoStaff[] = [
  {
    username: "teller.demo",
    fullName: "Teresa Malvar",
    role: "teller",
    officeId: BAGUIO,
    isOfBranch: true,
  },
  {
    username: "card.demo",
    fullName: "Carlos Ilustre",
    role: "card_officer",
    officeId: BAGUIO,
    isOfBranch: true,
  },
  { username: "loan.demo", fullName: "Lorna Magtoto", role: "loan_officer", officeId: HEAD_OFFICE },
  {
    username: "fraud.demo",
    fullName: "Felipe Arcilla",
    role: "fraud_officer",
    officeId: HEAD_OFFICE,
  },
  {
    username: "supervisor.demo",
    fullName: "Susana Lacson",
    role: "supervisor",
    officeId: HEAD_OFFICE,
  },
  {
    username: "supervisor2.demo",
    fullName: "Simon Katigbak",
    role: "supervisor",
    officeId: HEAD_OFFICE,
  },
  { username: "auditor.demo", fullName: "Aurora Payumo", role: "auditor", officeId: HEAD_OFFICE },
  {
    username: "admin.demo",
    fullName: "Adela Quiogue",
    role: "administrator",
    officeId: HEAD_OFFICE,
  },
];

export type HashedStaff = DemoStaff & { passwordHash: string };

/** The same password for all of them, each with a salt of its own. */
export function hashStaffPasswords(app: App): Promise<HashedStaff[]> {
  return Promise.all(
    DEMO_STAFF.map(async (staff) => ({
      ...staff,
      passwordHash: await hashPassword(app.secrets, brand.demoPassword),
    })),
  );
}

/** The demo's staff with one role each, into a database that has the offices. Returns how many. */
export async function seedStaff(tx: Tx, app: App, everyone: HashedStaff[]): Promise<number> {
  for (const [index, staff] of everyone.entries()) {
    const { username, fullName, role, officeId, isOfBranch, passwordHash } = staff;
    const at = app.now();
    const { id } = await tx
      .insertInto("staff")
      .values({
        username,
        full_name: fullName,
        person_key: `DEMO-${String(index + 1).padStart(3, "0")}`,
        office_id: officeId,
        state: "active",
        password_hash: passwordHash,
        password_changed_at: at,
        totp_secret: sealTotpSecret(app, username, demoSecret(username)),
        created_at: at,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await tx
      .insertInto("staff_role")
      .values({
        staff_id: id,
        role,
        office_id: isOfBranch === true ? officeId : null,
        granted_at: at,
      })
      .execute();
  }
  return everyone.length;
}

/**
 * What the sandbox's authenticator of this user has too: anyone can compute it, which is why production
 * refuses the demo's data.
 */
function demoSecret(username: string): Buffer {
  const digest = createHash("sha256").update(`sandbox staff ${username}`).digest();
  return digest.subarray(0, TOTP_SECRET_BYTES);
}
