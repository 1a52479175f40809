import { afterAll, beforeAll, expect, test } from "vitest";
import { withCheckDigit } from "#common/checkDigit.ts";
import {
  exportImportRows,
  getImport,
  listImportRows,
  listImports,
  uploadImport,
} from "#contract/staff/imports.ts";
import { fileProblems, rowProblems } from "#contract/staff/importFile.ts";
import { decideRequest, getRequest, makeRequest } from "#contract/staff/requests.ts";
import { drainJobs } from "#test/support/drainJobs.ts";
import type { TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

let world: World;
let administrator: TestStaff;
let supervisor: TestStaff;
/** A supervisor of all branches. */
let everywhere: TestStaff;
let teller: TestStaff;
beforeAll(async () => {
  world = await makeWorld();
  administrator = await world.makeStaff({ role: "administrator", officeId: null });
  supervisor = await world.makeStaff({ role: "supervisor", officeId: 1n });
  everywhere = await world.makeStaff({ role: "supervisor", officeId: null });
  teller = await world.makeStaff({ role: "teller", officeId: 1n });
});
afterAll(() => world.close());

const HEADER = "membership_no,last_name,first_name,birth_date,office,savings";
const numberOf = (serial: number) => withCheckDigit(`00012026${String(serial).padStart(7, "0")}`);

async function upload(text: string): Promise<string> {
  const answer = await administrator.callRaw(uploadImport, {
    query: { fileName: "members.csv" },
    body: text,
  });
  expect(answer.body).toMatchObject({ status: true });
  await drainJobs(world.app);
  // By the contract of the call.
  return (answer.body["result"] as { importGuid: string }).importGuid;
}

test("a file that is sent is checked, and its rows are told with what is wrong, in both languages", async () => {
  const guid = await upload(
    [
      HEADER,
      `${numberOf(1)},Cruz,Ana,1980-06-02,1,100.00`,
      `${numberOf(2)},=cmd|'/c calc',Ana,1980-06-02,77,1e9`,
    ].join("\n"),
  );
  const params = { importGuid: guid };
  const summary = await supervisor.call(getImport, { params });
  expect(summary).toMatchObject({
    result: {
      state: "checked",
      fileName: "members.csv",
      uploadedBy: administrator.username,
      counts: { add: 1, invalid: 1 },
      openingTotal: 100_00n,
      rowCount: 2,
    },
  });
  const rows = await supervisor.call(listImportRows, { params, query: { verdict: "invalid" } });
  expect(rows).toMatchObject({
    result: {
      total: { count: 1, isMore: false },
      rows: [
        {
          line: 3,
          problems: [{ column: "last_name" }, { column: "office" }, { column: "savings" }],
        },
      ],
    },
  });
  const inFilipino = await supervisor.callRaw(
    listImportRows,
    { params, query: { verdict: "invalid" } },
    { headers: { "accept-language": "fil" } },
  );
  expect(JSON.stringify(inFilipino.body)).toContain("Walang bukas na opisina");

  const file = await supervisor.callRaw(exportImportRows, {
    params,
    query: { verdict: "invalid" },
  });
  expect(file.headers["content-type"]).toContain("text/csv");
  const list = await supervisor.call(listImports, { query: { state: "checked" } });
  expect(list).toMatchObject({ result: { rows: [{ importGuid: guid }] } });
});

test("S161 a members' file that went through a spreadsheet is read as it was meant, and told in words where it cannot be", async () => {
  const bare = numberOf(31).replace(/^0+/, "");
  const guid = await upload(
    [
      `\ufeff${HEADER.replaceAll(",", "\u200b;\u00a0")};;`,
      `${bare};Reyes;Ana;1990-05-05;0001;"1,250.00";;`,
      ";;;;;;;",
      "1.2026E+12;Cruz;Ana;1990-05-05;1;0.00;;",
      `${numberOf(32)};Santos;Ana;1990-05-05;1;0.00;;`,
      "TOTAL;;;;;1250.00;;",
      "TOTAL;1250.00",
      "TOTAL;;1,250.00",
      "*** End of report ***",
      ";;;;;1250.00;;",
      ";;;;;;;",
    ].join("\r\n"),
  );
  const params = { importGuid: guid };
  expect(await supervisor.call(getImport, { params })).toMatchObject({
    result: {
      state: "checked",
      rowCount: 3,
      counts: { add: 2, invalid: 1, passed_over: 5 },
      openingTotal: 1_250_00n,
    },
  });
  const { result } = await expectYes(supervisor.call(listImportRows, { params, query: {} }));
  expect(
    result.rows.map(({ line, membershipNo, verdict, problems }) => [
      line,
      membershipNo,
      verdict,
      problems.map(({ message }) => message).join(),
    ]),
  ).toEqual([
    [2, numberOf(31), "add", ""],
    [4, "", "invalid", rowProblems.shortened_number.en],
    [5, numberOf(32), "add", ""],
    [6, "", "passed_over", rowProblems.totals_row.en],
    [7, "", "passed_over", rowProblems.totals_row.en],
    [8, "", "passed_over", rowProblems.totals_row.en],
    [9, "", "passed_over", rowProblems.remark_row.en],
    [10, "", "passed_over", rowProblems.totals_row.en],
  ]);
});

test("S161 a members' file of nothing but a footer has no rows", async () => {
  const guid = await upload(`${HEADER}\nTOTAL,,,,,0.00`);
  expect(await supervisor.call(getImport, { params: { importGuid: guid } })).toMatchObject({
    result: { state: "unreadable", problem: fileProblems.no_rows.en },
  });
});

test("S131 a second person lets exactly the checked file run; its maker does not", async () => {
  const guid = await upload(`${HEADER}\n${numberOf(21)},Cruz,Ana,1980-06-02,1,100.00`);
  const params = { importGuid: guid };
  const { result: summary } = await expectYes(administrator.call(getImport, { params }));
  const ask = (changes: Record<string, unknown>) =>
    administrator.call(
      makeRequest,
      {
        body: {
          kind: "member_import",
          payload: {
            importGuid: guid,
            fileHash: summary.fileHash,
            rowCount: 1,
            addCount: 1,
            updateCount: 0,
            openingTotal: "100.00",
            largestOpenings: [{ membershipNo: numberOf(21), amount: "100.00" }],
            ...changes,
          },
          reason: "Members of the former system",
          documents: [],
        },
      },
      { idempotencyKey: crypto.randomUUID() },
    );
  expect(await ask({ fileHash: "0".repeat(64) })).toMatchObject({ code: "request_does_not_apply" });
  expect(await ask({ addCount: 2 })).toMatchObject({ code: "request_does_not_apply" });
  expect(await ask({ openingTotal: "10.00" })).toMatchObject({ code: "request_does_not_apply" });
  expect(
    await ask({ largestOpenings: [{ membershipNo: numberOf(22), amount: "100.00" }] }),
  ).toMatchObject({ code: "request_does_not_apply" });
  const { result: request } = await expectYes(ask({}));
  const seen = await everywhere.call(getRequest, { params: { requestId: request.requestId } });
  expect(seen).toMatchObject({
    result: {
      after: {
        fileHash: summary.fileHash,
        addCount: "1",
        updateCount: "0",
        openingTotal: "100.00",
        largestOpenings: `${numberOf(21)}: 100.00`,
      },
    },
  });
  const waiting = await supervisor.call(getImport, { params });
  expect(waiting).toMatchObject({ result: { openRequestId: request.requestId } });

  const decide = (who: TestStaff) =>
    who.call(decideRequest, {
      params: { requestId: request.requestId },
      body: { decision: "approve", payloadHash: request.payloadHash, note: "" },
    });
  expect(await decide(administrator)).toMatchObject({ status: false });
  expect(await entries(21)).toEqual([]);
  expect(await decide(everywhere)).toMatchObject({ result: { state: "approved" } });
  await drainJobs(world.app);
  expect(await supervisor.call(getImport, { params })).toMatchObject({
    result: { state: "done", approvedBy: everywhere.username, rowsDone: 1, openRequestId: null },
  });
  expect(await entries(21)).toEqual([{ actor: everywhere.username }]);
});

test("who decides sees what each row brings, and what it replaces, and the ten largest openings", async () => {
  const kept = await world.makeMember({ officeId: 1n });
  await world.app.db
    .updateTable("member")
    .set({
      membership_no: numberOf(39),
      first_name: "Ana",
      last_name: "Reyes",
      date_of_birth: "1980-06-02",
    })
    .where("id", "=", kept.id)
    .execute();
  const serials = Array.from({ length: 12 }, (_, index) => 40 + index);
  const guid = await upload(
    [
      `${HEADER},update`,
      `${numberOf(39)},Dimaculangan,Ana,1980-06-02,1,,yes`,
      ...serials.map((serial) => `${numberOf(serial)},Cruz,Ana,1980-06-02,1,${serial}.50,`),
    ].join("\n"),
  );
  const params = { importGuid: guid };
  const rows = await supervisor.call(listImportRows, { params, query: { limit: "2" } });
  expect(rows).toMatchObject({
    result: {
      rows: [
        {
          verdict: "update",
          values: [{ column: "last_name", before: "Reyes", after: "Dimaculangan" }],
        },
        {
          verdict: "add",
          values: [
            { column: "first_name", before: null, after: "Ana" },
            { column: "last_name", before: null, after: "Cruz" },
            { column: "birth_date", before: null, after: "1980-06-02" },
            { column: "office", before: null, after: "1" },
            { column: "savings", before: null, after: "40.50" },
          ],
        },
      ],
    },
  });
  const { result: summary } = await expectYes(supervisor.call(getImport, { params }));
  expect(summary.largestOpenings).toEqual(
    serials
      .toReversed()
      .slice(0, 10)
      .map((serial) => ({ membershipNo: numberOf(serial), amount: BigInt(serial) * 100n + 50n })),
  );
  const looks = await world.app.db
    .selectFrom("audit_event")
    .select(["actor", "detail"])
    .where("action", "=", "look_at_import_rows")
    .where("object", "=", `import:${guid}`)
    .execute();
  expect(looks).toEqual([{ actor: supervisor.username, detail: { shown: 2 } }]);
});

const entries = (serial: number) =>
  world.app.db
    .selectFrom("journal_entry")
    .select("actor")
    .where("reference", "=", `OPENING-${numberOf(serial)}`)
    .execute();

async function expectYes<A extends { status: boolean }>(
  asked: Promise<A>,
): Promise<Extract<A, { status: true }>> {
  const answer = await asked;
  if (!answer.status) throw new Error(JSON.stringify(answer));
  // Just checked.
  return answer as Extract<A, { status: true }>;
}

test("S130 a teller neither sends files nor sees them; who may only decide does not send", async () => {
  const guid = await upload(`${HEADER}\n${numberOf(5)},Cruz,Ana,1980-06-02,1,`);
  const body = `${HEADER}\n`;
  const query = { fileName: "x.csv" };
  for (const who of [teller, supervisor]) {
    const answer = await who.callRaw(uploadImport, { query, body });
    expect(answer.body).toMatchObject({ code: "not_your_role" });
  }
  const params = { importGuid: guid };
  expect(await teller.call(getImport, { params })).toMatchObject({ code: "not_your_role" });
  const unknown = { importGuid: crypto.randomUUID() };
  expect(await supervisor.call(getImport, { params: unknown })).toMatchObject({
    code: "not_found",
  });
});

test("an empty file and one beyond 50 MB are refused and leave nothing", async () => {
  const count = () =>
    world.app.db
      .selectFrom("member_import")
      .select(({ fn }) => fn.countAll().as("count"))
      .executeTakeFirstOrThrow();
  const before = await count();
  const send = (body: string) =>
    administrator.callRaw(uploadImport, { query: { fileName: "x.csv" }, body });
  expect((await send("")).body).toMatchObject({ code: "import_empty" });
  const large = `${HEADER}\n`.padEnd(50 * 1024 * 1024 + 1, "x");
  expect((await send(large)).body).toMatchObject({ code: "import_too_large" });
  expect(await count()).toEqual(before);
  const pieces = await world.app.db.selectFrom("member_import_chunk").select("position").execute();
  expect(pieces).toEqual([]);
});

test("S060 a file of another type is not read", async () => {
  const { token } = administrator.browser;
  const answer = await world.send(
    {
      method: "POST",
      url: "/api/staff/imports?fileName=x.csv",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: "{}",
    },
    administrator.browser,
  );
  expect(answer.httpStatus).toBe(415);
});
