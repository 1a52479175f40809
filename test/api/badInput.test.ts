import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contract/api.ts";
import { documentVersions } from "#contract/documents.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { memberNumberField } from "#contract/identity.ts";
import { agreedFields } from "#contract/signUp.ts";
import { reportTransfer } from "#contract/transferCases.ts";
import {
  badValues,
  brokenBodies,
  fieldsOf,
  randomCall,
  type RandomCall,
} from "#test/support/badValues.ts";
import type { Browser, RawAnswer } from "#test/support/browser.ts";
import { addLoanApplication } from "#test/support/addLoan.ts";
import { judgedLast, neverSayNo, optional } from "#test/support/lenientFields.ts";
import { makeApplication } from "#test/support/makeApplication.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { goodCardFields } from "#test/support/goodCardFields.ts";
import {
  goodBrowserFields,
  goodLoanForm,
  goodPayee,
  ownCallValues,
} from "#test/support/goodCalls.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { send as sendMoney, toBank } from "#test/support/sendActs.ts";
import { asked } from "#test/support/requestActs.ts";

let world: World;
let browser: Browser;
/** Of somebody who may do everything everywhere. */
let staffBrowser: Browser;
let member: TestMember;
/** Waits for somebody's decision. */
let requestId: string;
/** Whose file the staff work on: what they do there may end that member's session. */
let deskGuid: string;
/** An application with its plastic on the way. */
let cardPath: Record<string, string>;
/** A transfer of the member's, and the case about it. */
let casePath: Record<string, string>;
/** An application for a loan that somebody filed, and a loan that nobody has: the body is judged first. */
let loanPath: Record<string, string>;

beforeAll(async () => {
  world = await makeWorld();
  member = await world.makeMember({ officeId: 1n, card: { balance: 1_000_00n } });
  browser = await world.signIn(member);
  const refNo = await sendMoney(world, member, browser, toBank("instapay", "10.00"));
  casePath = { refNo, caseNo: await reportedCase(refNo) };
  staffBrowser = (await world.makeStaff({ role: "every", officeId: null })).browser;
  const { guid: memberGuid } = await world.makeMember({
    officeId: 1n,
    card: { adminLocked: true },
  });
  deskGuid = memberGuid;
  const applicant = await world.makeMember({ officeId: 1n });
  const application = await makeApplication(world.app, applicant, { kit: "announced" });
  cardPath = { applicationId: application.id, kitId: application.kitId, branchId: "1" };
  const applicationNo = await addLoanApplication(world, applicant);
  loanPath = { applicationNo, loanNo: "LPRO-2026-9999999", remittanceId: "1" };
  const maker = await world.makeStaff({ role: "every", officeId: null });
  requestId = await asked(maker, { kind: "lift_admin_lock", payload: { memberGuid } });
});

/** A problem with a transfer of the member's, as the desk has it. */
async function reportedCase(refNo: string): Promise<string> {
  const input = { params: { guid: member.guid, refNo }, body: { reason: "other" as const } };
  const answer = await world.call(reportTransfer, input, browser);
  if (!answer.status) throw new Error(answer.message);
  return answer.result.caseNo;
}

const browserFor = ({ access }: Endpoint) => (access === "staff" ? staffBrowser : browser);
afterAll(() => world.close());

/** What every answer to a bad call must be: calm, of the agreed form, and no fault of the server. */
function expectRefusal(reply: RawAnswer, what: string): void {
  expect(reply.httpStatus, what).toBeLessThan(500);
  expect(reply.body, what).toMatchObject({ status: false, message: expect.any(String) });
}

/** The call with these fields, from a signed-in browser; sealed where the contract seals. */
async function send(endpoint: Endpoint, body: unknown): Promise<RawAnswer> {
  return world.callRaw(endpoint, { params: pathValues(), body }, browserFor(endpoint), {
    idempotencyKey: "12345678-bad-input",
  });
}

/** The same call with bytes of our choice for a body. */
async function sendRaw(endpoint: Endpoint, body: string | Buffer): Promise<RawAnswer> {
  const path = endpoint.path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => pathValues()[name] ?? "",
  );
  const isJson = endpoint.bodyType === "json";
  return world.send(
    {
      method: endpoint.method,
      url: `/api${path}`,
      headers: {
        authorization: `Bearer ${browserFor(endpoint).token}`,
        "idempotency-key": "12345678-bad-input",
        "content-type": isJson ? "application/json" : "application/x-www-form-urlencoded",
      },
      body,
    },
    browserFor(endpoint),
  );
}

function pathValues(): Record<string, string> {
  const { guid } = member;
  return {
    guid,
    memberGuid: deskGuid,
    requestId,
    id: "6f0bd4ab-58a2-4c33-9d0e-2c1a5f3a7e13",
    deviceId: "6f0bd4ab-58a2-4c33-9d0e-2c1a5f3a7e13",
    withdrawalId: "6f0bd4ab-58a2-4c33-9d0e-2c1a5f3a7e13",
    subscriptionId: "6f0bd4ab-58a2-4c33-9d0e-2c1a5f3a7e13",
    passkeyId: "6f0bd4ab-58a2-4c33-9d0e-2c1a5f3a7e13",
    ...opsPath,
    ...cardPath,
    ...casePath,
    ...loanPath,
  };
}

const ONES = "scheduleId viewId breakId officeId bankId fileId line deductionId moveId".split(" ");
const opsPath = { jobId: "job-1", ...Object.fromEntries(ONES.map((name) => [name, "1"])) };

/** A body whose every field has the right form, so that one bad field is the only thing wrong. */
const goodFields: Record<string, unknown> = {
  username: "somebody.else",
  password: "a long walk to Baguio",
  memberGuid: "6f0bd4ab-58a2-4c33-9d0e-2c1a5f3a7e11",
  pinId: "6f0bd4ab-58a2-4c33-9d0e-2c1a5f3a7e12",
  pin: "123456",
  ...goodCardFields,
  ...goodBrowserFields,
  code: "123456",
  enrolment_code: "0000-0000-0000",
  paperCode: "7K2M-9QRT-4XWV-0ABC",
  receiptCode: "7K2M-9QRT-4XWV",
  use: "online",
  position: "off",
  list: "members",
  name: "Mine",
  query: "sort=-name",
  intent: {
    kind: "own",
    source_account: "100200000001",
    destination_account: "990112345006",
    amount: "100.00",
  },
  source_account: "100200000001",
  destination_account: "990112345006",
  amount: "100.00",
  accountNumber: "100200000001",
  limit: "instapay",
  span: "day",
  pays: "part",
  ...goodPayee,
  notification_ids: ["1"],
  office_id: 1,
  day: "2026-11-20",
  branchName: "Camp Crame",
  line1: "1 Test Street",
  barangay: "Socorro",
  municipalityCity: "Quezon City",
  stateProvince: "Metro Manila",
  bankName: "Test Bank",
  takesInstapay: false,
  takesPesonet: false,
  isActive: true,
  id: "transfer-999999",
  resolution: "Booked by hand",
  [memberNumberField]: "0001201900000012",
  ...agreedFields,
  identifier: "somebody.else",
  new_username: "somebody.else",
  current_password: "not the password",
  new_password: "a long walk to Baguio",
  confirm_password: "a long walk to Baguio",
  document: "terms",
  version: documentVersions.terms,
  kind: "lift_admin_lock",
  payload: { memberGuid: "6f0bd4ab-58a2-4c33-9d0e-2c1a5f3a7e11" },
  reason: "The member came to the counter",
  documents: [],
  decision: "reject",
  payloadHash: "0".repeat(64),
  note: "Not proved",
  isIdentityChecked: true,
  body: "Prefers calls",
  isSigned: true,
  serial: "K-NOBODYS-1",
  serials: ["K-NOBODYS-1"],
  batch: "KIT-NOBODYS-1",
  branchId: "1",
  to: "somebody.else",
  words: "It has not arrived",
  waitsFor: "bank",
  nickname: "Mother",
  refNo: "IP261121-9999999999",
  source: "issuer",
  count: 10,
  minimum: 5,
  shownId: "passport",
  idType: "1",
  idNumber: "P1234567A",
  mothersMaidenName: "Dalisay",
  sourceOfFunds: "Salary",
  employment: "Employed",
  natureOfWork: "Teaching",
  pay: "30000.00",
  deductions: "5000.00",
  collateral: "0.00",
  principal: "50000.00",
  months: 12,
  month: "2026-11",
  employer: "",
  employerLine1: "",
  employerBarangay: "",
  employerCity: "",
  employerProvince: "",
  employerZip: "",
};

/** Fields that mean something else in one call than in all others. */
const ownValues: Record<string, Record<string, unknown>> = {
  ...ownCallValues,
  // Another member's guid: whatever has the right form is refused for that.
  sendLoanApplication: { ...goodLoanForm, guid: "6f0bd4ab-58a2-4c33-9d0e-2c1a5f3a7e11" },
  makePayrollFile: { employer: "PNP" },
};

const goodValue = (endpoint: Endpoint, field: string): unknown =>
  ownValues[endpoint.name]?.[field] ?? goodFields[field];

/** A password that is wrong also differs from its repetition. */
const ownersOf = (field: string) =>
  /^(?:new_)?password$/.test(field) ? [field, "confirm_password"] : [field];

const withBody = api.filter(({ body }) => body !== undefined);

test("there are calls and fields to try", () => {
  expect(withBody.flatMap(({ body }) => fieldsOf(body)).length).toBeGreaterThan(12);
});

test.each(
  withBody.flatMap((endpoint) =>
    fieldsOf(endpoint.body).map((field) => [endpoint.name, field, endpoint] as const),
  ),
)("S014 %s refuses every bad %s with a clear error", async (_name, field, endpoint) => {
  const names = fieldsOf(endpoint.body);
  for (const [what, value] of badValues) {
    // A list of texts is just what this field is.
    if (field === "notification_ids" && Array.isArray(value)) continue;
    const body = Object.fromEntries(names.map((name) => [name, goodValue(endpoint, name)]));
    body[field] = value;
    const reply = await send(endpoint, body);
    if (neverSayNo.includes(`${endpoint.name} ${field}`) && reply.httpStatus === 200) continue;
    expectRefusal(reply, `${field}: ${what}`);
    // A well-formed value of nobody's is a refusal of its own, about whatever is missing then.
    if (reply.body["code"] !== "invalid_parameters") continue;
    const { errors } = reply.body as { errors?: { param: string; msg: string }[] };
    expect(errors, `${field}: ${what}`).not.toEqual([]);
    const isNamed = errors?.some(({ param }) => param === field);
    if (judgedLast.includes(`${endpoint.name} ${field}`) && isNamed !== true) continue;
    // A field error stands on the field that is wrong and on no other; the field may have parts.
    for (const { param, msg } of errors ?? []) {
      expect(ownersOf(field), `${field}: ${what}`).toContain(param.split(".")[0]);
      expect(msg).not.toBe("");
    }
  }
});

const [sealed, open] = [
  withBody.filter(({ bodyType }) => bodyType === "sealed"),
  withBody.filter(({ bodyType }) => bodyType !== "sealed"),
];

/** The call's good fields but for one. */
function fieldsWithout(endpoint: Endpoint, field: string): Record<string, unknown> {
  const names = fieldsOf(endpoint.body).filter((name) => name !== field);
  return Object.fromEntries(names.map((name) => [name, goodValue(endpoint, name)]));
}

const eachField = (endpoints: readonly Endpoint[]) =>
  endpoints.flatMap((endpoint) =>
    fieldsOf(endpoint.body).map((field) => [endpoint.name, field, endpoint] as const),
  );

test.each(eachField(open).filter(([name, field]) => !optional.includes(`${name} ${field}`)))(
  "S014 %s without %s names the missing field",
  async (_name, field, endpoint) => {
    const reply = await send(endpoint, fieldsWithout(endpoint, field));
    expect(reply.httpStatus).toBe(422);
    expect(reply.body).toMatchObject({
      errors: [{ param: field, msg: "This field is required" }],
    });
  },
);

test.each(eachField(sealed))(
  "S017 %s without %s is not the call that was sealed: unreadable as a whole",
  async (_name, field, endpoint) => {
    const reply = await send(endpoint, fieldsWithout(endpoint, field));
    expect(reply.httpStatus).toBe(400);
    expect(reply.body).toMatchObject({ status: false, code: "unreadable_call" });
  },
);

test.each(withBody.map((endpoint) => [endpoint.name, endpoint] as const))(
  "S013 S014 %s refuses broken bodies, twice-named fields and too much",
  async (_name, endpoint) => {
    for (const [what, raw] of brokenBodies) {
      expectRefusal(await sendRaw(endpoint, raw), what);
    }
  },
);

/** A release asks for 100,000 (docs/drills.md, R19): FUZZ_CALLS=100000. */
const FUZZ_CALLS = Number(process.env["FUZZ_CALLS"] ?? 10_000);

test(
  "S014 R19 ten thousand calls at random: none is the server's fault, all answers have the agreed form",
  async () => {
    const perform = async (call: RandomCall) => {
      const path = Object.entries(call.params).reduce(
        (text, [name, value]) =>
          text.replace(
            `{${name}}`,
            encodeURIComponent(/^(?:memberG|g)uid$/.test(name) ? member.guid : value),
          ),
        call.endpoint.path,
      );
      const query = new URLSearchParams(
        Object.entries(call.query).filter(
          (entry): entry is [string, string] => entry[1] !== undefined,
        ),
      ).toString();
      const payload =
        call.contentType === "application/x-www-form-urlencoded"
          ? formText(call.body)
          : (JSON.stringify(call.body) ?? "");
      const reply = await world.send(
        {
          method: call.endpoint.method,
          url: `/api${path}${query === "" ? "" : `?${query}`}`,
          headers: {
            ...(call.contentType !== "" && { "content-type": call.contentType }),
            authorization:
              call.authorization === undefined
                ? `Bearer ${browserFor(call.endpoint).token}`
                : printable(call.authorization),
            ...(call.idempotencyKey !== undefined && {
              "idempotency-key": printable(call.idempotencyKey),
            }),
          },
          ...(call.endpoint.method === "POST" && { body: payload }),
        },
        // A copy: what a call sets is not kept.
        {
          ...browserFor(call.endpoint),
          cookies: new Map(browserFor(call.endpoint).cookies),
        },
      );
      expect(reply.httpStatus).toBeLessThan(500);
      // Its good answer is a file.
      if (call.endpoint.file !== undefined && reply.httpStatus === 200) return;
      expect(reply.body).toMatchObject({
        status: expect.any(Boolean),
        message: expect.any(String),
      });
    };
    // A logout or a new token would leave nothing to try as a signed-in member.
    const ends = ["logout", "refreshSession", "staffLogout", "staffRefresh"];
    const calls = api.filter(({ name }) => !ends.includes(name));
    await fc.assert(fc.asyncProperty(randomCall(calls), perform), { numRuns: FUZZ_CALLS });
  },
  FUZZ_CALLS * 200,
);

/** Header values are visible ASCII; anything else never leaves a browser. */
function printable(text: string): string {
  return text.replaceAll(/[^\u0020-\u007e]/g, "?");
}

function formText(body: unknown): string {
  if (typeof body !== "object" || body === null) return String(body);
  return Object.entries(body)
    .map(([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join("&");
}
