import { read } from "#console/api/queries.ts";
import { getRoleTable, getStaffBranches } from "#contract/staff/session.ts";
import { queryOptions } from "@tanstack/react-query";

/** Which role may do what, and where. */
export const roleTableRead = () =>
  queryOptions({
    queryKey: ["role-table"],
    queryFn: async ({ signal }) => (await read(getRoleTable, {}, signal)).results,
  });

/** Every branch by number and name. */
export const branchesRead = () =>
  queryOptions({
    queryKey: ["branches"],
    queryFn: async ({ signal }) => (await read(getStaffBranches, {}, signal)).results,
    staleTime: 300_000,
  });
