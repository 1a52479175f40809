import {
  confirmEnrolment as confirmCall,
  finishEnrolment as finishCall,
  getStaffAccounts,
  issueEnrolmentCode as issueCall,
  liftStaffLock as liftCall,
  startEnrolment as startCall,
} from "#contract/staff/accounts.ts";
import { onPublicCall, onStaffCall, type Route } from "#server/platform/http/calls.ts";
import { confirmEnrolment } from "./confirmEnrolment.ts";
import { finishEnrolment, issueEnrolmentCode, startEnrolment } from "./enrolment.ts";
import { liftStaffLock } from "./liftStaffLock.ts";
import { readStaffAccounts } from "./readStaffAccounts.ts";

export const staffAccountRoutes: Route[] = [
  onStaffCall(getStaffAccounts, async ({ app, staff, query }) => ({
    result: await readStaffAccounts(app, staff, query),
  })),
  onStaffCall(issueCall, async ({ app, staff, params }) => {
    const { code, expiresAt } = await issueEnrolmentCode(
      app,
      { kind: "staff", caller: staff },
      BigInt(params.staffId),
    );
    return { result: { code, expiresAt: expiresAt.toISOString() } };
  }),
  onStaffCall(confirmCall, async ({ app, staff, params }) => {
    await confirmEnrolment(app, staff, BigInt(params.staffId));
    return {};
  }),
  onStaffCall(liftCall, async ({ app, staff, params }) => {
    await liftStaffLock(app, staff, BigInt(params.staffId));
    return {};
  }),
  onPublicCall(startCall, async ({ app, source, correlationId, cookies, body }) => {
    const { username, enrolment_code: enrolmentCode } = body;
    return {
      result: await startEnrolment(
        app,
        { source, correlationId, cookies },
        { username, enrolmentCode },
      ),
    };
  }),
  onPublicCall(finishCall, async ({ app, source, correlationId, cookies, body, setCookie }) => {
    const started = await finishEnrolment(
      app,
      { source, correlationId, cookies },
      {
        username: body.username,
        enrolmentCode: body.enrolment_code,
        code: body.code,
        password: body.new_password,
      },
    );
    for (const cookie of started?.cookies ?? []) setCookie(cookie);
    return { result: { token: started?.token ?? null } };
  }),
];
