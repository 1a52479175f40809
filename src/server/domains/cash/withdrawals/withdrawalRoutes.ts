import {
  approveCashWithdrawal,
  getCashWithdrawals,
  refuseCashWithdrawal,
} from "#contract/cashWithdrawals.ts";
import {
  askCashWithdrawal,
  endCashWithdrawal,
  getCashWithdrawal,
  payCashWithdrawal,
} from "#contract/staff/cash.ts";
import { stepUpOf } from "#server/domains/otp/stepUpOf.ts";
import { seenFrom } from "#server/platform/activity/noteActivity.ts";
import { onMemberCall, onStaffCall, type Route } from "#server/platform/http/calls.ts";
import { approveWithdrawal, refuseWithdrawal } from "./approveInPortal.ts";
import { askWithdrawal } from "./askWithdrawal.ts";
import { payAtCounter, takeBack } from "./payAtCounter.ts";
import { readForMember, readForTeller } from "./readWithdrawals.ts";

/** Withdrawals that their member approves: the teller's part, and the member's. */
export const withdrawalRoutes: Route[] = [
  onStaffCall(askCashWithdrawal, async ({ app, staff, body }) => ({
    result: await askWithdrawal(app, staff, body),
  })),
  onStaffCall(getCashWithdrawal, async ({ app, staff, params }) => ({
    result: await readForTeller(app, staff, params.withdrawalId),
  })),
  onStaffCall(payCashWithdrawal, async (call) => {
    const { app, staff, params, body, source } = call;
    const read = { ...params, ...body, source, from: seenFrom(app, call) };
    return { result: await payAtCounter(app, staff, read) };
  }),
  onStaffCall(endCashWithdrawal, async ({ app, staff, params }) => ({
    result: await takeBack(app, staff, params.withdrawalId),
  })),
  onMemberCall(getCashWithdrawals, async ({ app, caller }) => ({
    result: await readForMember(app, caller),
  })),
  onMemberCall(approveCashWithdrawal, async ({ app, caller, params, body, cookies }) => {
    const code = stepUpOf(app, cookies, { pinId: body.pinId, pin: body.pin });
    const { withdrawalId } = params;
    return { result: await approveWithdrawal(app, caller, { withdrawalId, code }) };
  }),
  onMemberCall(refuseCashWithdrawal, async ({ app, caller, params }) => {
    await refuseWithdrawal(app, caller, params.withdrawalId);
    return {};
  }),
];
