import { afterAll, beforeAll, expect, test } from "vitest";
import {
  getRequestDocument,
  MAX_DOCUMENT_BYTES,
  uploadRequestDocument,
} from "#contract/staff/requestDocuments.ts";
import { lockMoney } from "#contract/moneyLock.ts";
import { demoPictures } from "#demo/demoPictures.ts";
import { redrawPicture } from "#server/platform/pictures/redrawPicture.ts";
import { makeStaff, type TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { ask, asked, look, trail } from "#test/support/requestActs.ts";

let world: World;
let maker: TestStaff;
let checker: TestStaff;

beforeAll(async () => {
  world = await makeWorld();
  maker = await makeStaff(world, { role: "supervisor", officeId: 1n });
  checker = await makeStaff(world, { role: "supervisor", officeId: 1n });
});
afterAll(() => world.close());

const PICTURE = demoPictures(3).front;
const PDF = Buffer.from("%PDF-1.7 signed");

const send = (staff: TestStaff, body: Buffer, name = "id.pdf") =>
  staff.callRaw(uploadRequestDocument, { query: { name }, body });

async function sent(staff: TestStaff, body: Buffer): Promise<string> {
  const answer = await send(staff, body);
  expect(answer.httpStatus).toBe(200);
  // By the contract.
  return (answer.body["result"] as { documentId: string }).documentId;
}

const fetchDocument = (staff: TestStaff, requestId: string, documentId: string) =>
  staff.callRaw(getRequestDocument, { params: { requestId, documentId } });

test("S115 a document is a picture of 2 MB at most, or a PDF by its first bytes of 5 MB, whatever its name", async () => {
  const refused = async (body: Buffer) => (await send(maker, body)).body;
  expect(await refused(Buffer.from("<svg onload=alert(1)>"))).toMatchObject({
    code: "document_unreadable",
    errors: [{ param: "documents" }],
  });
  expect(await refused(Buffer.alloc(0))).toMatchObject({ code: "document_empty" });
  const most = Buffer.alloc(MAX_DOCUMENT_BYTES);
  PDF.copy(most);
  expect((await send(maker, most)).httpStatus).toBe(200);
  const larger = Buffer.concat([most, Buffer.alloc(1)]);
  expect(await refused(larger)).toMatchObject({ code: "document_too_large" });
  expect(await refused(Buffer.concat([PICTURE, Buffer.alloc(2 * 1024 * 1024)]))).toMatchObject({
    code: "picture_too_large",
    errors: [{ param: "documents" }],
  });
  const auditor = await makeStaff(world, { role: "auditor", officeId: null });
  expect((await send(auditor, PICTURE)).body).toMatchObject({ code: "not_your_role" });
});

test("S115 an account sends 120 documents an hour, and no picture of more than two waits for its turn", async () => {
  const clerk = await makeStaff(world, { role: "supervisor", officeId: 1n });
  const draw = (staffId: bigint) => redrawPicture(world.app, staffId, PICTURE);
  const drawn = async (all: Promise<unknown>[]) =>
    (await Promise.allSettled(all)).filter(({ status }) => status === "fulfilled").length;
  expect(await drawn([1n, 1n, 1n, 1n].map(draw))).toBe(2);
  expect(await drawn(Array.from({ length: 12 }, (_, one) => draw(BigInt(one))))).toBe(9);

  await sent(clerk, PDF);
  const { numUpdatedRows } = await world.app.db
    .updateTable("throttle")
    .set({ count: 119 })
    .where("scope", "=", "staff_document")
    .where("key", "=", String(clerk.id))
    .executeTakeFirstOrThrow();
  expect(numUpdatedRows).toBe(1n);
  await sent(clerk, PDF);
  expect((await send(clerk, PDF)).httpStatus).toBe(429);
});

test("S131 nobody asks for another number or address without a document of their own, used once", async () => {
  const { guid: memberGuid } = await world.makeMember({ officeId: 1n });
  const mobile = { memberGuid, mobileNumber: "+639178880123" };
  const email = { memberGuid, emailAddress: "new@example.test" };
  const askFor = async (kind: "change_mobile" | "change_email", documents: string[]) =>
    ask(maker, { kind, payload: kind === "change_mobile" ? mobile : email, documents });
  for (const kind of ["change_mobile", "change_email"] as const) {
    expect(await askFor(kind, [])).toMatchObject({
      httpStatus: 422,
      code: "request_document_needed",
      errors: [{ param: "documents" }],
    });
  }
  const document = await sent(maker, PICTURE);
  const ofOther = await sent(checker, PICTURE);
  const missing = { code: "request_document_missing" };
  expect(await askFor("change_email", [ofOther])).toMatchObject(missing);
  expect(await askFor("change_mobile", [document])).toMatchObject({ status: true });
  expect(await askFor("change_email", [document])).toMatchObject(missing);
});

test("S116 S133 a document is fetched as a file, by those who see the number, and each look is kept", async () => {
  const { guid: memberGuid } = await world.makeMember({ officeId: 1n });
  const payload = { memberGuid, mobileNumber: "+639178880124" };
  const document = await sent(maker, PICTURE);
  const requestId = await asked(maker, {
    kind: "change_mobile",
    payload,
    documents: [document],
  });
  expect((await look(checker, requestId)).documents).toMatchObject([
    { id: document, name: "id.pdf", mediaType: "image/jpeg", size: expect.any(Number) },
  ]);
  const looks = async () =>
    (await trail(world, `member:${memberGuid}`)).filter((line) =>
      line.startsWith(checker.username),
    );
  const before = (await looks()).length;
  const file = await fetchDocument(checker, requestId, document);
  expect(file.headers).toMatchObject({
    "content-type": "image/jpeg",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
    "content-security-policy": expect.stringMatching(/^default-src 'none';.* sandbox$/),
    "content-disposition": expect.stringMatching(/^attachment; filename="[\w-]+\.jpg"$/),
  });
  expect(await looks()).toHaveLength(before + 1);
  const auditor = await makeStaff(world, { role: "auditor", officeId: null });
  expect((await fetchDocument(auditor, requestId, document)).body).toMatchObject({
    code: "not_your_role",
  });
  const elsewhere = await makeStaff(world, { role: "supervisor", officeId: 2n });
  expect((await fetchDocument(elsewhere, requestId, document)).httpStatus).toBe(404);
  const another = await asked(maker, {
    kind: "deactivate_card",
    payload: { memberGuid, cause: "lost" },
  });
  expect((await fetchDocument(checker, another, document)).httpStatus).toBe(404);
});

test.each(["change_mobile", "change_email", "reactivate_member", "release_money_lock"] as const)(
  "S131 %s: nobody asks without naming the identity document that was seen, and the second person reads it",
  async (kind) => {
    const member = await world.makeMember({ officeId: 1n, savings: 1_000_00n });
    const memberGuid = member.guid;
    const fields = {
      change_mobile: { mobileNumber: "+639178880125" },
      change_email: { emailAddress: "seen@example.test" },
      reactivate_member: {},
      release_money_lock: { accountNumber: member.accountNumbers.savings ?? "" },
    };
    if (kind === "reactivate_member") {
      await world.app.db
        .updateTable("member")
        .set({ status: "suspended", access_closed_for: "inactivity" })
        .where("id", "=", member.id)
        .execute();
    }
    if (kind === "release_money_lock") {
      const body = { ...fields.release_money_lock, amount: "100.00" };
      const browser = await world.signIn(member);
      const key = { idempotencyKey: "lock-to-release" };
      await world.call(lockMoney, { params: { guid: memberGuid }, body }, browser, key);
    }
    const asking = (identityDocument: string) =>
      ask(maker, { kind, payload: { memberGuid, ...fields[kind], identityDocument } });
    expect(await asking(" ")).toMatchObject({
      httpStatus: 422,
      errors: [{ param: "payload.identityDocument" }],
    });
    const answer = await asking("PhilID ending 5566");
    if (!answer.status) throw new Error(answer.message);
    expect(await look(checker, answer.result.requestId)).toMatchObject({
      before: { identityDocument: "" },
      after: { identityDocument: "PhilID ending 5566" },
    });
  },
);
