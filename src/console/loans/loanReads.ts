import { read } from "#console/api/queries.ts";
import { getLoanFile } from "#contract/staff/loanAccounts.ts";
import { getLoanApplicationFile } from "#contract/staff/loans.ts";
import { queryOptions } from "@tanstack/react-query";

export const applicationRead = (applicationNo: string) =>
  queryOptions({
    queryKey: ["loan_application", applicationNo],
    queryFn: async ({ signal }) =>
      (await read(getLoanApplicationFile, { params: { applicationNo } }, signal)).result,
    // It is decided by what stands there now.
    staleTime: 0,
  });

export const loanRead = (loanNo: string) =>
  queryOptions({
    queryKey: ["loan", loanNo],
    queryFn: async ({ signal }) => (await read(getLoanFile, { params: { loanNo } }, signal)).result,
    staleTime: 0,
  });
