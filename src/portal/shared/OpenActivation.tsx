import { type CardApplication, cardApplicationsRead } from "#portal/api/cardReads.ts";
import { useGuid } from "#portal/api/useSession.ts";
import type { CardKind } from "#portal/paths.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { formatDate } from "#ui/DateText.tsx";
import { Notice } from "#ui/Notice.tsx";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { earlierPinFrom } from "./earlierPin.ts";
import { readCardAnew } from "./useMemberCard.ts";

const ASK_EVERY_MS = 4000;

/**
 * While a try to activate has no answer: that it is not known, and which PIN counts if it went through. It
 * keeps asking; once the card is in use the dashboard is told which PIN counts, and `onActivated` called.
 */
export function OpenActivation(props: { kind: CardKind; onActivated?: () => void }) {
  const texts = useTexts("cardOffers");
  const language = useLanguage();
  const guid = useGuid();
  const { data } = useQuery({
    ...cardApplicationsRead(guid),
    refetchInterval: ({ state }) =>
      triedAt(state.data?.result, props.kind) === undefined ? false : ASK_EVERY_MS,
  });
  const tried = triedAt(data, props.kind);
  const before = useRef<string>(undefined);
  const isFulfilled = ofKind(data, props.kind)?.stage === "fulfilled";
  const { onActivated } = props;
  useEffect(() => {
    if (tried !== undefined) before.current = tried;
    if (!isFulfilled || before.current === undefined) return;
    earlierPinFrom.set(before.current);
    before.current = undefined;
    onActivated?.();
    void readCardAnew();
  }, [tried, isFulfilled, onActivated]);
  if (tried === undefined) return null;
  return (
    <Notice kind="warn" role="alert">
      {texts.number.unknown(formatDate(new Date(tried), "dayTime", language))}
    </Notice>
  );
}

function ofKind(
  applications: readonly CardApplication[] | undefined,
  kind: CardKind,
): CardApplication | undefined {
  const name = kind === "perso" ? "personalized" : "generic";
  return applications?.find((one) => one.kind === name);
}

function triedAt(
  applications: readonly CardApplication[] | undefined,
  kind: CardKind,
): string | undefined {
  return ofKind(applications, kind)?.activationTriedAt ?? undefined;
}
