import { download } from "#console/api/call.ts";
import { read } from "#console/api/queries.ts";
import type { CallParts } from "#client/attempt.ts";
import type { Endpoint, Failure } from "#contract/endpoint.ts";
import type { ListPage } from "#contract/staff/list.ts";
import type * as z from "zod/mini";

type RowOf<E extends Endpoint> = E["result"] extends z.ZodMiniType
  ? z.output<E["result"]> extends { rows: (infer Row)[] }
    ? Row
    : never
  : never;

/** Reads a page of the list that an endpoint answers; `params` are those of its path. */
export const listRead =
  <E extends Endpoint>(endpoint: E, params: Record<string, string> = {}) =>
  async (query: Record<string, string>, signal?: AbortSignal): Promise<ListPage<RowOf<E>>> => {
    // What stands in the address is checked by the server, like everything else.
    const parts = { params, query } as unknown as CallParts<E>;
    const { result } = await read(endpoint, parts, signal);
    return result as ListPage<RowOf<E>>;
  };

/** Fetches the file of a list with these filters and this order. */
export const listDownload =
  <E extends Endpoint>(endpoint: E, params: Record<string, string> = {}) =>
  (query: Record<string, string>, onBytes: (bytes: number) => void): Promise<Failure | undefined> =>
    // As above.
    download(endpoint, { params, query } as unknown as CallParts<E>, onBytes);
