import { sql } from "kysely";
import { addMonths, manilaMonth } from "#common/manila.ts";
import { type Centavos, formatPesos, toDecimal } from "#common/money.ts";
import type { ListPage } from "#contract/staff/list.ts";
import type {
  STANDING_DEDUCTION_STATES,
  StandingDeduction,
} from "#contract/staff/standingDeductions.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { accountNames, accountType } from "#server/domains/members/balances/accountNames.ts";
import { listName } from "#server/domains/members/fullName.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { noticeDay } from "#server/platform/notifications/noticeDay.ts";
import { anywhere } from "#server/platform/lists/anywhere.ts";
import { type ListOrder, type ListRequest, readPage } from "#server/platform/lists/readPage.ts";
import { Refusal } from "#server/refusal.ts";
import { lockPaidAccount } from "./payIntoAccount.ts";

const order = {
  sorts: { setAt: { by: "s.set_at", type: "moment" } },
  id: { by: "s.id", type: "bigint" },
  first: "-setAt",
} as const satisfies ListOrder;

/** So many months ahead may a deduction begin. */
const FARTHEST_MONTHS = 12;

type DeductionQuery = ListRequest & {
  show?: string | undefined;
  employer?: string | undefined;
  accountNo?: string | undefined;
};

/** What members have deducted each month for their accounts; what runs, where nothing else is asked for. */
export async function listDeductions(
  app: App,
  request: DeductionQuery,
): Promise<ListPage<StandingDeduction>> {
  const { show = "running", employer, accountNo } = request;
  let query = deductions(app);
  if (show !== "all") query = query.where("s.ended_at", show === "ended" ? "is not" : "is", null);
  if (employer !== undefined) query = query.where("m.employer", "ilike", anywhere(employer));
  if (accountNo !== undefined)
    query = query.where("a.account_number", "ilike", anywhere(accountNo));
  const page = await readPage(app.db, order, query, request);
  return { ...page, rows: page.rows.map(toRow) };
}

const deductions = (app: App) =>
  app.db
    .selectFrom("standing_deduction as s")
    .innerJoin("member_account as a", "a.id", "s.account_id")
    .innerJoin("member as m", "m.id", "a.member_id")
    .selectAll("s")
    .select(["a.account_number", "a.product", "m.employer", "m.guid"])
    .select(["m.membership_no", "m.last_name", "m.first_name"]);

/** The members of these rows, each once. */
export const membersOf = (rows: readonly StandingDeduction[]): string[] => [
  ...new Set(rows.map(({ guid }) => guid)),
];

type Row = Awaited<ReturnType<ReturnType<typeof deductions>["executeTakeFirstOrThrow"]>>;

function toRow(row: Row): StandingDeduction {
  const state: (typeof STANDING_DEDUCTION_STATES)[number] =
    row.ended_at === null ? "running" : "ended";
  return {
    deductionId: String(row.id),
    guid: row.guid,
    accountNo: row.account_number,
    accountType: accountType(row.product),
    name: listName(row),
    membershipNo: row.membership_no,
    employer: row.employer,
    monthly: row.monthly_centavos,
    firstMonth: row.first_month.slice(0, 7),
    authority: row.authority,
    state,
    setBy: row.set_by,
    setAt: row.set_at.toISOString(),
    endedBy: row.ended_by ?? "",
    endedAt: row.ended_at?.toISOString() ?? null,
  };
}

type NewDeduction = {
  accountNo: string;
  monthly: Centavos;
  firstMonth: string;
  authority: string;
};

/**
 * Sets what is deducted each month for an account, in the place of what ran before; no money moves. Sent twice it is
 * set once. Files that are made already stay as they are. Refuses deduction_account for a number that is no
 * contribution or savings account, deduction_employer, and deduction_month for a month that is over or far ahead.
 */
export async function setDeduction(
  app: App,
  staff: StaffCaller,
  wanted: NewDeduction,
): Promise<StandingDeduction> {
  const at = app.now();
  const running = manilaMonth(at);
  if (wanted.firstMonth < running || wanted.firstMonth > addMonths(running, FARTHEST_MONTHS)) {
    throw new Refusal("deduction_month");
  }
  const id = await transact(app.db, (tx) => replace(tx, app, staff, wanted));
  return toRow(await deductions(app).where("s.id", "=", id).executeTakeFirstOrThrow());
}

/** Ends what ran and begins what is wanted; answers its id. */
async function replace(
  tx: Tx,
  app: App,
  staff: StaffCaller,
  wanted: NewDeduction,
): Promise<bigint> {
  const at = app.now();
  const { monthly, firstMonth, authority } = wanted;
  const account = await lockPaidAccount(tx, wanted.accountNo);
  if (account === undefined) throw new Refusal("deduction_account");
  if (account.employer === "") throw new Refusal("deduction_employer");
  const before = await tx
    .selectFrom("standing_deduction")
    .selectAll()
    .where("account_id", "=", account.id)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  const isSame =
    before?.monthly_centavos === monthly &&
    before.first_month.slice(0, 7) === firstMonth &&
    before.authority === authority;
  if (before !== undefined && isSame) return before.id;
  if (before !== undefined) {
    const ended = { ended_by: staff.username, ended_at: at };
    await tx.updateTable("standing_deduction").set(ended).where("id", "=", before.id).execute();
  }
  const { id } = await tx
    .insertInto("standing_deduction")
    .values({
      account_id: account.id,
      monthly_centavos: monthly,
      first_month: `${firstMonth}-01`,
      authority,
      set_by: staff.username,
      set_at: at,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await audit(tx, {
    at,
    actorKind: "staff",
    actor: staff.username,
    action: "standing_deduction_set",
    object: `member_account:${wanted.accountNo}`,
    correlationId: staff.correlationId,
    detail: {
      monthly: toDecimal(monthly),
      before: before === undefined ? "" : toDecimal(before.monthly_centavos),
      firstMonth,
      authority,
    },
  });
  await notify(tx, {
    memberId: account.member_id,
    kind: "deduction_set",
    params: {
      date: noticeDay(`${firstMonth}-01`),
      amount: formatPesos(monthly),
      account: accountNames[accountType(account.product)],
      authority,
    },
    at,
  });
  return id;
}

type Ending = {
  account_number: string;
  product: string;
  member_id: bigint;
  monthly: bigint;
  ended_at: Date | null;
};

/** Ends one: no file made from now on asks for it. Refuses not_found, and deduction_ended for one that ended before. */
export async function endDeduction(
  app: App,
  staff: StaffCaller,
  { deductionId, reason }: { deductionId: string; reason: string },
): Promise<void> {
  const at = app.now();
  await transact(app.db, async (tx) => {
    const { rows } = await sql<Ending>`
      select a.account_number, a.product, a.member_id, s.monthly_centavos as monthly, s.ended_at
      from standing_deduction s join member_account a on a.id = s.account_id
      where s.id = ${deductionId}::bigint
      for no key update of s`.execute(tx);
    const [found] = rows;
    if (found === undefined) throw new Refusal("not_found");
    if (found.ended_at !== null) throw new Refusal("deduction_ended");
    await tx
      .updateTable("standing_deduction")
      .set({ ended_by: staff.username, ended_at: at })
      .where("id", "=", BigInt(deductionId))
      .execute();
    await audit(tx, {
      at,
      actorKind: "staff",
      actor: staff.username,
      action: "standing_deduction_ended",
      object: `member_account:${found.account_number}`,
      correlationId: staff.correlationId,
      detail: { monthly: toDecimal(found.monthly), reason },
    });
    await notify(tx, {
      memberId: found.member_id,
      kind: "deduction_ended",
      params: { account: accountNames[accountType(found.product)] },
      at,
    });
  });
}
