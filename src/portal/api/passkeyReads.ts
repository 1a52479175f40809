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

/**
 * Answers how to learn whether the member has a passkey that this browser can ask for. They are read as the page
 * opens; who presses before they are here waits for them. What cannot be read counts as none: a code by text serves.
 */
export function useFindPasskey(): () => Promise<boolean> {
  const wanted = passkeysRead(useGuid());
  useQuery(wanted);
  return async () => {
    if (!canUsePasskeys()) return false;
    const found = await queryClient.ensureQueryData(wanted).catch(() => []);
    return found.length > 0;
  };
}

/** Whether this browser knows passkeys at all. */
export const canUsePasskeys = (): boolean => "PublicKeyCredential" in globalThis;

/** One was added, renamed or removed. */
export const readPasskeysAnew = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ["passkeys"] });
