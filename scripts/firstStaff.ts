import { parseArgs } from "node:util";
import { createFirstStaff } from "#server/domains/staffing/staffAccounts/createFirstStaff.ts";
import { asOperator, fail, momentInManila } from "./start/operatorApp.ts";
import { operatorName } from "./start/operatorName.ts";
import { readArguments } from "./start/readArguments.ts";

// Makes one of the first two administrators of a new bank, and prints the code with which they set
// password and authenticator, once. Every other account is asked for and approved in the console, by two
// people. DATABASE_URL and DATA_DIR name the bank (operatorApp.ts).

const USAGE = 'npm run first-staff -- <username> "<full name>" <employee number>';
const { positionals } = readArguments(USAGE, () => parseArgs({ allowPositionals: true }));
const [username, fullName, personKey] = positionals;
if (username === undefined || fullName === undefined || personKey === undefined) {
  fail(`Name the person: ${USAGE}`);
} else {
  await asOperator(async (app) => {
    const operator = operatorName();
    const person = { username, fullName, personKey };
    const { code, expiresAt } = await createFirstStaff(app, { operator, ...person });
    const until = momentInManila(expiresAt);
    console.log(`Enrolment code of ${username}: ${code}\nGood once, until ${until} in Manila.`);
  });
}
