import { toDecimal } from "#common/money.ts";
import { getLoanExample, getLoanForPayment } from "#contract/loanExample.ts";
import type { LoanType } from "#contract/loanTypes.ts";
import { getLoanQuote } from "#contract/loanPayments.ts";
import {
  getLoanAccount,
  getLoanApplications,
  getLoanOffer,
  getLoanProducts,
} from "#contract/loans.ts";
import type { Yes } from "#client/queries.ts";
import { queryOptions } from "@tanstack/react-query";
import { read } from "./queries.ts";

export type LoanProduct = Yes<typeof getLoanProducts>["result"][number];

/** What is lent, and what it costs. */
export const loanProductsRead = (guid: string) =>
  queryOptions({
    queryKey: ["loanProducts", guid],
    queryFn: async ({ signal }) =>
      (await read(getLoanProducts, { params: { guid } }, signal)).result,
    enabled: guid !== "",
    staleTime: 5 * 60_000,
  });

/** What a loan of this amount and length would come to. */
export const loanExampleRead = (
  guid: string,
  loan_type: LoanType,
  amount: bigint,
  months: number,
) =>
  queryOptions({
    queryKey: ["loanExample", guid, loan_type, amount.toString(), months],
    queryFn: async ({ signal }) => {
      const query = { loan_type, loan_amount: toDecimal(amount), months: String(months) };
      return (await read(getLoanExample, { params: { guid }, query }, signal)).result;
    },
    enabled: guid !== "",
    staleTime: 5 * 60_000,
  });

/** The loan that a payment of this much a month would pay back. */
export const loanForPaymentRead = (
  guid: string,
  loan_type: LoanType,
  payment: bigint,
  months: number,
) =>
  queryOptions({
    queryKey: ["loanForPayment", guid, loan_type, payment.toString(), months],
    queryFn: async ({ signal }) => {
      const query = { loan_type, monthly_payment: toDecimal(payment), months: String(months) };
      return (await read(getLoanForPayment, { params: { guid }, query }, signal)).result;
    },
    enabled: guid !== "" && payment > 0n,
    staleTime: 5 * 60_000,
  });

/** The member's applications, the newest first. */
export const loanApplicationsRead = (guid: string) =>
  queryOptions({
    queryKey: ["loanApplications", guid],
    queryFn: async ({ signal }) =>
      (await read(getLoanApplications, { params: { guid } }, signal)).result,
    enabled: guid !== "",
  });

/** The newest offer of an application. */
export const loanOfferRead = (guid: string, applicationNo: string) =>
  queryOptions({
    queryKey: ["loanOffer", guid, applicationNo],
    queryFn: async ({ signal }) =>
      (await read(getLoanOffer, { params: { guid, applicationNo } }, signal)).result,
    enabled: guid !== "",
    staleTime: 0,
  });

/** One loan as it stands today. */
export const loanAccountRead = (guid: string, loanNo: string) =>
  queryOptions({
    queryKey: ["loan", guid, loanNo],
    queryFn: async ({ signal }) =>
      (await read(getLoanAccount, { params: { guid, loanNo } }, signal)).result,
    enabled: guid !== "",
    staleTime: 0,
  });

/** What can be paid on a loan now; `day` is the one on which it would end, "" today. */
export const loanQuoteRead = (guid: string, loanNo: string, day: string) =>
  queryOptions({
    queryKey: ["loanQuote", guid, loanNo, day],
    queryFn: async ({ signal }) => {
      const query = day === "" ? {} : { day };
      return (await read(getLoanQuote, { params: { guid, loanNo }, query }, signal)).result;
    },
    enabled: guid !== "",
    staleTime: 0,
  });
