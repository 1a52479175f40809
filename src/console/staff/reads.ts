import { read } from "#console/api/queries.ts";
import { getRoleTable } from "#contract/staff/session.ts";
import { queryOptions } from "@tanstack/react-query";

/** Which role may do what, and where. */
export const roleTableRead = () =>
  queryOptions({
    queryKey: ["role-table"],
    queryFn: async ({ signal }) => (await read(getRoleTable, {}, signal)).results,
  });
