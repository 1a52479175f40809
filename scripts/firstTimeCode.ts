import os from "node:os";
import { issueFirstTimeCode } from "#server/joining/firstTimeCode.ts";
import { asOperator, fail, momentInManila } from "./start/operatorApp.ts";

// Makes a first time user's code for a member who stands at the counter, and prints it, once: see that the
// member is who they say. DATABASE_URL and DATA_DIR name the bank (operatorApp.ts).

const membershipNo = process.argv.slice(2).join("");
if (membershipNo === "") {
  fail("Name the member: npm run first-time-code -- <membership no>");
} else {
  await asOperator(async (app) => {
    const issuedBy = os.userInfo().username;
    const { code, expiresAt } = await issueFirstTimeCode(app, { membershipNo, issuedBy });
    const until = momentInManila(expiresAt);
    console.log(`First-time code: ${code}\nGood once, until ${until} in Manila.`);
  });
}
