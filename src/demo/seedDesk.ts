import { manilaMonth } from "#common/manila.ts";
import { toDecimal } from "#common/money.ts";
import { RAIL_KINDS } from "#contract/transferKinds.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { openCase } from "#server/domains/cases/openCase.ts";
import { answer, note, resolve } from "#server/domains/cases/desk/caseActions.ts";
import { makePayrollFile } from "#server/domains/payroll/makePayrollFile.ts";
import { setDeduction } from "#server/domains/payroll/standingDeductions.ts";
import { postRemittance } from "#server/domains/payroll/postRemittance.ts";
import { readRemittance } from "#server/domains/payroll/remittances.ts";
import { sendRemittance } from "#server/domains/payroll/sendRemittance.ts";
import { demoMember, demoStaff } from "./demoCallers.ts";
import { ask, bytesOf, decide, hoursAgo, uploadPdf } from "./demoRequests.ts";

const DAY_HOURS = 24;
const EMPLOYER = "Others";
/** What members put aside each month. */
const MONTHLY = [500_00n, 1_000_00n, 300_00n];
const UNKNOWN = 1_250_00n;
const ANOTHERS = 300_00n;
/** Less than InstaPay's, so that a member sees why to wait for a cycle. */
const PESONET_FEE = "5.00";

/**
 * What lies at the desks of a bank that has been open for a while: reports of members, requests of staff
 * that are decided and that are not, a file of deductions and a remittance with exceptions. All of it is
 * done by the bank's own verbs, at the hour it happened. Does nothing where there was a request before.
 */
export async function seedDesk(app: App): Promise<void> {
  const { requests } = await app.db
    .selectFrom("staff_request")
    .select((eb) => eb.fn.countAll<bigint>().as("requests"))
    .executeTakeFirstOrThrow();
  if (requests > 0n) return;
  await seedCases(app);
  await seedRemittance(app);
  await seedRequests(app);
}

/** One that is new, one that waits for the member, one that was settled. */
async function seedCases(app: App): Promise<void> {
  const officer = await demoStaff(app, "fraud.demo");
  const reporter = await demoMember(app, "daisy.soliman27");
  const returned = await refNoOf(app, reporter.memberId, "returned");
  const settled = await openCase(hoursAgo(app, 17 * DAY_HOURS), reporter, {
    refNo: returned,
    reason: "not_received",
    words: "My brother says that nothing came.",
  });
  await resolve(hoursAgo(app, 16 * DAY_HOURS), officer, settled.caseNo, {
    words:
      "The other bank found no such account. Amount and fee have been on your card since that day.",
  });
  const other = await demoMember(app, "florante.yambao01");
  const misspelt = await openCase(hoursAgo(app, 30), other, {
    refNo: await refNoOf(app, other.memberId, "returned"),
    reason: "other",
    words: "I wrote the name wrong. Was the fee returned as well?",
  });
  await note(
    hoursAgo(app, 27),
    officer,
    misspelt.caseNo,
    "Returned with code BE01 the same minute.",
  );
  await answer(hoursAgo(app, 26), officer, misspelt.caseNo, {
    words: "Yes, with the fee. Please look at your card's history and tell us if it is not there.",
    waitsFor: "member",
  });
  await openCase(hoursAgo(app, 2), other, {
    refNo: await refNoOf(app, other.memberId, "credited"),
    reason: "not_received",
    words: "",
  });
}

/** The newest transfer of a member to another bank that ended so. */
async function refNoOf(
  app: App,
  memberId: bigint,
  state: "credited" | "returned",
): Promise<string> {
  const { ref_no } = await app.db
    .selectFrom("transfer")
    .select("ref_no")
    .where("member_id", "=", memberId)
    .where("kind", "in", RAIL_KINDS)
    .where("state", "=", state)
    .orderBy("accepted_at", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  return ref_no;
}

/** Some of an employer's members put something aside each month, as they signed; the last of them is answered. */
async function seedDeductions(app: App, officer: StaffCaller, firstMonth: string) {
  const accounts = await app.db
    .selectFrom("member_account as a")
    .innerJoin("member as m", "m.id", "a.member_id")
    .select("a.account_number")
    .where("m.employer", "=", EMPLOYER)
    .where("a.product", "in", ["me", "savings"])
    .orderBy("a.id")
    .limit(MONTHLY.length)
    .execute();
  let last = { accountNo: "", monthly: 0n };
  for (const [index, { account_number: accountNo }] of accounts.entries()) {
    const monthly = MONTHLY[index] ?? 0n;
    const authority = `Form 12, No. ${String(index + 4471)}`;
    last = { accountNo, monthly };
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await setDeduction(app, officer, { ...last, firstMonth, authority });
  }
  return last;
}

/** What was asked of an employer's pay, and a remittance of which two rows are right and two are not. */
async function seedRemittance(app: App): Promise<void> {
  const officer = await demoStaff(app, "loan.demo");
  const month = manilaMonth(app.now());
  const saved = await seedDeductions(app, officer, month);
  const fileId = await makePayrollFile(app, officer, { employer: EMPLOYER, month });
  const asked = await app.db
    .selectFrom("payroll_line as p")
    .innerJoin("loan as l", "l.id", "p.loan_id")
    .select(["l.loan_no", "p.due_centavos"])
    .where("p.file_id", "=", fileId)
    .orderBy("p.line", "desc")
    .executeTakeFirstOrThrow();
  const others = await app.db
    .selectFrom("loan as l")
    .innerJoin("member as m", "m.id", "l.member_id")
    .select("l.loan_no")
    .where("m.employer", "<>", EMPLOYER)
    .orderBy("l.id")
    .executeTakeFirstOrThrow();
  const rows = [
    ["loan_no", "account_no", "amount"],
    [asked.loan_no, "", toDecimal(asked.due_centavos)],
    ["", saved.accountNo, toDecimal(saved.monthly)],
    ["LPRO-2019-0004411", "", toDecimal(UNKNOWN)],
    [others.loan_no, "", toDecimal(ANOTHERS)],
  ];
  const id = await sendRemittance(app, officer, {
    employer: EMPLOYER,
    month,
    fileName: `${EMPLOYER}-${month}.csv`,
    received: asked.due_centavos + saved.monthly + UNKNOWN + ANOTHERS,
    bytes: bytesOf(rows.map((row) => row.join(",")).join("\r\n")),
  });
  const { remittanceId, sha256, total } = await readRemittance(app, id);
  const posting = await ask(app, "loan.demo", {
    kind: "post_remittance",
    payload: { remittanceId, sha256, total: toDecimal(total) },
    reason: "The money came this morning",
  });
  await decide(app, "supervisor.demo", posting, "approve", "Agrees with the statement of our bank");
  await postRemittance(app, id);
}

/** Requests that wait for another person, and two that were decided. */
async function seedRequests(app: App): Promise<void> {
  const days = (count: number) => hoursAgo(app, count * DAY_HOURS);
  const price = await ask(days(6), "admin.demo", {
    kind: "transfer_setting",
    payload: { name: "pesonetFee", amount: PESONET_FEE },
    reason: "The clearing house has lowered its price",
  });
  await decide(days(5), "supervisor.demo", price, "approve", "As in the circular to participants");
  const refused = await askForMobile(days(4), "marlon.cabrera09", "+639995551909");
  await decide(days(3), "supervisor.demo", refused, "reject", "The form is not signed");

  await askForMobile(hoursAgo(app, 3), "sheila.guzman30", "+639995551930");
  await ask(hoursAgo(app, 1), "admin.demo", {
    kind: "holiday",
    payload: {
      isNew: true,
      day: `${Number(manilaMonth(app.now()).slice(0, 4)) + 1}-08-06`,
      name: "Day of the association's founding",
      type: "special_working",
      isBankingDay: true,
      isObserved: true,
      basis: "Resolution of the board",
    },
    reason: "The board resolved it last week",
  });
}

/** A number that a member asks for at the counter of Baguio, with the form that was signed. */
async function askForMobile(app: App, username: string, mobileNumber: string) {
  const { memberGuid } = await demoMember(app, username);
  const form = await uploadPdf(app, "teller.demo", "change-of-mobile.pdf");
  return ask(app, "teller.demo", {
    kind: "change_mobile",
    payload: { memberGuid, mobileNumber, identityDocument: "Driver's licence ending 4471" },
    reason: "The member came to the counter with the new SIM",
    documents: [form],
  });
}
