import { withoutSeparators } from "#contract/identity.ts";
import { namesOf, refuseWeakPassword } from "#server/platform/passwords/passwordRules.ts";

/** Refuses, on new_password, what many people use and what has the username or employee number in it. */
export async function refuseWeakStaffPassword(
  password: string,
  staff: { username: string; personKey: string; fullName: string },
): Promise<void> {
  const words = {
    username: staff.username,
    // Compared in lower case, without what people write between.
    membershipNo: withoutSeparators(staff.personKey).toLowerCase(),
    birthDate: null,
    knownBy: namesOf(staff.fullName),
  };
  await refuseWeakPassword(password, words, "new_password");
}
