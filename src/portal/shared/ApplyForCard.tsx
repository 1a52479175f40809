import { profileState } from "#portal/api/sessionState.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { EmptyState } from "#ui/EmptyState.tsx";
import { Panel } from "#ui/Panel.tsx";
import { useStore } from "#ui/store.ts";
import { useState } from "react";
import { mayApply } from "./cardOffer.ts";
import { CardTypeDialog } from "./CardTypeDialog.tsx";
import { useApplication } from "./useApplication.ts";
import { useCardFees } from "./useCardFees.ts";
import "./cardType.css";

/** In the place of a card that is not there: what one costs, and the way to it. */
export function ApplyForCard({ isAgain }: { isAgain: boolean }) {
  const texts = useTexts("cardOffers");
  const dashboard = useTexts("dashboard");
  const profile = useStore(profileState);
  const refused = useApplication("generic");
  const fees = useCardFees();
  const [isOpen, setIsOpen] = useState(false);
  const reason = isAgain ? (refused?.reason ?? "") : "";
  return (
    <Panel>
      <EmptyState
        title={isAgain ? texts.againTitle : dashboard.noCard}
        action={
          mayApply(profile?.status) ? (
            <Button look="primary" onClick={() => setIsOpen(true)}>
              {isAgain ? texts.applyAgain : dashboard.applyForCard}
            </Button>
          ) : (
            <b>{texts.membersOnly}</b>
          )
        }
      >
        {isAgain ? `${reason} ${texts.againMeaning}`.trim() : texts.applyMeaning}
        <span className="card-fees">
          {fees === undefined ? "\u00a0" : texts.fees(fees.perso, fees.generic)}
        </span>
      </EmptyState>
      {isOpen && <CardTypeDialog onClose={() => setIsOpen(false)} />}
    </Panel>
  );
}
