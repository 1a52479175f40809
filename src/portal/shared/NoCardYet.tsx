import { useFeature } from "#portal/api/useFeature.ts";
import { paths } from "#portal/paths.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { buttonClass } from "#ui/Button.tsx";
import { EmptyState } from "#ui/EmptyState.tsx";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { mayApply, offersFirstCard } from "./cardOffer.ts";
import { profileState } from "#portal/api/sessionState.ts";
import { useMemberCard } from "./useMemberCard.ts";
import { useStore } from "#ui/store.ts";

/** In the place of what a card would show: where to apply for one, for who can. */
export function NoCardYet({ children }: { children?: ReactNode }) {
  const texts = useTexts("dashboard");
  const found = useMemberCard();
  const profile = useStore(profileState);
  const hasSettings = useFeature("cardSettings");
  const isOffered =
    useFeature("cardSection") &&
    found.state === "ready" &&
    mayApply(profile?.status) &&
    offersFirstCard(found.card);
  const action = isOffered && (
    <Link
      className={buttonClass({ look: "primary" })}
      to={hasSettings ? paths.cardSettings : paths.dashboard}
    >
      {texts.applyForCard}
    </Link>
  );
  return (
    <EmptyState title={texts.noCard} action={action}>
      {children}
    </EmptyState>
  );
}
