import type { RequestKind, StaffAction, StaffObject } from "#contract/staff/actions.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";

/** The branch of a thing; null for one of no branch, undefined where there is no such thing. */
type OfficeOf = (app: App, named: string) => Promise<bigint | null | undefined>;

/** How each kind of object is named in a path, and whose branch it is. */
const objects: Record<StaffObject, { parameter: string; officeOf: OfficeOf }> = {
  member: { parameter: "memberGuid", officeOf: officeOfMember },
  staff: { parameter: "staffId", officeOf: officeOfStaff },
  request: { parameter: "requestId", officeOf: officeOfRequest },
  card_application: { parameter: "applicationId", officeOf: officeOfApplication },
  kit: { parameter: "kitId", officeOf: officeOfKit },
  transfer: { parameter: "refNo", officeOf: officeOfTransfer },
  transfer_case: { parameter: "caseNo", officeOf: officeOfCase },
  loan_application: { parameter: "applicationNo", officeOf: officeOfLoanApplication },
  loan: { parameter: "loanNo", officeOf: officeOfLoan },
  branch: { parameter: "branchId", officeOf: theBranchItself },
};

const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const NUMBER = /^[1-9]\d{0,17}$/;
/** References and numbers that a person reads; the database takes no zero byte in a text. */
const REFERENCE = /^\P{Cc}{1,30}$/u;

/**
 * Whether the caller may do this to what a staff path names: in its branch, and where it is there at all.
 * A request of no branch is within reach of whoever asked for it or may decide it, too.
 */
export async function isInReach(
  app: App,
  staff: StaffCaller,
  { action, object }: { action: StaffAction; object: StaffObject },
  rawParams: Record<string, string>,
): Promise<boolean> {
  const { parameter, officeOf } = objects[object];
  const named = rawParams[parameter];
  if (named === undefined) return false;
  const officeId = await officeOf(app, named);
  if (officeId === undefined) return false;
  if (staff.may(action, officeId)) return true;
  return object === "request" && officeId === null && isConcerned(app, staff, named);
}

/** Who asked for it, or may decide it. */
async function isConcerned(app: App, staff: StaffCaller, requestId: string): Promise<boolean> {
  const { kind, maker_staff_id: maker } = await app.db
    .selectFrom("staff_request")
    .select(["kind", "maker_staff_id"])
    .where("id", "=", requestId)
    .executeTakeFirstOrThrow();
  if (maker === staff.staffId) return true;
  // The table takes only what makeRequest writes.
  return staff.may(`decide.${kind as RequestKind}`, null);
}

async function officeOfMember(app: App, guid: string): Promise<bigint | null | undefined> {
  if (!GUID.test(guid)) return undefined;
  const member = await app.db
    .selectFrom("member")
    .select("office_id")
    .where("guid", "=", guid)
    .executeTakeFirst();
  return member?.office_id;
}

async function officeOfStaff(app: App, id: string): Promise<bigint | undefined> {
  if (!NUMBER.test(id)) return undefined;
  const staff = await app.db
    .selectFrom("staff")
    .select("office_id")
    .where("id", "=", BigInt(id))
    .executeTakeFirst();
  return staff?.office_id;
}

async function officeOfRequest(app: App, id: string): Promise<bigint | null | undefined> {
  if (!GUID.test(id)) return undefined;
  const request = await app.db
    .selectFrom("staff_request")
    .select("office_id")
    .where("id", "=", id)
    .executeTakeFirst();
  return request?.office_id;
}

/** The office that hands the card over, else the member's. */
async function officeOfApplication(app: App, id: string): Promise<bigint | null | undefined> {
  if (!NUMBER.test(id)) return undefined;
  const application = await app.db
    .selectFrom("card_application as a")
    .innerJoin("member as m", "m.id", "a.member_id")
    .select(["a.office_id", "m.office_id as member_office_id"])
    .where("a.id", "=", BigInt(id))
    .executeTakeFirst();
  return application && (application.office_id ?? application.member_office_id);
}

async function officeOfKit(app: App, id: string): Promise<bigint | undefined> {
  if (!NUMBER.test(id)) return undefined;
  const kit = await app.db
    .selectFrom("card_kit")
    .select("office_id")
    .where("id", "=", BigInt(id))
    .executeTakeFirst();
  return kit?.office_id;
}

/** Its member's: of a transfer between two members, that of who sends. */
async function officeOfTransfer(app: App, refNo: string): Promise<bigint | null | undefined> {
  if (!REFERENCE.test(refNo)) return undefined;
  const transfer = await app.db
    .selectFrom("transfer as t")
    .innerJoin("member as m", "m.id", "t.member_id")
    .select("m.office_id")
    .where("t.ref_no", "=", refNo)
    .executeTakeFirst();
  return transfer?.office_id;
}

async function officeOfCase(app: App, caseNo: string): Promise<bigint | null | undefined> {
  if (!REFERENCE.test(caseNo)) return undefined;
  const found = await app.db
    .selectFrom("transfer_case as k")
    .innerJoin("member as m", "m.id", "k.member_id")
    .select("m.office_id")
    .where("k.case_no", "=", caseNo)
    .executeTakeFirst();
  return found?.office_id;
}

/** Its member's, wherever they were when they sent it. */
async function officeOfLoanApplication(
  app: App,
  applicationNo: string,
): Promise<bigint | null | undefined> {
  if (!REFERENCE.test(applicationNo)) return undefined;
  const found = await app.db
    .selectFrom("loan_application as a")
    .innerJoin("member as m", "m.id", "a.member_id")
    .select("m.office_id")
    .where("a.application_no", "=", applicationNo)
    .executeTakeFirst();
  return found?.office_id;
}

async function officeOfLoan(app: App, loanNo: string): Promise<bigint | null | undefined> {
  if (!REFERENCE.test(loanNo)) return undefined;
  const found = await app.db
    .selectFrom("loan as n")
    .innerJoin("member as m", "m.id", "n.member_id")
    .select("m.office_id")
    .where("n.loan_no", "=", loanNo)
    .executeTakeFirst();
  return found?.office_id;
}

async function theBranchItself(app: App, id: string): Promise<bigint | undefined> {
  if (!NUMBER.test(id)) return undefined;
  const office = await app.db
    .selectFrom("office")
    .select("id")
    .where("id", "=", BigInt(id))
    .executeTakeFirst();
  return office?.id;
}
