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
  const running = manilaMonth(app.now());
  if (show !== "all") query = query.where(isOver(running), "=", show === "ended");
  if (employer !== undefined) query = query.where("m.employer", "ilike", anywhere(employer));
  if (accountNo !== undefined)
    query = query.where("a.account_number", "ilike", anywhere(accountNo));
  const page = await readPage(app.db, order, query, request);
  return { ...page, rows: page.rows.map((row) => toRow(row, running)) };
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

/** Ended, or followed by another: no file that can still be made asks for it. */
const isOver = (running: string) =>
  sql<boolean>`(s.ended_at is not null or coalesce(s.until_month < ${`${running}-01`}::date, false))`;

function toRow(row: Row, running: string): StandingDeduction {
  const lastMonth = row.until_month?.slice(0, 7) ?? null;
  const isEnded = row.ended_at !== null || (lastMonth !== null && lastMonth < running);
  const state: (typeof STANDING_DEDUCTION_STATES)[number] = isEnded ? "ended" : "running";
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
    lastMonth,
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
 * Sets what is deducted each month for an account from a month on; what runs goes on until the month before it, and
 * what would have begun later does not; no money moves. Sent twice it is set once. Files that are made already stay as they are. Refuses deduction_account for a number that is no
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
  const row = await deductions(app).where("s.id", "=", id).executeTakeFirstOrThrow();
  return toRow(row, running);
}

/** Begins what is wanted; what runs goes on until the month before, what would begin later ends. Answers its id. */
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
  const live = await readLive(tx, account.id, at);
  const last = live.at(-1);
  const isSame =
    last?.monthly === monthly && last.firstMonth === firstMonth && last.authority === authority;
  if (last !== undefined && isSame) return last.id;
  const before = await cutShort(tx, live, { firstMonth, at, by: staff.username });
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
    detail: { monthly: toDecimal(monthly), before: amountsOf(live), firstMonth, authority },
  });
  const params = {
    date: noticeDay(`${firstMonth}-01`),
    amount: formatPesos(monthly),
    account: accountNames[accountType(account.product)],
    authority,
  };
  await notify(
    tx,
    before === undefined
      ? { memberId: account.member_id, kind: "deduction_set", params, at }
      : {
          memberId: account.member_id,
          kind: "deduction_changed",
          params: { ...params, before: formatPesos(before.monthly) },
          at,
        },
  );
  return id;
}

type Live = {
  id: bigint;
  monthly: Centavos;
  firstMonth: string;
  lastMonth: string | null;
  authority: string;
};

/** What a file that is made from now on may ask for an account, which is locked: the earliest first. */
async function readLive(tx: Tx, accountId: bigint, at: Date): Promise<Live[]> {
  const rows = await tx
    .selectFrom("standing_deduction")
    .select(["id", "monthly_centavos", "first_month", "until_month", "authority"])
    .where("account_id", "=", accountId)
    .where("ended_at", "is", null)
    .where((eb) =>
      eb.or([eb("until_month", "is", null), eb("until_month", ">=", `${manilaMonth(at)}-01`)]),
    )
    .orderBy("first_month")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    monthly: row.monthly_centavos,
    firstMonth: row.first_month.slice(0, 7),
    lastMonth: row.until_month?.slice(0, 7) ?? null,
    authority: row.authority,
  }));
}

const amountsOf = (live: readonly { monthly: Centavos }[]) =>
  live.map(({ monthly }) => toDecimal(monthly)).join(", ");

/** Leaves no month from the first one of another on to these. Answers the one that goes on until then, if any does. */
async function cutShort(
  tx: Tx,
  live: readonly Live[],
  { firstMonth, at, by }: { firstMonth: string; at: Date; by: string },
): Promise<Live | undefined> {
  const lastMonth = addMonths(firstMonth, -1);
  const goesOn = (one: Live) => one.firstMonth < firstMonth && lastMonth >= manilaMonth(at);
  for (const one of live) {
    if (goesOn(one) && one.lastMonth !== null && one.lastMonth < firstMonth) continue;
    // oxlint-disable-next-line no-await-in-loop -- two or three of them
    await tx
      .updateTable("standing_deduction")
      .set(goesOn(one) ? { until_month: `${lastMonth}-01` } : { ended_by: by, ended_at: at })
      .where("id", "=", one.id)
      .execute();
  }
  return live.findLast(goesOn);
}

type Ending = { id: bigint; account_number: string; product: string; member_id: bigint };

/**
 * Ends what is deducted for the account of one, also what would begin later: no file made from now on asks for it.
 * Refuses not_found, and deduction_ended for one that ended before.
 */
export async function endDeduction(
  app: App,
  staff: StaffCaller,
  { deductionId, reason }: { deductionId: string; reason: string },
): Promise<void> {
  const at = app.now();
  await transact(app.db, async (tx) => {
    const { rows } = await sql<Ending>`
      select a.id, a.account_number, a.product, a.member_id
      from standing_deduction s join member_account a on a.id = s.account_id
      where s.id = ${deductionId}::bigint
      for no key update of a`.execute(tx);
    const [account] = rows;
    if (account === undefined) throw new Refusal("not_found");
    const live = await readLive(tx, account.id, at);
    if (!live.some(({ id }) => id === BigInt(deductionId))) throw new Refusal("deduction_ended");
    await tx
      .updateTable("standing_deduction")
      .set({ ended_by: staff.username, ended_at: at })
      .where(
        "id",
        "in",
        live.map(({ id }) => id),
      )
      .execute();
    await audit(tx, {
      at,
      actorKind: "staff",
      actor: staff.username,
      action: "standing_deduction_ended",
      object: `member_account:${account.account_number}`,
      correlationId: staff.correlationId,
      detail: { monthly: amountsOf(live), reason },
    });
    await notify(tx, {
      memberId: account.member_id,
      kind: "deduction_ended",
      params: { account: accountNames[accountType(account.product)] },
      at,
    });
  });
}
