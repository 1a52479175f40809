import { brand } from "#brand";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { FileAnswer } from "#contract/endpoint.ts";
import { getLoanCertificate } from "#contract/loanDebits.ts";
import { getDeskCertificate } from "#contract/staff/loanAccounts.ts";
import { transact } from "#server/db/db.ts";
import { readLoanAccount } from "#server/domains/loans/accounts/readLoanAccount.ts";
import { takePayment } from "#server/domains/loans/payments/takePayment.ts";
import { addLoan } from "#test/support/addLoan.ts";
import type { Browser } from "#test/support/browser.ts";
import { pdfMistakes } from "#test/support/checkPdf.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { pdfText } from "#test/support/pdfText.ts";
import { makeCertificate, makeDeskCertificate } from "./makeCertificate.ts";

let world: World;
let member: TestMember;
let browser: Browser;
let loanNo: string;

beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off" });
  world.setTime(new Date("2026-11-05T02:00:00Z"));
  member = await world.makeMember({ savings: 10_000_00n, card: null, officeId: 1n });
  loanNo = await addLoan(world, member);
  browser = await world.signIn(member);
});
afterAll(() => world.close());

const ask = (by = browser, guid = member.guid) =>
  world.callRaw(getLoanCertificate, { params: { guid, loanNo } }, by);

async function settle(): Promise<void> {
  const { settlement } = await readLoanAccount(world.app, { memberId: member.id, loanNo });
  await transact(world.app.db, (tx) =>
    takePayment(tx, world.app, {
      loanNo,
      reference: "SETTLED",
      source: "counter",
      amount: settlement.total,
      paidOn: settlement.on,
      settles: true,
      actor: { kind: "staff", name: "test" },
      correlationId: "test",
    }),
  );
}

async function bytesOf({ parts }: FileAnswer): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const part of parts) chunks.push(Buffer.from(part));
  return Buffer.concat(chunks);
}

test("S252 a loan that is paid has a certificate of its own member's, one that is not has none", async () => {
  expect(await ask()).toMatchObject({ httpStatus: 409, body: { code: "loan_not_paid" } });
  await settle();
  const file = await ask();
  expect(file.headers["content-disposition"]).toContain(`certificate-${loanNo}.pdf`);
  const caller = {
    memberId: member.id,
    memberGuid: member.guid,
    sessionId: 0n,
    correlationId: "test",
    language: "en",
  } as const;
  const bytes = await bytesOf(await makeCertificate(world.app, caller, loanNo));
  expect(pdfMistakes(bytes)).toEqual([]);
  const said = pdfText(bytes);
  for (const text of [
    "Certificate of Full Payment",
    loanNo,
    "₱50,000.00",
    "Nov 5, 2026",
    "₱0.00",
  ]) {
    expect(said).toContain(text);
  }
  // Kept whole at the end of a line, and dialled as it is copied.
  expect(said.replaceAll("\u00a0", " ")).toContain(brand.phone);
  const other = await world.makeMember({ card: null });
  const stranger = await world.signIn(other);
  expect(await ask(stranger, other.guid)).toMatchObject({ httpStatus: 404 });
});

test("S252 S360 staff of the member's branch print it in the member's language, and the trail has each look", async () => {
  const params = { loanNo: await addLoan(world, member) };
  const teller = await world.makeStaff({ role: "teller" });
  const at = (staff: typeof teller) => staff.callRaw(getDeskCertificate, { params });
  const looks = async () => {
    const rows = await world.app.db
      .selectFrom("audit_event")
      .select(["actor", "detail"])
      .where("action", "=", "look_at_member")
      .where("object", "=", `member:${member.guid}`)
      .execute();
    return rows.map(({ actor, detail }) => [actor, detail]);
  };
  const look = [teller.username, { what: "loan_certificate" }];
  expect(await at(teller)).toMatchObject({ httpStatus: 409, body: { code: "loan_not_paid" } });
  expect(await looks()).toEqual([look]);
  // The one that the member has ended.
  params.loanNo = loanNo;
  expect(await at(teller)).toMatchObject({
    httpStatus: 200,
    headers: { "content-disposition": expect.stringContaining(`certificate-${loanNo}.pdf`) },
  });
  expect(await looks()).toEqual([look, look]);
  const elsewhere = await world.makeStaff({ role: "teller", officeId: 2n });
  expect(await at(elsewhere)).toMatchObject({ httpStatus: 404 });
  const clerk = await world.makeStaff({ role: "card_officer" });
  expect(await at(clerk)).toMatchObject({ body: { code: "not_your_role" } });
  expect(await looks()).toHaveLength(2);
  await world.app.db
    .updateTable("member")
    .set({ language: "fil" })
    .where("id", "=", member.id)
    .execute();
  const staff = { username: teller.username, staffId: teller.id, correlationId: "test" };
  const said = pdfText(await bytesOf(await makeDeskCertificate(world.app, staff, loanNo)));
  expect(said).toContain("Sertipiko ng Ganap na Pagbabayad");
  expect(said).toContain(loanNo);
});
