import { read } from "#console/api/queries.ts";
import { getTransferCase } from "#contract/staff/transferCases.ts";
import { getTransferFile } from "#contract/staff/transfers.ts";
import { queryOptions } from "@tanstack/react-query";

export const transferRead = (refNo: string) =>
  queryOptions({
    queryKey: ["transfer", refNo],
    queryFn: async ({ signal }) =>
      (await read(getTransferFile, { params: { refNo } }, signal)).result,
    // It is decided by what stands there now.
    staleTime: 0,
  });

export const caseRead = (caseNo: string) =>
  queryOptions({
    queryKey: ["transfer_case", caseNo],
    queryFn: async ({ signal }) =>
      (await read(getTransferCase, { params: { caseNo } }, signal)).result,
    staleTime: 0,
  });
