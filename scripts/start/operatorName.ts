import os from "node:os";

/** As systems name their users, and people who are named by hand. */
const NAME = /^[a-z0-9][a-z0-9._@-]{0,39}$/i;

/**
 * Who gives a command, for the audit trail: the account it runs under and, where that is not a person's
 * (`bank`), the person whom sudo or OPERATOR names: 'jdelacruz as bank'.
 */
export function operatorName(
  environment: NodeJS.ProcessEnv = process.env,
  account: string = os.userInfo().username,
): string {
  const person = [environment["OPERATOR"], environment["SUDO_USER"]].find(
    (name) => name !== undefined && NAME.test(name),
  );
  return person === undefined || person === account ? account : `${person} as ${account}`;
}
