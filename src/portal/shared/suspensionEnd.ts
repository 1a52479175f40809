import { cardDetailsRead } from "#portal/api/reads.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { useLanguage } from "#portal/texts/texts.ts";
import { formatDate } from "#ui/DateText.tsx";
import { useQuery } from "@tanstack/react-query";

/** When the suspension of the member's card ends, as a member reads it; undefined for none and until it is read. */
export function useSuspensionEnd(isSuspended: boolean): string | undefined {
  const language = useLanguage();
  const { data } = useQuery({ ...cardDetailsRead(useGuid()), enabled: isSuspended });
  const until = isSuspended ? (data?.suspendedUntil ?? null) : null;
  return until === null ? undefined : formatDate(new Date(until), "dayTime", language);
}
