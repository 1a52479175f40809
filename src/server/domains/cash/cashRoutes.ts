import {
  type CashReceipt,
  closeCashDrawer,
  findCashAccount,
  getCashDrawer,
  getCashPosition,
  openCashDrawer,
  printCashReceipt,
  takeCashDeposit,
} from "#contract/staff/cash.ts";
import { wholeName } from "#server/domains/members/fullName.ts";
import { onStaffCall, type Route } from "#server/platform/http/calls.ts";
import { findAccount, printReceipt, receiptsOf, takeDeposit } from "./deposits.ts";
import { closeDrawer, openDrawer, readOwnDrawer, readPosition } from "./drawers.ts";

type Found = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

const toAccount = (found: Found) => ({
  accountNumber: found.account_number,
  // Only these are found.
  product: found.product as CashReceipt["product"],
  holder: wholeName(found),
});

/** Cash at the counter: drawers, deposits and their receipts. */
export const cashRoutes: Route[] = [
  onStaffCall(getCashDrawer, async ({ app, staff }) => {
    const drawer = await readOwnDrawer(app, staff);
    const receipts = drawer === null ? [] : await receiptsOf(app, drawer.drawerId);
    return { result: { drawer, receipts } };
  }),
  onStaffCall(openCashDrawer, async ({ app, staff, body }) => ({
    result: await openDrawer(app, staff, body.counts),
  })),
  onStaffCall(findCashAccount, async ({ app, staff, query }) => {
    const found = await findAccount(app.db, staff, query.accountNumber);
    return { result: found === undefined ? null : toAccount(found) };
  }),
  onStaffCall(takeCashDeposit, async ({ app, staff, body, idempotencyKey }) => ({
    result: await takeDeposit(app, staff, { ...body, key: idempotencyKey }),
  })),
  onStaffCall(printCashReceipt, async ({ app, staff, params }) => ({
    result: await printReceipt(app, staff, params.receiptNo),
  })),
  onStaffCall(closeCashDrawer, async ({ app, staff, body }) => ({
    result: await closeDrawer(app, staff, body.counts),
  })),
  onStaffCall(getCashPosition, async ({ app, staff }) => ({
    result: await readPosition(app, staff),
  })),
];
