import { afterAll, beforeAll, expect, test } from "vitest";
import { getLoanCertificate } from "#contract/loanDebits.ts";
import { transact } from "#server/db/db.ts";
import { readLoanAccount } from "#server/domains/loans/accounts/readLoanAccount.ts";
import { takePayment } from "#server/domains/loans/payments/takePayment.ts";
import { addLoan } from "#test/support/addLoan.ts";
import type { Browser } from "#test/support/browser.ts";
import { pdfMistakes } from "#test/support/checkPdf.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { pdfText } from "#test/support/pdfText.ts";
import { makeCertificate } from "./makeCertificate.ts";

let world: World;
let member: TestMember;
let browser: Browser;
let loanNo: string;

beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off" });
  world.setTime(new Date("2026-11-05T02:00:00Z"));
  member = await world.makeMember({ savings: 10_000_00n, card: null });
  loanNo = await addLoan(world, member);
  browser = await world.signIn(member);
});
afterAll(() => world.close());

const ask = (by = browser, guid = member.guid) =>
  world.callRaw(getLoanCertificate, { params: { guid, loanNo } }, by);

test("S252 a loan that is paid has a certificate of its own member's, one that is not has none", async () => {
  expect(await ask()).toMatchObject({ httpStatus: 409, body: { code: "loan_not_paid" } });
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
  const file = await ask();
  expect(file.headers["content-disposition"]).toContain(`certificate-${loanNo}.pdf`);
  const caller = {
    memberId: member.id,
    memberGuid: member.guid,
    sessionId: 0n,
    correlationId: "test",
    language: "en",
  } as const;
  const { parts } = await makeCertificate(world.app, caller, loanNo);
  const chunks: Uint8Array[] = [];
  for await (const part of parts) chunks.push(Buffer.from(part));
  const bytes = Buffer.concat(chunks);
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
  const other = await world.makeMember({ card: null });
  const stranger = await world.signIn(other);
  expect(await ask(stranger, other.guid)).toMatchObject({ httpStatus: 404 });
});
