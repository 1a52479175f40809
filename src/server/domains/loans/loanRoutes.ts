import { getLoanExample, getLoanForPayment } from "#contract/loanExample.ts";
import {
  acceptLoanOffer,
  getLoanAccount,
  getLoanApplications,
  getLoanOffer,
  getLoanProducts,
  sendLoanApplication,
  withdrawLoanApplication,
} from "#contract/loans.ts";
import type { LoanType } from "#contract/loanTypes.ts";
import { sha256 } from "#server/platform/base/tokens.ts";
import { onMemberCall, type Route } from "#server/platform/http/calls.ts";
import { cookieNames } from "#server/platform/http/cookies.ts";
import { pokeRelay } from "#server/platform/jobs/pokeRelay.ts";
import { readLoanAccount } from "./accounts/readLoanAccount.ts";
import { fileApplication } from "./applications/fileApplication.ts";
import { readApplications } from "./applications/readApplications.ts";
import { withdrawApplication } from "./applications/withdrawApplication.ts";
import { getLoanQuote, payOwnLoan as payCall } from "#contract/loanPayments.ts";
import {
  beginAutomaticDebit,
  getLoanCertificate,
  stopAutomaticDebit,
} from "#contract/loanDebits.ts";
import { makeCertificate } from "./certificates/makeCertificate.ts";
import { beginDebit } from "./debits/beginDebit.ts";
import { stopDebit } from "./debits/stopDebit.ts";
import { voidIfAsked } from "#server/domains/otp/voidIfAsked.ts";
import { stepUpOf } from "#server/domains/otp/stepUpOf.ts";
import { payOwnLoan } from "./payments/payOwnLoan.ts";
import { quotePayment } from "./payments/quotePayment.ts";
import { acceptOffer } from "./offers/acceptOffer.ts";
import { readExample, readForPayment } from "./offers/readExample.ts";
import { readOffer } from "./state/readOffer.ts";
import { rateText } from "./terms/percentText.ts";
import { readProducts } from "./terms/products.ts";

export const loanRoutes: Route[] = [
  onMemberCall(getLoanProducts, async ({ app }) => {
    const products = await readProducts(app.db);
    return {
      result: products.map((product) => ({
        // Its rows are the types; a test compares them.
        code: product.code as LoanType,
        label: product.label,
        annualRate: rateText(product.annualRate),
        terms: product.terms,
        minimum: product.minimum,
        maximum: product.maximum,
        limitRule: product.limitRule,
        security: product.security,
      })),
    };
  }),
  onMemberCall(getLoanExample, async ({ app, query }) => ({
    result: await readExample(app, {
      loanType: query.loan_type,
      principal: query.loan_amount,
      months: Number(query.months),
    }),
  })),
  onMemberCall(getLoanForPayment, async ({ app, query }) => ({
    result: await readForPayment(app, {
      loanType: query.loan_type,
      payment: query.monthly_payment,
      months: Number(query.months),
    }),
  })),
  onMemberCall(sendLoanApplication, async ({ app, caller, body }) => ({
    result: await fileApplication(app, caller, body),
    message: "Loan application submitted",
  })),
  onMemberCall(getLoanApplications, async ({ app, caller }) => ({
    result: await readApplications(app, caller.memberId),
  })),
  onMemberCall(withdrawLoanApplication, async ({ app, caller, body }) => {
    await withdrawApplication(app, caller, body.applicationNo);
    return {};
  }),
  onMemberCall(getLoanOffer, async ({ app, caller, params }) => ({
    result: await readOffer(app, {
      memberId: caller.memberId,
      applicationNo: params.applicationNo,
    }),
  })),
  onMemberCall(acceptLoanOffer, async ({ app, caller, params, body, cookies }) => {
    const browserHash = sha256(cookies[cookieNames(app.config).session] ?? "");
    const { version, pinId, pin } = body;
    const result = await acceptOffer(app, caller, {
      applicationNo: params.applicationNo,
      version,
      code: { pinId, pin, browserHash },
    });
    pokeRelay(app);
    return { result };
  }),
  onMemberCall(getLoanQuote, async ({ app, caller, params, query }) => ({
    result: await quotePayment(app, caller, { loanNo: params.loanNo, day: query.day }),
  })),
  onMemberCall(payCall, async ({ app, caller, params, body, cookies, idempotencyKey: key }) => {
    const { pinId, pin, ...money } = body;
    const code = stepUpOf(app, cookies, { pinId, pin });
    const payment = { loanNo: params.loanNo, ...money };
    if (code !== undefined) {
      const { correlationId } = caller;
      const asked = { ...code, correlationId, purpose: "pay_loan" } as const;
      await voidIfAsked(app, { cookieHash: code.browserHash }, asked);
    }
    const result = await payOwnLoan(app, caller, { payment, key, code });
    pokeRelay(app);
    return { result };
  }),
  onMemberCall(beginAutomaticDebit, async ({ app, caller, params, body, cookies }) => {
    const { pinId, pin, accountNumber } = body;
    const code = stepUpOf(app, cookies, { pinId, pin });
    const wanted = { loanNo: params.loanNo, accountNumber };
    const result = await beginDebit(app, caller, { wanted, code });
    pokeRelay(app);
    return { result };
  }),
  onMemberCall(stopAutomaticDebit, async ({ app, caller, params }) => {
    await stopDebit(app, caller, params.loanNo);
    return {};
  }),
  onMemberCall(getLoanCertificate, async ({ app, caller, params }) => ({
    file: await makeCertificate(app, caller, params.loanNo),
  })),
  onMemberCall(getLoanAccount, async ({ app, caller, params }) => ({
    result: await readLoanAccount(app, { memberId: caller.memberId, loanNo: params.loanNo }),
  })),
];
