import type { App } from "#server/platform/app.ts";
import { demoMember } from "./demoCallers.ts";
import { ask, decide, hoursAgo, uploadPdf } from "./demoRequests.ts";

const DAY_HOURS = 24;
const SEEN = "Passport ending 204A";

/**
 * Requests of several kinds about the members of data/seed/atDesks.json, each made by another person than may
 * decide it: one of three months ago, and what waits for the fraud officer, a supervisor or the administrator.
 */
export async function seedRequests(app: App): Promise<void> {
  await seedDecided(app);
  await seedOpen(app);
}

async function seedDecided(app: App): Promise<void> {
  const asked = hoursAgo(app, 92 * DAY_HOURS);
  const { memberGuid } = await demoMember(app, "edgardo.bondoc34");
  const address = await ask(asked, "supervisor2.demo", {
    kind: "change_email",
    payload: { memberGuid, emailAddress: "edgardo.bondoc@example.test", identityDocument: SEEN },
    reason: "The member came to the office; the former address is of an employer",
    documents: [await uploadPdf(asked, "supervisor2.demo", "change-of-email.pdf")],
  });
  await decide(hoursAgo(app, 91.5 * DAY_HOURS), "supervisor.demo", address, "approve", "Signed");
}

async function seedOpen(app: App): Promise<void> {
  const corazon = await demoMember(app, "corazon.magsino35");
  const { account_number: accountNumber } = await app.db
    .selectFrom("money_lock as k")
    .innerJoin("member_account as a", "a.id", "k.account_id")
    .select("a.account_number")
    .where("k.member_id", "=", corazon.memberId)
    .executeTakeFirstOrThrow();
  await ask(hoursAgo(app, 4), "teller.demo", {
    kind: "release_money_lock",
    payload: { memberGuid: corazon.memberGuid, accountNumber, identityDocument: SEEN },
    reason: "For the tuition of a daughter, due tomorrow",
  });
  const { memberGuid } = await demoMember(app, "renato.manalo32");
  await ask(hoursAgo(app, 2), "teller.demo", {
    kind: "lift_freeze",
    payload: { memberGuid, identityDocument: "Driver's licence ending 8820" },
    reason: "Came to the counter with a new SIM card",
  });
  await ask(hoursAgo(app, 1.5), "supervisor2.demo", {
    kind: "transfer_setting",
    payload: { name: "newPayeeByCodeLimit", amount: "20000.00" },
    reason: "Fewer calls at the hotline, by the fraud officer's figures",
  });
}
