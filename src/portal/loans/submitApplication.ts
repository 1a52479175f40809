import { parsePesos, toDecimal } from "#common/money.ts";
import type { Failure } from "#contract/endpoint.ts";
import { loanForm } from "#contract/loanFields.ts";
import { getLoanApplications, sendLoanApplication } from "#contract/loans.ts";
import { isUndecided, NOT_SENT } from "#client/failure.ts";
import { call } from "#portal/api/call.ts";
import {
  type ApplicationValues,
  forgetApplication,
  isSame,
  keepApplication,
  type KeptApplication,
  monthsOf,
} from "./applicationForm.ts";

/** How an attempt ended. 'open' is neither yes nor no: it may have been filed. */
type Outcome =
  | { name: "filed"; applicationNo: string }
  /** What was sent before without an answer had arrived. */
  | { name: "was_filed"; applicationNo: string }
  | { name: "refused"; failure: Failure }
  /** Nothing left this device now. */
  | { name: "not_sent"; failure: Failure }
  | { name: "open"; failure: Failure };

/**
 * Files the application. The same form is one application however often it is sent; one that was changed
 * after an answer was lost is sent only where the first did not arrive. Kept before it leaves, so that a
 * page that comes after this one knows of it.
 */
export async function submitApplication(
  guid: string,
  { values, sent }: KeptApplication,
): Promise<Outcome> {
  if (sent !== null && !isSame(values, sent)) {
    const answer = await call(getLoanApplications, { params: { guid } });
    if (!answer.status) return { name: "open", failure: answer };
    const arrived = answer.result.find(
      ({ loanType, amount, monthsWished, canWithdraw }) =>
        canWithdraw &&
        loanType === sent.loan_type &&
        amount === parsePesos(sent.loan_amount) &&
        monthsWished === (monthsOf(sent) ?? null),
    );
    if (arrived !== undefined) {
      await forgetApplication();
      return { name: "was_filed", applicationNo: arrived.applicationNo };
    }
  }
  // Without it only a page after this one would know less.
  await keepApplication({ values, sent: values }).catch(() => undefined);
  const answer = await call(sendLoanApplication, { params: { guid }, body: asSent(guid, values) });
  if (answer.status) {
    await forgetApplication();
    return { name: "filed", applicationNo: answer.result.applicationNo };
  }
  if (answer.code === NOT_SENT) {
    // What may have arrived is only what was sent before.
    await keepApplication({ values, sent }).catch(() => undefined);
    return { name: "not_sent", failure: answer };
  }
  if (isUndecided(answer)) return { name: "open", failure: answer };
  await keepApplication({ values, sent: null }).catch(() => undefined);
  return { name: "refused", failure: answer };
}

function asSent(guid: string, values: ApplicationValues) {
  const amount = parsePesos(values.loan_amount);
  const decimal = amount === undefined ? values.loan_amount : toDecimal(amount);
  const { employer, loan_type } = loanForm.shape;
  const { months_wished: _text, ...texts } = values;
  const months = monthsOf(values);
  return {
    guid,
    ...texts,
    ...(months !== undefined && { months_wished: months }),
    // The form lets through nothing else (applicationErrors).
    employer: employer.parse(values.employer),
    loan_type: loan_type.parse(values.loan_type),
    loan_amount: decimal,
  };
}
