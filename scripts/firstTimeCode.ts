import { parseArgs } from "node:util";
import { issueFirstTimeCode } from "#server/domains/access/signUp/firstTimeCode.ts";
import { asOperator, fail, momentInManila } from "./start/operatorApp.ts";
import { operatorName } from "./start/operatorName.ts";
import { readArguments } from "./start/readArguments.ts";

// Makes a first time user's code for a member who stands at the counter, and prints it, once: see that the
// member is who they say. DATABASE_URL and DATA_DIR name the bank (operatorApp.ts).

const USAGE = "npm run first-time-code -- <membership no>";
const { positionals } = readArguments(USAGE, () => parseArgs({ allowPositionals: true }));
const membershipNo = positionals.join("");
if (membershipNo === "") {
  fail(`Name the member: ${USAGE}`);
} else {
  await asOperator(async (app) => {
    const issuedBy = operatorName();
    const { code, expiresAt } = await issueFirstTimeCode(app, { membershipNo, issuedBy });
    const until = momentInManila(expiresAt);
    console.log(`First-time code: ${code}\nGood once, until ${until} in Manila.`);
  });
}
