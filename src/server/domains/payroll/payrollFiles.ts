import { sql } from "kysely";
import { manilaMonth } from "#common/manila.ts";
import type { FileAnswer } from "#contract/endpoint.ts";
import type { ListPage } from "#contract/staff/list.ts";
import type { PayrollFileRow } from "#contract/staff/payroll.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { transact } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import { anywhere } from "#server/platform/lists/anywhere.ts";
import { type ListRequest, type ListOrder, readPage } from "#server/platform/lists/readPage.ts";

const order = {
  sorts: { madeAt: { by: "f.made_at", type: "moment" } },
  id: { by: "f.id", type: "bigint" },
  first: "-madeAt",
} as const satisfies ListOrder;

type FileQuery = ListRequest & { employer?: string | undefined; month?: string | undefined };

/** Files that employers were sent. */
export async function listPayroll(app: App, request: FileQuery): Promise<ListPage<PayrollFileRow>> {
  const { employer, month } = request;
  let query = files(app);
  if (employer !== undefined) query = query.where("f.employer", "ilike", anywhere(employer));
  if (month !== undefined) query = query.where("f.month", "=", `${month}-01`);
  const page = await readPage(app.db, order, query, request);
  return { ...page, rows: page.rows.map(toRow) };
}

/** One of them. */
export async function readPayrollFile(app: App, id: bigint): Promise<PayrollFileRow> {
  return toRow(await files(app).where("f.id", "=", id).executeTakeFirstOrThrow());
}

function files(app: App) {
  return app.db
    .selectFrom("payroll_file as f")
    .select([
      "f.id",
      "f.reference",
      "f.employer",
      "f.month",
      "f.line_count",
      "f.total_centavos",
      "f.made_by",
      "f.made_at",
      "f.sha256",
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof files>["executeTakeFirstOrThrow"]>>;

function toRow(row: Row): PayrollFileRow {
  return {
    fileId: String(row.id),
    reference: row.reference,
    employer: row.employer,
    month: row.month.slice(0, 7),
    lines: row.line_count,
    total: row.total_centavos,
    madeBy: row.made_by,
    madeAt: row.made_at.toISOString(),
    sha256: row.sha256 ?? "",
  };
}

/** The file as it was made. Who opened it is recorded first. Refuses not_found. */
export async function openPayrollFile(
  app: App,
  staff: StaffCaller,
  fileId: string,
): Promise<FileAnswer> {
  return transact(app.db, async (tx) => {
    const file = await tx
      .selectFrom("payroll_file")
      .select(["reference", "bytes", "sha256"])
      .where("id", "=", BigInt(fileId))
      .executeTakeFirst();
    if (file === undefined) throw new Refusal("not_found");
    await audit(tx, {
      at: app.now(),
      actorKind: "staff",
      actor: staff.username,
      action: "payroll_file_opened",
      object: `payroll_file:${file.reference}`,
      correlationId: staff.correlationId,
      detail: { sha256: file.sha256 ?? "" },
    });
    return { name: `${file.reference}.csv`, parts: inOne(file.bytes) };
  });
}

/** Employers of members with an open loan or a deduction for an account, the one with most loans first. */
export async function readEmployers(app: App): Promise<{ employer: string; loans: number }[]> {
  const running = `${manilaMonth(app.now())}-01`;
  const { rows } = await sql<{ employer: string; loans: bigint }>`
    select m.employer, count(w.loan_id) as loans
    from (
      select member_id, id as loan_id from loan where state in ('active', 'past_due')
      union all
      select a.member_id, null from standing_deduction s join member_account a on a.id = s.account_id
      where s.ended_at is null and (s.until_month is null or s.until_month >= ${running}::date)
    ) w join member m on m.id = w.member_id
    where m.employer <> ''
    group by m.employer order by count(w.loan_id) desc, m.employer limit 200`.execute(app.db);
  return rows.map(({ employer, loans }) => ({ employer, loans: Number(loans) }));
}

async function* inOne(bytes: Buffer): AsyncGenerator<string> {
  yield bytes.toString();
}
