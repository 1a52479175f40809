import { refusalText } from "#contract/refusals.ts";
import { TRANSFER_KINDS, type TransferKind } from "#contract/transferKinds.ts";
import { configRead } from "#portal/api/reads.ts";
import { useLanguage } from "#portal/texts/texts.ts";
import { useQuery } from "@tanstack/react-query";

/** What members read of a kind that is switched off: what staff say of it, else that it is not available now. */
export function useOffText(): (kind: TransferKind) => string {
  const { data } = useQuery(configRead());
  const language = useLanguage();
  return (kind) =>
    data?.featureNotices?.[TRANSFER_KINDS[kind].feature]?.[language] ||
    refusalText("unavailable", language);
}
