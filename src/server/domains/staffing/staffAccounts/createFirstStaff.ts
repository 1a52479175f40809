import { foldedPerson, isSamePerson } from "#server/domains/makerChecker/samePerson.ts";
import { sql } from "kysely";
import { brand } from "#brand";
import { isReservedName } from "#common/reservedNames.ts";
import type { App } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { issueEnrolmentCode } from "./enrolment.ts";

type Person = { username: string; fullName: string; personKey: string };

const USERNAME = /^[a-z0-9][a-z0-9._-]{2,31}$/;
const PERSON = /^[A-Z0-9-]{3,20}$/;

/**
 * Makes an administrator of every branch while fewer than two people have ever been one: two are what
 * every other account needs. Asked again for an account that still waits, makes its code anew; so it does
 * for one that two people asked for and approved while nobody else could hand it out, which then waits to
 * be confirmed like any other. Throws what an operator reads. Opens the head office in a bank that has
 * none.
 */
export async function createFirstStaff(
  app: App,
  { operator, ...person }: Person & { operator: string },
): Promise<{ code: string; expiresAt: Date }> {
  if (!USERNAME.test(person.username)) {
    throw new Error("A username is 3 to 32 small letters, digits, dots, dashes and underscores.");
  }
  if (isReservedName(person.username)) throw new Error("Please choose another username.");
  if (!PERSON.test(person.personKey)) {
    throw new Error("An employee number is 3 to 20 capital letters, digits and dashes.");
  }
  const correlationId = app.random.uuid();
  const actor = `operator:${operator}`;
  const staffId = await transact(app.db, async (tx) => {
    const waiting = await requireRoom(tx, person);
    if (waiting !== undefined) return waiting;
    const id = await insert(tx, app, person);
    await audit(tx, {
      at: app.now(),
      actorKind: "system",
      actor,
      action: "first_staff_created",
      object: `staff:${person.username}`,
      correlationId,
    });
    return id;
  });
  return issueEnrolmentCode(app, { kind: "operator", actor, correlationId }, staffId);
}

/** The same account if it still waits to be enrolled. Throws when two other people have run the bank. */
async function requireRoom(tx: Tx, person: Person): Promise<bigint | undefined> {
  // Two commands at once would each find room.
  await sql`select pg_advisory_xact_lock(hashtext('first staff'))`.execute(tx);
  const same = await tx
    .selectFrom("staff")
    .select(["id", "person_key", "state", "enrolment_asked_by"])
    .where("username", "=", person.username)
    .executeTakeFirst();
  if (same !== undefined && !isSamePerson(same.person_key, person.personKey)) {
    throw new Error("This account is another person's.");
  }
  if (same !== undefined && same.state !== "enrolling") {
    throw new Error("This account is open already.");
  }
  if (same !== undefined && same.enrolment_asked_by !== null) {
    await requireNobodyElse(tx);
    return same.id;
  }
  const administrators = await tx
    .selectFrom("staff")
    .innerJoin("staff_role", "staff_role.staff_id", "staff.id")
    .select(["staff.person_key", "staff.state", "staff.password_changed_at", "ended_at"])
    .where("staff_role.role", "=", "administrator")
    .execute();
  // Whoever once was one counts for good: the command is for a bank that begins.
  const former = administrators.filter(({ password_changed_at: at }) => at !== null);
  const present = administrators.filter(
    (one) => one.ended_at === null && one.state !== "disabled" && same === undefined,
  );
  const people = new Set([...former, ...present].map(({ person_key: key }) => foldedPerson(key)));
  if (people.has(foldedPerson(person.personKey)))
    throw new Error("This person is an administrator already.");
  if (people.size >= 2) {
    throw new Error("Two people run this bank: further accounts are asked for in the console.");
  }
  return same?.id;
}

/** Throws where three people work who could ask for, approve and hand out an account between them. */
async function requireNobodyElse(tx: Tx): Promise<void> {
  const able = await tx
    .selectFrom("staff")
    .innerJoin("staff_role", "staff_role.staff_id", "staff.id")
    .select(sql`staff_person_folded(staff.person_key)`.as("person"))
    .distinct()
    .where("staff_role.role", "in", ["administrator", "supervisor"])
    .where("staff_role.office_id", "is", null)
    .where("staff_role.ended_at", "is", null)
    .where("staff.state", "=", "active")
    .execute();
  if (able.length > 2) throw new Error("The code of this account is handed out in the console.");
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
