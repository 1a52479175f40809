import { manilaDate } from "#common/manila.ts";
import { withCheckDigit } from "#common/checkDigit.ts";
import type { App } from "#server/platform/app.ts";
import { openCase } from "#server/domains/cases/openCase.ts";
import { makeBatch } from "#server/domains/cards/desk/makeBatch.ts";
import { orderKits } from "#server/domains/cards/desk/orderKits.ts";
import { checkImport } from "#server/domains/imports/checkImport.ts";
import { takeUpload } from "#server/domains/imports/takeUpload.ts";
import { demoMember, demoStaff } from "./demoCallers.ts";
import { bytesOf, hoursAgo } from "./demoRequests.ts";

/** Satellite office of the demo's teller and card officer. */
const BAGUIO = "6";
const KITS = 20;

/**
 * What lies at the desks of a branch and of the card production: a report of one of the branch's members,
 * a file for the maker of cards, kits that are on their way, and members of a former system who wait to be
 * taken over. All of it is done by the bank's own verbs, at the hour it happened.
 */
export async function seedBranch(app: App): Promise<void> {
  await seedProduction(app);
  await seedCase(app);
  await seedImport(app);
}

/** After the last of the cards that lie at the offices was ordered, and before they came. */
async function seedProduction(app: App): Promise<void> {
  const officer = await demoStaff(app, "admin.demo");
  await makeBatch(hoursAgo(app, 15 * 24), officer);
  const branch = await demoStaff(app, "card.demo");
  await orderKits(hoursAgo(app, 30), branch, {
    branchId: BAGUIO,
    count: KITS,
    idempotencyKey: "demo-kits",
  });
}

async function seedCase(app: App): Promise<void> {
  const reporter = await demoMember(app, "marlon.cabrera09");
  const { ref_no: refNo } = await app.db
    .selectFrom("transfer")
    .select("ref_no")
    .where("member_id", "=", reporter.memberId)
    .where("state", "=", "credited")
    .orderBy("accepted_at", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  await openCase(hoursAgo(app, 5), reporter, {
    refNo,
    reason: "other",
    words: "I meant to send less. Can the rest go back to my savings?",
  });
}

/** Three who can be taken over, and one whose birth date no calendar has. Nothing is taken over yet. */
async function seedImport(app: App): Promise<void> {
  const at = hoursAgo(app, 20);
  const joined = manilaDate(at.now()).slice(0, 4);
  const numberOf = (serial: string) => withCheckDigit(`0006${joined}${serial}`);
  const rows = [
    "membership_no,last_name,first_name,birth_date,office,employer,capital_contribution,savings",
    `${numberOf("0008101")},Abad,Rosario,1984-03-19,${BAGUIO},PNP,5000.00,1250.00`,
    `${numberOf("0008102")},Peralta,Joaquin,1991-11-02,${BAGUIO},BFP,3000.00,800.50`,
    `${numberOf("0008103")},Villanueva,Carmela,1978-07-30,${BAGUIO},PNP,12000.00,4310.75`,
    `${numberOf("0008104")},Quiambao,Ernesto,1980-02-30,${BAGUIO},PNP,1000.00,0.00`,
  ];
  const guid = await takeUpload(at, {
    fileName: "baguio-members.csv",
    bytes: bytesOf(rows.join("\r\n")),
    uploadedBy: "admin.demo",
    correlationId: "demo",
  });
  const { id } = await app.db
    .selectFrom("member_import")
    .select("id")
    .where("guid", "=", guid)
    .executeTakeFirstOrThrow();
  await checkImport(at, id);
}
