import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { resolveBreak, takeBreak } from "#contract/staff/reconciliation.ts";
import { checkInvariants } from "#server/ledger/checkInvariants.ts";
import { postRemittance } from "#server/domains/payroll/postRemittance.ts";
import { addLoanApplication } from "#test/support/addLoan.ts";
import { addTransfer } from "#test/support/addTransfer.ts";
import { makeApplication } from "#test/support/makeApplication.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import type { TestStaff } from "#test/support/makeStaff.ts";
import { asAdmin } from "#test/support/testDb.ts";
import { foldedPerson } from "#server/domains/makerChecker/samePerson.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import {
  addEmployed,
  deductionFile,
  posting,
  readFile,
  type RemittedPair,
  rowsOf,
  sentRows,
  settling,
} from "#test/support/payrollActs.ts";
import { approve, ask, asked, decide } from "#test/support/requestActs.ts";

/** What is due of such a loan by the end of its second month. */
const DUE = "8801.55";

let world: World;
let officer: TestStaff;
let chief: TestStaff;

beforeAll(async () => {
  world = await makeWorld();
  world.setTime(new Date("2026-11-05T10:00:00+08:00"));
  officer = await world.makeStaff({ role: "loan_officer" });
  chief = await world.makeStaff({ role: "supervisor" });
});
afterAll(() => world.close());

const codeOf = (answer: { status: boolean; code?: string | undefined }) =>
  answer.status ? "ok" : answer.code;

/** As two people have said before. */
async function isAlso(staff: TestStaff, member: TestMember): Promise<void> {
  const person = sql<string>`staff_person_folded(${staff.personKey})`;
  const values = { person, member_id: member.id, set_at: world.app.now() };
  await world.app.db.insertInto("staff_membership").values(values).execute();
}

async function ownersOf(object: string): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    select distinct id from members_of_object(${object}) id where id is not null order by id`.execute(
    world.app.db,
  );
  return rows.map(({ id }) => id);
}

test("S396 the pay of who approved a file is booked with everybody's, and only alone is a row of theirs another's work", async () => {
  const of = { employer: "PNP", month: "2026-12" };
  const [own, other, third] = [
    await addEmployed(world, of.employer),
    await addEmployed(world, of.employer),
    await addEmployed(world, of.employer),
  ];
  await isAlso(chief, own.member);
  await isAlso(officer, third.member);
  await deductionFile(officer, of);

  // Sessions end overnight: the same people by their second accounts.
  world.setTime(new Date("2026-12-02T10:00:00+08:00"));
  const { personKey } = chief;
  officer = await world.makeStaff({ role: "loan_officer", personKey: officer.personKey });
  chief = await world.makeStaff({ role: "supervisor", personKey });
  const rows: RemittedPair[] = [
    [own.loanNo, DUE],
    [other.loanNo, DUE],
    ["LN-9999-0000001", "10.00"],
  ];
  const remittanceId = await sentRows(officer, rows, of);
  const file = await readFile(officer, remittanceId);
  await approve(chief, await asked(officer, posting(file)));
  await postRemittance(world.app, BigInt(remittanceId));
  const told = await rowsOf(officer, file.reference);
  expect(told.map(({ loanNo, state }) => [loanNo, state])).toEqual([
    [own.loanNo, "posted"],
    [other.loanNo, "posted"],
    ["LN-9999-0000001", "exception"],
  ]);
  const trail = await world.app.db
    .selectFrom("audit_event")
    .select(["actor", "detail"])
    .where("action", "=", "take_loan_payment")
    .where("object", "=", `loan:${own.loanNo}`)
    .execute();
  expect(trail).toMatchObject([{ actor: chief.username, detail: { whole_file: file.reference } }]);

  const unknown = told[2];
  if (unknown === undefined) throw new Error("no third row");
  expect(codeOf(await ask(officer, settling(unknown, "post", third.loanNo)))).toBe(
    "request_about_you",
  );
  const onTheChiefs = await asked(officer, settling(unknown, "post", own.loanNo));
  expect(codeOf(await decide(chief, onTheChiefs))).toBe("request_about_you");
  expect((await rowsOf(officer, file.reference))[2]).toMatchObject({ state: "exception" });
  expect(await checkInvariants(world.app.db)).toEqual([]);
});

test("S396 nobody books by hand into an account of their own, whoever asks and whoever decides", async () => {
  const maker = await world.makeStaff({ role: "every", officeId: null });
  const checker = await world.makeStaff({ role: "every", officeId: null });
  const [ofMaker, ofChecker] = [
    await world.makeMember({ savings: 100_00n }),
    await world.makeMember({ savings: 100_00n }),
  ];
  await isAlso(maker, ofMaker);
  await isAlso(checker, ofChecker);
  const journal = (reference: string, { accountNumbers }: TestMember) => ({
    kind: "manual_journal" as const,
    payload: {
      reference,
      narrative: "Correction",
      lines: [
        { book: "ASSOC", code: "5310", side: "D", amount: "50.00" },
        {
          book: "ASSOC",
          code: "2010",
          side: "C",
          amount: "50.00",
          subledger: accountNumbers.savings,
        },
      ],
    },
  });
  expect(codeOf(await ask(maker, journal("OWN-1", ofMaker)))).toBe("request_about_you");
  const open = await asked(maker, journal("OWN-2", ofChecker));
  expect(codeOf(await decide(checker, open))).toBe("request_about_you");
  const third = await world.makeStaff({ role: "every", officeId: null });
  await approve(third, open);
  const { id } = await world.app.db
    .selectFrom("journal_entry")
    .select("id")
    .where("reference", "=", "OWN-2")
    .executeTakeFirstOrThrow();
  const reversal = { kind: "journal_reversal" as const, payload: { entryId: String(id) } };
  expect(codeOf(await ask(checker, reversal))).toBe("request_about_you");
  expect(await ownersOf("journal:OWN-2")).toEqual([ofChecker.id]);
});

test("S396 of a transfer between two of the staff neither asks for anything about it", async () => {
  const staff = [
    await world.makeStaff({ role: "every", officeId: null }),
    await world.makeStaff({ role: "every", officeId: null }),
  ] as const;
  const [from, to] = [await world.makeMember(), await world.makeMember()];
  await isAlso(staff[0], from);
  await isAlso(staff[1], to);
  // 'own' names nobody who receives; from card to card does.
  const refNo = await addTransfer(world, from, { refNo: "OT261105-0000000396" });
  await asAdmin(world.database.ownerUrl, (owner) =>
    owner.query(
      `update transfer set kind = 'card', source_account_id = null, destination_member_id = $2,
         destination_card_id = (select id from card where member_id = $2) where ref_no = $1`,
      [refNo, to.id],
    ),
  );
  const { rows } = await sql<{ people: string[] }>`
    select array(select staff_people_of_request(${`transfer:${refNo}`}, '{}')) as people`.execute(
    world.app.db,
  );
  expect(rows[0]?.people.toSorted()).toEqual(
    staff.map(({ personKey }) => foldedPerson(personKey)).toSorted(),
  );
});

test("S396 what the trail names is found to be its member's: one thing of each sort", async () => {
  const member = await world.makeMember({ savings: 100_00n, officeId: 1n });
  const { id, guid, accountNumbers } = member;
  const savings = accountNumbers.savings ?? "";
  const { app } = world;
  const refNo = await addTransfer(world, member, { refNo: "OT261105-0000000397" });
  const exception = await app.db
    .insertInto("transfer_exception")
    .values({ ref_no: refNo, kind: "unanswered", at: app.now() })
    .returning("id")
    .executeTakeFirstOrThrow();
  const event = await app.db
    .insertInto("issuer_event")
    .values({
      event_id: "event-396",
      nonce: "nonce-396",
      type: "card.use",
      received_at: app.now(),
      body: JSON.stringify({ accountNo: member.cardAccountNo }),
      outcome: "exception",
      reason: "test",
    })
    .returning("event_id")
    .executeTakeFirstOrThrow();
  const card = await app.db
    .selectFrom("card")
    .select("id")
    .where("member_id", "=", id)
    .executeTakeFirstOrThrow();
  const opening = await app.db
    .selectFrom("journal_entry")
    .select("id")
    .where("reference", "=", `OPEN-2010-${savings}`)
    .executeTakeFirstOrThrow();
  const { loanNo, member: borrower } = await addEmployed(world, "PNP");
  const plastic = await makeApplication(app, await world.makeMember());
  const broken = [
    await addBreak({ reference: refNo, account: "" }),
    await addBreak({ reference: "ISSUER-396", account: member.cardAccountNo ?? "" }),
  ];
  const applied = await addLoanApplication(world, member);
  for (const object of [
    `member:${guid}`,
    `member_account:${savings}`,
    `account:${savings}`,
    `cash_account:${savings}`,
    `card:${card.id}`,
    `transfer:${refNo}`,
    `exception:transfer-${exception.id}`,
    `exception:issuer-${event.event_id}`,
    ...broken.map((breakId) => `break:${breakId}`),
    `journal:${opening.id}`,
    `loan_application:${applied}`,
  ]) {
    // oxlint-disable-next-line no-await-in-loop -- one connection
    expect([object, await ownersOf(object)]).toEqual([object, [id]]);
  }
  expect(await ownersOf(`loan:${loanNo}`)).toEqual([borrower.id]);
  expect(await ownersOf(`card_application:${plastic.reference}`)).toHaveLength(1);
  expect(await ownersOf("setting:FEE_INSTAPAY")).toEqual([]);
});

/** A difference to a partner's statement that a person is to look into. */
async function addBreak(of: { reference: string; account: string }): Promise<bigint> {
  const at = world.app.now();
  const { id } = await world.app.db
    .insertInto("reconciliation_break")
    .values({
      ...of,
      source: "issuer",
      day: "2026-11-05",
      kind: "missing_with_them",
      ordinal: 1,
      ours_centavos: 2_500_00n,
      at,
      found_at: at,
      state: "open",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

test("S396 nobody takes or resolves a break of their own transfer or card account: another does", async () => {
  const clerk = await world.makeStaff({ role: "every", officeId: null });
  const other = await world.makeStaff({ role: "every", officeId: null });
  const member = await world.makeMember();
  await isAlso(clerk, member);
  const refNo = await addTransfer(world, member, { refNo: "OT261105-0000000398" });
  for (const of of [
    { reference: refNo, account: "" },
    { reference: "ISSUER-398", account: member.cardAccountNo ?? "" },
  ]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const params = { breakId: String(await addBreak(of)) };
    const body = { resolution: "Nothing is missing" };
    // oxlint-disable-next-line no-await-in-loop -- as above
    expect(codeOf(await clerk.call(takeBreak, { params }))).toBe("own_membership");
    // oxlint-disable-next-line no-await-in-loop -- as above
    expect(codeOf(await clerk.call(resolveBreak, { params, body }))).toBe("own_membership");
    // oxlint-disable-next-line no-await-in-loop -- as above
    expect(codeOf(await other.call(resolveBreak, { params, body }))).toBe("ok");
  }
});
