import { getPasskeys } from "#contract/passkeys.ts";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { queryClient, read } from "./queries.ts";
import { useGuid } from "./useSession.ts";

/** The member's passkeys. */
export const passkeysRead = (guid: string) =>
  queryOptions({
    queryKey: ["passkeys", guid],
    queryFn: async ({ signal }) => (await read(getPasskeys, { params: { guid } }, signal)).result,
    enabled: guid !== "",
  });

/** Whether the member has a passkey and this browser can ask for one. Not known yet is no. */
export function useHasPasskey(): boolean {
  const { data } = useQuery(passkeysRead(useGuid()));
  return canUsePasskeys() && data !== undefined && data.length > 0;
}

/** Whether this browser knows passkeys at all. */
export const canUsePasskeys = (): boolean => "PublicKeyCredential" in globalThis;

/** One was added, renamed or removed. */
export const readPasskeysAnew = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ["passkeys"] });
