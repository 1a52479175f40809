import { cardStatusNumbers } from "#contract/cardStatus.ts";
import type { DashboardCard } from "#contract/members.ts";
import { type CardKind, paths } from "#portal/paths.ts";
import { NotFoundPage } from "#portal/layout/NoPage.tsx";
import { CardNumberForm } from "#portal/shared/CardNumberForm.tsx";
import { dropCardNumber, heldCardNumber } from "#portal/shared/cardNumberInHand.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Panel } from "#ui/Panel.tsx";
import { useEffect, useState } from "react";
import { useNavigate, useParams } from "react-router";
import { CardPage, ToDashboard } from "./CardPage.tsx";
import { ActivationPin } from "./ActivationPin.tsx";
import { PinTips } from "./PinTips.tsx";

/** Activates the card: its number, typed on the dashboard or here, and the ATM PIN it is to have. */
export function SetAtmPinPage() {
  const { type } = useParams();
  if (type !== undefined && type !== "personalized") return <NotFoundPage />;
  const kind = type === undefined ? "generic" : "perso";
  return <SetAtmPin key={kind} kind={kind} />;
}

function SetAtmPin({ kind }: { kind: CardKind }) {
  const texts = useTexts("cardUse").setPin;
  const apply = useTexts("cardApplication");
  const { next } = useTexts("cardOffers").number;
  const [number, setNumber] = useState(() => heldCardNumber(kind));
  const [refusedText, setRefusedText] = useState<string>();
  const navigate = useNavigate();
  // What is in this page's own state goes with the page.
  useEffect(() => dropCardNumber, []);
  const hasNumber = number !== "";
  return (
    <CardPage
      // Each step is a screen of its own: its title takes the focus.
      key={hasNumber ? "pin" : "number"}
      title={hasNumber ? texts.title : texts.numberTitle}
      lead={hasNumber ? texts.lead : texts.numberLead}
      before={<ToDashboard>{apply.back}</ToDashboard>}
      mayOpen={(card) => mayActivate(card, kind)}
      beside={<PinTips />}
    >
      {(card) =>
        hasNumber ? (
          <ActivationPin
            kind={kind}
            number={number}
            accountNo={card?.accountNo ?? ""}
            onWrongNumber={(text) => {
              setRefusedText(text);
              setNumber("");
            }}
            onCancel={() => void navigate(paths.dashboard)}
          />
        ) : (
          <Panel padded className="card-form">
            <CardNumberForm
              label={texts.numberTitle}
              submit={next}
              error={refusedText}
              send={(typed) => {
                setNumber(typed);
                return undefined;
              }}
            />
          </Panel>
        )
      }
    </CardPage>
  );
}

const WAITING: readonly number[] = [cardStatusNumbers.for_pickup, cardStatusNumbers.for_activation];
/** A generic card in these states does not make room for the personalized one. */
const STOPPED: readonly number[] = [cardStatusNumbers.deactivated, cardStatusNumbers.suspended];

function mayActivate(card: DashboardCard | null, kind: CardKind): boolean {
  if (card === null) return false;
  return kind === "generic"
    ? WAITING.includes(card.cardStatus)
    : WAITING.includes(card.persoCardStatus) && !STOPPED.includes(card.cardStatus);
}
