import type { Db, Tx } from "#server/db/db.ts";

/** A member on the books, as a sign-up looks at one. */
export type OnTheBooks = {
  id: bigint;
  guid: string;
  hasAccount: boolean;
  /** False with an online account, and for whom staff has closed it. */
  mayJoin: boolean;
  mobileNumber: string | null;
  language: string;
  birthDate: string | null;
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
    ])
    .where("membership_no", "=", membershipNo)
    .executeTakeFirst();
  if (member === undefined) return undefined;
  const hasAccount = member.username_key !== null;
  return {
    id: member.id,
    guid: member.guid,
    hasAccount,
    mayJoin: !hasAccount && member.access_closed_for !== "staff",
    mobileNumber: member.mobile_number,
    language: member.language,
    birthDate: member.date_of_birth,
  };
}
