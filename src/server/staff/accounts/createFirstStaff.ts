import { brand } from "#brand";
import type { App } from "#server/app.ts";
import { audit } from "#server/audit.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { issueEnrolmentCode } from "./enrolment.ts";

type Person = { username: string; fullName: string; personKey: string };

const USERNAME = /^[a-z0-9][a-z0-9._-]{2,31}$/;
const PERSON = /^[A-Z0-9-]{3,20}$/;

/**
 * Makes an administrator of every branch while fewer than two people are: two are what every other
 * account needs. Asked again for an account that still waits, makes its code anew. Throws what an
 * operator reads. Opens the head office in a bank that has none.
 */
export async function createFirstStaff(
  app: App,
  { operator, ...person }: Person & { operator: string },
): Promise<{ code: string; expiresAt: Date }> {
  if (!USERNAME.test(person.username)) {
    throw new Error("A username is 3 to 32 small letters, digits, dots, dashes and underscores.");
  }
  if (!PERSON.test(person.personKey)) {
    throw new Error("An employee number is 3 to 20 capital letters, digits and dashes.");
  }
  const correlationId = app.random.uuid();
  const staffId = await transact(app.db, async (tx) => {
    const waiting = await requireRoom(tx, person);
    if (waiting !== undefined) return waiting;
    const id = await insert(tx, app, person);
    await audit(tx, {
      at: app.now(),
      actorKind: "system",
      actor: operator,
      action: "first_staff_created",
      object: `staff:${person.username}`,
      correlationId,
    });
    return id;
  });
  return issueEnrolmentCode(app, { username: operator, personKey: "", correlationId }, staffId);
}

/** The same account if it still waits to be enrolled. Throws when two other people run the bank. */
async function requireRoom(tx: Tx, person: Person): Promise<bigint | undefined> {
  const administrators = await tx
    .selectFrom("staff")
    .innerJoin("staff_role", "staff_role.staff_id", "staff.id")
    .select(["staff.id", "staff.username", "staff.person_key", "staff.state"])
    .where("staff_role.role", "=", "administrator")
    .where("staff_role.ended_at", "is", null)
    .where("staff.state", "!=", "disabled")
    .forUpdate("staff")
    .execute();
  const same = administrators.find(({ username }) => username === person.username);
  if (same?.state === "enrolling") return same.id;
  if (same !== undefined) throw new Error("This account is open already.");
  const people = new Set(administrators.map(({ person_key: key }) => key));
  if (people.has(person.personKey)) throw new Error("This person is an administrator already.");
  if (people.size >= 2) {
    throw new Error("Two people run this bank: further accounts are asked for in the console.");
  }
  return undefined;
}

async function insert(tx: Tx, app: App, person: Person): Promise<bigint> {
  const at = app.now();
  const officeId = await headOffice(tx);
  const { id } = await tx
    .insertInto("staff")
    .values({
      username: person.username,
      full_name: person.fullName,
      person_key: person.personKey,
      office_id: officeId,
      state: "enrolling",
      created_at: at,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("staff_role")
    .values({ staff_id: id, role: "administrator", office_id: null, granted_at: at })
    .execute();
  return id;
}

async function headOffice(tx: Tx): Promise<bigint> {
  const first = await tx
    .selectFrom("office")
    .select("id")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  if (first !== undefined) return first.id;
  const { id } = await tx
    .insertInto("office")
    .values({
      id: 1n,
      branch_name: brand.offices.head,
      line_1: "",
      barangay: "",
      municipality_city: "",
      state_province: "",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
