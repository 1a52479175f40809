import os from "node:os";
import { problem } from "./problem.ts";

/** As systems name their users, and people who are named by hand. */
const NAME = /^[a-z0-9][a-z0-9._@-]{0,39}$/i;

/**
 * Who gives a command, for the audit trail: the account it runs under, last; before it the person behind sudo
 * ('jdelacruz as bank'), and before that who names themselves in OPERATOR, for containers
 * ('m.santos as bank'): beside what the system knows and never instead of it. Throws a problem when that is
 * no name.
 */
export function operatorName(
  environment: NodeJS.ProcessEnv = process.env,
  account: string = os.userInfo().username,
): string {
  const { OPERATOR: said, SUDO_USER: behind } = environment;
  if (said && !NAME.test(said)) {
    throw problem("OPERATOR is a short name without blanks, for example jdelacruz.");
  }
  // As the system has it, but in one short line.
  const person = behind?.replaceAll(/[^\w.@\\-]/g, "_").slice(0, 40);
  const before = [...new Set([said, person])].filter((name) => name && name !== account);
  return [...before, account].join(" as ");
}
