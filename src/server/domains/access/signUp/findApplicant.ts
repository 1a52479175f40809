import type { Db, Tx } from "#server/db/db.ts";
import { knownBy } from "#server/platform/passwords/passwordRules.ts";
import { staysClosed } from "#server/domains/access/auth/accessRefusal.ts";

/** A member on the books, as a sign-up looks at one. */
export type OnTheBooks = {
  id: bigint;
  guid: string;
  hasAccount: boolean;
  /** False with an online account, for whom staff has closed it, and for who is frozen. */
  mayJoin: boolean;
  mobileNumber: string | null;
  language: string;
  birthDate: string | null;
  /** As in PersonalWords. */
  knownBy: readonly string[];
};

/** The member with this number, in its 16 digits. */
export async function findOnTheBooks(
  db: Db | Tx,
  membershipNo: string,
): Promise<OnTheBooks | undefined> {
  const member = await db
    .selectFrom("member")
    .select([
      "id",
      "guid",
      "username_key",
      "access_closed_for",
      "mobile_number",
      "language",
      "date_of_birth",
      "first_name",
      "middle_name",
      "last_name",
    ])
    .where("membership_no", "=", membershipNo)
    .executeTakeFirst();
  if (member === undefined) return undefined;
  const hasAccount = member.username_key !== null;
  return {
    id: member.id,
    guid: member.guid,
    hasAccount,
    mayJoin: !hasAccount && !staysClosed(member.access_closed_for),
    mobileNumber: member.mobile_number,
    language: member.language,
    birthDate: member.date_of_birth,
    knownBy: knownBy(member),
  };
}
