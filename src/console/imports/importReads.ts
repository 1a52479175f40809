import { read } from "#console/api/queries.ts";
import {
  getImport,
  type ImportSummary,
  listImportRows,
  listImports,
  type RowVerdict,
} from "#contract/staff/imports.ts";
import { queryOptions } from "@tanstack/react-query";

export type Place = { after?: string; before?: string };

const PROGRESS_MS = 1000;

/** The worker is at it: figures move. */
export const isMoving = ({ state }: Pick<ImportSummary, "state">): boolean =>
  state === "checking" || state === "running";

export const importsRead = (place: Place) =>
  queryOptions({
    queryKey: ["imports", place],
    queryFn: async ({ signal }) => (await read(listImports, { query: place }, signal)).result,
  });

/** One import; read anew each second while the worker is at it, or a second person is awaited. */
export const importRead = (importGuid: string) =>
  queryOptions({
    queryKey: ["import", importGuid],
    queryFn: async ({ signal }) =>
      (await read(getImport, { params: { importGuid } }, signal)).result,
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && (isMoving(data) || data.openRequestId !== null) ? PROGRESS_MS : false,
  });

export const rowsRead = (
  importGuid: string,
  verdict: RowVerdict | undefined,
  place: Place,
  state: string,
) =>
  queryOptions({
    queryKey: ["import", importGuid, "rows", verdict, place, state],
    queryFn: async ({ signal }) =>
      (
        await read(
          listImportRows,
          { params: { importGuid }, query: { ...place, ...(verdict && { verdict }) } },
          signal,
        )
      ).result,
  });
