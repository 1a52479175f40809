import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { api } from "#contract/api.ts";
import { documentVersions } from "#contract/documents.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { readNotifications } from "#contract/notifications.ts";
import { transact } from "#server/db/db.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import type { Browser } from "#test/support/browser.ts";
import { goodCardFields } from "#test/support/goodCardFields.ts";
import { goodLoanForm, goodPasskeyFields, goodSchedule } from "#test/support/goodCalls.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { goodPushFields } from "#test/support/goodPushFields.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

const { visa_card_no, atm_pin } = goodCardFields;
const goodPlastic = { visa_card_no, atm_pin };

const goodProof = { pinId: "00000000-0000-4000-8000-000000000000", pin: "000000" };

/** Input that passes validation, for the endpoints whose input is not only a guid. */
const inputs: Record<string, Record<string, unknown>> = {
  agreeToDocument: { body: { document: "terms", version: documentVersions.terms } },
  changePin: {
    body: { current_pin: goodCardFields.current_pin, new_pin: goodCardFields.new_pin },
  },
  setCardUse: { body: { use: "online", position: "off" } },
  setLockEnd: { body: { ends: "hour" } },
  resetPin: { body: { visa_card_no, new_pin: goodCardFields.new_pin, ...goodProof } },
  reportLostCard: { body: { cause: "lost" } },
  replaceLostCard: { body: { card: "generic", ...goodProof } },
  setPurchaseTexts: { body: { text_from: "500.00" } },
  setNoticeChoices: {
    body: { changes: [{ group: "loans", channel: "text", position: "off" }] },
  },
  setOwnLimit: { body: { limit: "instapay", span: "day", amount: "500.00" } },
  lockMoney: { body: { accountNumber: "0", amount: "1.00" } },
  releaseLock: { body: { accountNumber: "0", amount: "1.00" } },
  keepLocked: { body: { releaseId: "1" } },
  setLanguage: { body: { language: "fil" } },
  readNotifications: { body: { notification_ids: ["1"] } },
  getTransactionHistory: { query: { fromDate: "2026-11-01", toDate: "2026-11-21" } },
  getTransactionDetails: { params: { refNo: "NONE-1" }, query: { tranDate: "2026-11-21" } },
  downloadTransactionHistory: { query: { startDate: "2026-11-21", endDate: "2026-11-21" } },
  getTransferDetails: { params: { refNo: "NONE-1" }, query: {} },
  getTransferReceipt: { params: { refNo: "NONE-1" } },
  makeReceiptCode: { params: { refNo: "NONE-1" } },
  saveRecipient: { body: { refNo: "NONE-1", nickname: "" } },
  renameRecipient: {
    params: { id: "00000000-0000-4000-8000-000000000000" },
    body: { nickname: "" },
  },
  forgetRecipient: { params: { id: "00000000-0000-4000-8000-000000000000" } },
  renameDevice: {
    params: { deviceId: "00000000-0000-4000-8000-000000000000" },
    body: { name: "Phone" },
  },
  signOutDevice: { params: { deviceId: "00000000-0000-4000-8000-000000000000" } },
  forgetDevice: { params: { deviceId: "00000000-0000-4000-8000-000000000000" } },
  checkPush: { body: { endpoint: null } },
  subscribePush: { body: goodPushFields },
  endPush: { params: { subscriptionId: "00000000-0000-4000-8000-000000000000" } },
  showAmountsInPush: { body: goodPushFields },
  askForPasskey: { body: { pinId: goodProof.pinId } },
  addPasskey: {
    body: { ...goodProof, name: "Phone", registration: goodPasskeyFields.registration },
  },
  renamePasskey: { params: { id: goodProof.pinId }, body: { name: "Phone" } },
  removePasskey: { params: { id: goodProof.pinId }, body: goodProof },
  reportTransfer: { params: { refNo: "NONE-1" }, body: { reason: "other", words: "" } },
  requestPersoCard: { body: { office_id: 1 } },
  sendLoanApplication: { body: goodLoanForm },
  withdrawLoanApplication: { body: { applicationNo: "LA-2026-9999999" } },
  getLoanOffer: { params: { applicationNo: "LA-2026-9999999" } },
  getLoanDisclosure: { params: { applicationNo: "LA-2026-9999999" }, query: {} },
  getSpendingRows: { params: { month: "2026-11", group: "cash" }, query: { direction: "out" } },
  getLoanForPayment: { query: { loan_type: "SL", monthly_payment: "5000", months: "12" } },
  getLoanExample: { query: { loan_type: "SL", loan_amount: "50000", months: "12" } },
  acceptLoanOffer: {
    params: { applicationNo: "LA-2026-9999999" },
    body: { version: 1, pinId: "00000000-0000-4000-8000-000000000000", pin: "000000" },
  },
  getLoanAccount: { params: { loanNo: "LPRO-2026-9999999" } },
  getLoanQuote: { params: { loanNo: "LPRO-2026-9999999" }, query: {} },
  payOwnLoan: {
    params: { loanNo: "LPRO-2026-9999999" },
    body: { accountNumber: "0", amount: "1.00", pays: "part" },
  },
  beginAutomaticDebit: {
    params: { loanNo: "LPRO-2026-9999999" },
    body: { accountNumber: "0" },
  },
  approveCashWithdrawal: { params: { withdrawalId: goodProof.pinId }, body: {} },
  getScheduleDays: { query: { transferKind: "own", repeats: "monthly", firstOn: "2026-12-15" } },
  makeSchedule: { body: { order: goodSchedule, ...goodProof } },
  changeSchedule: { params: { scheduleId: "999999" }, body: { change: "end" } },
  refuseCashWithdrawal: { params: { withdrawalId: goodProof.pinId } },
  stopAutomaticDebit: { params: { loanNo: "LPRO-2026-9999999" } },
  getLoanCertificate: { params: { loanNo: "LPRO-2026-9999999" } },
  getAccount: { params: { accountNo: "0000000000" } },
  getMovements: { params: { accountNo: "0000000000" }, query: {} },
  listStatements: { params: { accountNo: "0000000000" }, query: {} },
  downloadMonthlyStatement: { params: { accountNo: "0000000000", month: "2026-10" } },
  downloadStatementProof: { params: { accountNo: "0000000000", month: "2026-10" } },
  downloadAccountStatement: {
    params: { accountNo: "0000000000" },
    query: { startDate: "2026-11-21", endDate: "2026-11-21" },
  },
  activateCard: { body: goodPlastic },
  activatePersoCard: { body: goodPlastic },
};

/** Own answers that are no 200. */
const ownAnswers: Record<string, number> = {
  // A transfer that is not there, PINs that nobody can open.
  getTransactionDetails: 404,
  getTransferDetails: 404,
  getTransferReceipt: 404,
  makeReceiptCode: 404,
  saveRecipient: 404,
  renameRecipient: 404,
  reportTransfer: 404,
  renameDevice: 404,
  signOutDevice: 404,
  forgetDevice: 404,
  endPush: 404,
  // Nothing has approved it, and there is no such passkey.
  askForPasskey: 422,
  addPasskey: 401,
  renamePasskey: 404,
  removePasskey: 401,
  changePin: 409,
  // Nobody locked it, and the number is another's.
  setLockEnd: 409,
  resetPin: 422,
  // Without a key of its own.
  lockMoney: 400,
  // There is no such account, and no such release.
  releaseLock: 422,
  keepLocked: 404,
  // There is no such application and no such loan.
  withdrawLoanApplication: 404,
  getLoanOffer: 404,
  getLoanDisclosure: 404,
  acceptLoanOffer: 404,
  getLoanAccount: 404,
  getLoanQuote: 404,
  beginAutomaticDebit: 404,
  // There is no such withdrawal at a counter.
  approveCashWithdrawal: 404,
  refuseCashWithdrawal: 404,
  stopAutomaticDebit: 404,
  // There is no such schedule, and nothing has approved one.
  changeSchedule: 404,
  makeSchedule: 401,
  getLoanCertificate: 404,
  // Without a key of its own.
  payOwnLoan: 400,
  // There is no such account.
  getAccount: 404,
  getMovements: 404,
  downloadAccountStatement: 404,
  listStatements: 404,
  downloadMonthlyStatement: 404,
  downloadStatementProof: 404,
  // The member has an active card and no application, and there is no such office.
  requestCard: 409,
  // Reported lost by then; nothing has approved a new one.
  activateCard: 409,
  replaceLostCard: 401,
  activatePersoCard: 409,
  retryPersoCard: 409,
  withdrawCardApplication: 409,
  requestPersoCard: 422,
};

const withGuid = api.filter(({ path }) => path.includes("{guid}"));

let world: World;
let own: TestMember;
let other: TestMember;
let browser: Browser;
beforeAll(async () => {
  world = await makeWorld();
  own = await world.makeMember({ savings: 111_11n });
  other = await world.makeMember({ savings: 222_22n });
  browser = await world.signIn(own);
  await world.signIn(other);
});
afterAll(() => world.close());

async function callAs(endpoint: Endpoint, guid: string, who: Browser | undefined) {
  const { params, body: sent, ...rest } = inputs[endpoint.name] ?? {};
  // A body that names the member names the same as the path.
  const named = typeof sent === "object" && sent !== null && "guid" in sent ? { guid } : {};
  const input = {
    ...rest,
    ...(sent !== undefined && { body: { ...(sent as object), ...named } }),
    params: { ...(params as object), guid },
  };
  const { httpStatus, body } = await world.callRaw(endpoint, input, who);
  return { httpStatus, body: { ...body, correlationId: "" } };
}

describe("S065 T43 W16 only the member's own guid opens anything", () => {
  test.each(withGuid.map((endpoint) => [endpoint.name, endpoint] as const))(
    "%s",
    async (_, endpoint) => {
      const mine = await callAs(endpoint, own.guid, browser);
      expect(mine.httpStatus).toBe(ownAnswers[endpoint.name] ?? 200);

      const foreign = await callAs(endpoint, other.guid, browser);
      const unknown = await callAs(endpoint, crypto.randomUUID(), browser);
      expect(foreign).toEqual(unknown);
      expect(foreign.httpStatus).toBe(404);
      expect(JSON.stringify(foreign)).not.toContain(other.username);

      expect((await callAs(endpoint, own.guid, undefined)).httpStatus).toBe(401);
      expect([404, 422]).toContain((await callAs(endpoint, "not-a-guid", browser)).httpStatus);
    },
  );
});

test("S067 S119 another member's notification cannot be marked as read", async () => {
  const at = world.app.now();
  await transact(world.app.db, (tx) =>
    notify(tx, { memberId: other.id, kind: "new_device", params: {}, at }),
  );
  const { id } = await world.app.db
    .selectFrom("notification")
    .select("id")
    .where("member_id", "=", other.id)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  const input = { params: { guid: own.guid }, body: { notification_ids: [String(id)] } };
  const foreign = await world.call(readNotifications, input, browser);
  const unknown = await world.call(
    readNotifications,
    { ...input, body: { notification_ids: ["999999999"] } },
    browser,
  );
  expect(foreign).toEqual(unknown);
  const { read_at } = await world.app.db
    .selectFrom("notification")
    .select("read_at")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect(read_at).toBeNull();
});

test("S070 columns smuggled into a body are not written", async () => {
  const before = await world.app.db
    .selectFrom("member")
    .selectAll()
    .where("id", "=", own.id)
    .execute();
  const body = {
    notification_ids: ["1"],
    status: "cancelled",
    admin_locked: false,
    member_id: String(other.id),
    role: "admin",
    approvedBy: "me",
  };
  const params = { guid: own.guid };
  const { httpStatus } = await world.callRaw(readNotifications, { params, body }, browser);
  expect(httpStatus).toBe(200);
  const after = await world.app.db
    .selectFrom("member")
    .selectAll()
    .where("id", "=", own.id)
    .execute();
  expect(after).toEqual(before);
});
