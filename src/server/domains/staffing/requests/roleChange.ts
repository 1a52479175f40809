import { defineKind } from "#server/domains/makerChecker/requestRule.ts";
import { lockStaff, readHeldRoles, requireOffices, roleFacts, setRoles } from "./staffOf.ts";

/**
 * Gives an account exactly these roles. It is the whole association's business, so whoever decides has
 * the right in every branch; nobody asks or decides for themselves, so that who asks stays an
 * administrator. Live sessions feel it at once.
 */
export const roleChange = defineKind({
  kind: "role_change",
  subjectOf: ({ username }) => `staff:${username}`,
  readOffice: async () => null,
  readBefore: async (tx, { username, roles }) => {
    const staff = await lockStaff(tx, username);
    await requireOffices(
      tx,
      roles.map(({ officeId }) => officeId),
    );
    return {
      fullName: staff.full_name,
      personKey: staff.person_key,
      accountState: staff.state,
      ...roleFacts(await readHeldRoles(tx, staff.id)),
    };
  },
  after: ({ roles }, before) => ({ ...before, ...roleFacts(roles) }),
  apply: async (tx, { username, roles }, approval) => {
    const staff = await lockStaff(tx, username);
    await setRoles(tx, staff.id, roles, approval.at);
  },
});
