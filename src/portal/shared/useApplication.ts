import { type CardApplication, cardApplicationsRead } from "#portal/api/cardReads.ts";
import { useGuid } from "#portal/api/useSession.ts";
import type { CardKind } from "#portal/paths.ts";
import { useQuery } from "@tanstack/react-query";

/** The newest application of a kind, as soon as it is known. */
export function useApplication(kind: CardKind): CardApplication | undefined {
  const { data } = useQuery(cardApplicationsRead(useGuid()));
  const name = kind === "perso" ? "personalized" : "generic";
  return data?.find((one) => one.kind === name);
}
