import {
  closeCashDrawer,
  findCashAccount,
  getCashDrawer,
  getCashPosition,
  getCashReceipt,
  openCashDrawer,
  printCashReceipt,
  takeCashDeposit,
} from "#contract/staff/cash.ts";
import { askCashMove, decideCashMove } from "#contract/staff/cashMoves.ts";
import { readLoanAccount } from "#server/domains/loans/accounts/readLoanAccount.ts";
import { wholeName } from "#server/domains/members/fullName.ts";
import type { App } from "#server/platform/app.ts";
import { onStaffCall, type Route } from "#server/platform/http/calls.ts";
import { takeDeposit } from "./deposits.ts";
import { readOwnDrawer } from "./vault/drawers.ts";
import { askFloat, closeDrawer } from "./openAndClose.ts";
import { type CashAccount, type CashLoan, findTarget } from "./findTarget.ts";
import { askMove } from "./vault/askMove.ts";
import { decideMove } from "./vault/decideMove.ts";
import { readOwnWaiting } from "./vault/readMoves.ts";
import { readLimits, readPosition } from "./vault/readPosition.ts";
import { findReceipt, printReceipt, receiptsOf } from "./receipts.ts";

async function toTarget(app: App, found: CashAccount | CashLoan) {
  const { number, product } = found;
  const target = { accountNumber: number, product, holder: wholeName(found) };
  if (product !== "loan") return { ...target, loan: null };
  const loan = await readLoanAccount(app, { memberId: found.member_id, loanNo: number });
  const { arrears, nextDue, settlement } = loan;
  return {
    ...target,
    loan: { overdue: arrears.total, nextDue, endsToday: settlement.total },
  };
}

/** Cash at the counter: drawers, deposits and their receipts. */
export const cashRoutes: Route[] = [
  onStaffCall(getCashDrawer, async ({ app, staff }) => {
    const drawer = await readOwnDrawer(app, staff);
    const receipts = drawer === null ? [] : await receiptsOf(app, drawer.drawerId);
    const waiting = await readOwnWaiting(app.db, staff);
    const { drawer: most } = await readLimits(app);
    return { result: { drawer, receipts, waiting, most } };
  }),
  onStaffCall(openCashDrawer, async ({ app, staff, body }) => ({
    result: await askFloat(app, staff, body.counts),
  })),
  onStaffCall(findCashAccount, async ({ app, staff, query }) => {
    const found = await findTarget(app.db, staff, query.accountNumber);
    return { result: found === undefined ? null : await toTarget(app, found) };
  }),
  onStaffCall(takeCashDeposit, async ({ app, staff, body, idempotencyKey }) => ({
    result: await takeDeposit(app, staff, { ...body, key: idempotencyKey }),
  })),
  onStaffCall(getCashReceipt, async ({ app, staff, params }) => ({
    result: await findReceipt(app, staff, params.receiptNo),
  })),
  onStaffCall(printCashReceipt, async ({ app, staff, params }) => ({
    result: await printReceipt(app, staff, params.receiptNo),
  })),
  onStaffCall(closeCashDrawer, async ({ app, staff, body }) => ({
    result: await closeDrawer(app, staff, body),
  })),
  onStaffCall(askCashMove, async ({ app, staff, body, idempotencyKey }) => ({
    result: await askMove(app, staff, { ...body, key: idempotencyKey }),
  })),
  onStaffCall(decideCashMove, async ({ app, staff, params, body }) => ({
    result: await decideMove(app, staff, { ...params, ...body }),
  })),
  onStaffCall(getCashPosition, async ({ app, staff }) => ({
    result: await readPosition(app, staff),
  })),
];
