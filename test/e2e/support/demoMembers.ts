import { readFileSync } from "node:fs";

/** A member of the demo, as data/seed/members.json has it. */
export type DemoPerson = {
  scenario: string;
  username: string;
  mobileNumber: string;
  firstName: string;
  lastName: string;
  membershipNo: string;
  card: { accountNo: string | null };
};

// Checked in; the seeding of the demo reads the same file.
const { members } = JSON.parse(readFileSync("data/seed/members.json", "utf8")) as {
  members: DemoPerson[];
};

/** A demo member by the beginning of the username ('florante.yambao'). Throws when there is none. */
export function demoMember(username: string): DemoPerson {
  const found = members.find((member) => member.username.startsWith(username));
  if (found === undefined) throw new Error(`No demo member is called ${username}`);
  return found;
}

/** On the books, and without an online account. */
export type DemoNewcomer = { membershipNo: string; mobileNumber: string | null };

// As above.
const { members: newcomers } = JSON.parse(readFileSync("data/seed/newcomers.json", "utf8")) as {
  members: DemoNewcomer[];
};

/** Somebody of the demo who may create an account, with a phone or without. */
export function demoNewcomer(hasPhone: boolean): DemoNewcomer {
  const found = newcomers.find(({ mobileNumber }) => (mobileNumber !== null) === hasPhone);
  if (found === undefined) throw new Error("The demo has no such newcomer");
  return found;
}
