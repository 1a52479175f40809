import { sql } from "kysely";
import { isTaken, type Tx } from "#server/db/db.ts";
import { defineKind } from "#server/domains/makerChecker/requestRule.ts";
import { Refusal } from "#server/refusal.ts";
import { lockStaff } from "./staffOf.ts";

/**
 * Says which member a person of the staff is, too, or that they are none. From then on the person does nothing
 * to that membership, by whatever account (staff_acts_for_others). Two people say so, neither of them the person.
 */
export const staffMembership = defineKind({
  kind: "staff_membership",
  subjectOf: ({ username }) => `staff:${username}`,
  readOffice: async () => null,
  readBefore: async (tx, { username, membershipNo }) => {
    const staff = await lockStaff(tx, username);
    if (membershipNo !== null) await requireFree(tx, staff.person_key, membershipNo);
    return {
      fullName: staff.full_name,
      personKey: staff.person_key,
      membershipNo: (await membershipOf(tx, staff.person_key)) ?? "",
    };
  },
  after: ({ membershipNo }, before) => ({ ...before, membershipNo: membershipNo ?? "" }),
  apply: async (tx, { username, membershipNo }, { at }) => {
    const { person_key: personKey } = await lockStaff(tx, username);
    const member = await tx
      .selectFrom("member")
      .select("id")
      .where("membership_no", "=", membershipNo ?? "")
      .executeTakeFirst();
    const is = { member_id: member?.id ?? null, set_at: at };
    try {
      await tx
        .insertInto("staff_membership")
        .values({ person: sql<string>`staff_person_folded(${personKey})`, ...is })
        .onConflict((conflict) => conflict.column("person").doUpdateSet(is))
        .execute();
    } catch (error) {
      // Another person's was approved since this one was looked at.
      if (isTaken(error, "staff_membership_is_of_one")) throw new Refusal("request_does_not_apply");
      throw error;
    }
  },
});

async function membershipOf(tx: Tx, personKey: string): Promise<string | undefined> {
  const found = await tx
    .selectFrom("staff_membership as s")
    .innerJoin("member as m", "m.id", "s.member_id")
    .select("m.membership_no")
    .where("s.person", "=", sql<string>`staff_person_folded(${personKey})`)
    .executeTakeFirst();
  return found?.membership_no;
}

/** Refuses, on its field, a number that no member has, and one that is another person's. */
async function requireFree(tx: Tx, personKey: string, membershipNo: string): Promise<void> {
  const found = await tx
    .selectFrom("member as m")
    .leftJoin("staff_membership as s", "s.member_id", "m.id")
    .select(
      sql<boolean>`coalesce(s.person <> staff_person_folded(${personKey}), false)`.as("taken"),
    )
    .where("m.membership_no", "=", membershipNo)
    .executeTakeFirst();
  if (found === undefined) throw new Refusal("staff_membership_unknown");
  if (found.taken) throw new Refusal("staff_membership_taken");
}
